# SPDX-License-Identifier: BSD-3-Clause
"""Jacobi's method, as Chapel's example: each inner element of A becomes the mean of its neighbours, until none changes by more than 1e-5. A is
an array of NumPy's or of this package.

    upcrun -n 4 python jacobi.py"""
import numpy

import upc_stride as us


def jacobi(A):
    steps, change = 0, 1.
    while change > 1e-5:
        mean = (A[:-2, 1:-1] + A[2:, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:]) / 4
        change = abs(mean - A[1:-1, 1:-1]).max()
        A[1:-1, 1:-1] = mean
        steps += 1
    return steps


def start(package):
    A = package.zeros((24, 24))
    A[:, 0] = 1  # the left side is hot
    return A


one, all_threads = start(numpy), start(us)
steps, found = jacobi(one), jacobi(all_threads)
if us.thread() == 0:
    print(f'{found} steps')
assert numpy.allclose(all_threads.to_numpy(), one, rtol=0, atol=1e-12) and found == steps
if us.thread() == 0:
    print('PASS')
