# SPDX-License-Identifier: BSD-3-Clause
"""The principal components of points that lie on all threads, beside scikit-learn's: pca.py [POINTS [DIMENSIONS]]"""
import sys

import numpy

import upc_stride as us


def pca(X, components):
    """The directions of largest variance, as rows, and their variances. The triangle R of the points has the same."""
    R = us.linalg.qr(X - X.mean(0)).R
    _, values, rows = numpy.linalg.svd(R.to_numpy())  # small, on each thread
    return rows[:components], values[:components] ** 2 / (len(X) - 1)


count, dims = (int(one) for one in (*sys.argv[1:3], *'10000 20'.split()[len(sys.argv) - 1:]))
some = numpy.random.default_rng(2)  # the same on all threads
points = some.standard_normal((count, dims)) @ some.standard_normal((dims, dims)) + 5
X = us.array(points)
rows, variances = pca(X, 3)
reduced = (X - X.mean(0)) @ rows.T  # the points in three dimensions, distributed
try:
    from sklearn.decomposition import PCA
    expected = PCA(3).fit(points).explained_variance_
except ImportError:
    expected = numpy.linalg.eigvalsh(numpy.cov(points.T))[::-1][:3]
right = numpy.allclose(variances, expected) and numpy.allclose(reduced.var(0, ddof=1), expected)
if us.thread() == 0:
    print('variances', variances.round(4), 'PASS' if right else 'FAIL', sep='\n')
sys.exit(not right)
