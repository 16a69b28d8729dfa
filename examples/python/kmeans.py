# SPDX-License-Identifier: BSD-3-Clause
"""k-means by Lloyd's method on points that lie on all threads, beside scikit-learn's: kmeans.py [POINTS [CLUSTERS]]"""
import sys

import numpy

import upc_stride as us


def kmeans(X, centres):
    """The centres of clusters of the rows of X, and the sum of the squared distances. The same for an array of NumPy."""
    before = None
    while not numpy.array_equal(before, centres):
        own = numpy.argmin(((X[:, None] - centres) ** 2).sum(2), 1)[:, None] == numpy.arange(len(centres))
        sizes = own.sum(0)[:, None]  # a cluster without points keeps its centre
        before, centres = centres, (own.T @ X + (sizes == 0) * centres) / numpy.maximum(sizes, 1)
    return centres, ((X[:, None] - centres) ** 2).sum(2).min(1).sum()


count, clusters = (int(one) for one in (*sys.argv[1:3], *'10000 5'.split()[len(sys.argv) - 1:]))
some = numpy.random.default_rng(1)  # the same on all threads
points = some.standard_normal((count, 2)) + 8 * some.standard_normal((clusters, 2))[some.integers(0, clusters, count)]
centres, found = kmeans(us.array(points), points[:clusters])
try:
    from sklearn.cluster import KMeans
    expected = KMeans(clusters, init=points[:clusters], n_init=1, tol=0, algorithm='lloyd').fit(points).inertia_
except ImportError:
    expected = kmeans(points, points[:clusters])[1]
if us.thread() == 0:
    print(f'inertia {found:.4f}, expected {expected:.4f}', 'PASS' if numpy.isclose(found, expected) else 'FAIL', sep='\n')
sys.exit(not numpy.isclose(found, expected))
