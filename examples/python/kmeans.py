# SPDX-License-Identifier: BSD-3-Clause
"""k-means by Lloyd's method on points that are distributed over the threads, beside scikit-learn's if that is installed.

    upcrun -n 4 python3 kmeans.py [POINTS [CLUSTERS]]"""
import sys

import numpy

import upc_stride as us

count, clusters = (int(one) for one in (*sys.argv[1:3], *'10000 5'.split()[len(sys.argv) - 1:]))


def kmeans(X, centres, most=300):
    """The centres of the clusters of the points, which are rows; and the cluster of each point."""
    for _ in range(most):
        distances = ((X ** 2).sum(1)[:, None] - 2 * (X @ us.array(centres.T)) + (centres ** 2).sum(1))
        labels = numpy.argmin(distances, 1)
        before, centres = centres, centres.copy()
        for one in range(len(centres)):
            own = labels == one
            if own.any():
                centres[one] = numpy.mean(X, 0, where=own[:, None]).to_numpy()
        if numpy.array_equal(centres, before):
            break
    return centres, labels


def inertia(X, centres, labels):
    """The sum of the squared distances of points and their centres."""
    return float(((X - us.array(centres)[labels]) ** 2).sum())


some = numpy.random.default_rng(1)  # the same on all threads; X has the part of each
points = some.standard_normal((count, 2)) + 8 * some.standard_normal((clusters, 2))[some.integers(0, clusters, count)]
first = points[some.choice(count, clusters, replace=False)]
X = us.array(points)
centres, labels = kmeans(X, first)
found = inertia(X, centres, labels)
try:
    from sklearn.cluster import KMeans
    other = KMeans(clusters, init=first, n_init=1, tol=0, algorithm='lloyd').fit(points).inertia_
except ImportError:
    nearest = ((points[:, None] - centres) ** 2).sum(2).min(1)
    other = nearest.sum()  # each point is with its nearest centre
if us.thread() == 0:
    print(f'inertia {found:.4f}, expected {other:.4f}', 'PASS' if abs(found - other) < 1e-6 * other else 'FAIL', sep='\n')
