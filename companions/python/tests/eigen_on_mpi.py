# SPDX-License-Identifier: BSD-3-Clause
"""Eigenvalues and singular values by ScaLAPACK, on mpi4py's communicator, beside NumPy's.
  eigen_on_mpi.py part     on all processes but one, where thread 0 computes, or each thread"""
import sys
import traceback

import numpy
from mpi4py import MPI

import upc_stride as us

some = numpy.random.default_rng(5)


def random(shape, dtype):
    made = some.standard_normal(shape)
    return (made + 1j * some.standard_normal(shape) if numpy.dtype(dtype).kind == 'c' else made).astype(dtype)


def is_close(one, other, dtype):
    return numpy.abs(one - other).max() <= 2000 * numpy.finfo(dtype).eps * max(1, numpy.abs(other).max())


def check_eigen(n, dtype, layout):
    values = random((n, n), dtype)
    for UPLO in 'L', 'U':
        A = us.array(values, **layout)
        w, V = numpy.linalg.eigh(A, UPLO)
        theirs = numpy.linalg.eigh(values, UPLO)
        triangle = numpy.tril(values, -1) if UPLO == 'L' else numpy.triu(values, 1)
        whole = triangle + triangle.conj().T + numpy.diag(numpy.diagonal(values).real)
        assert (w.dtype, V.dtype) == (theirs[0].dtype, theirs[1].dtype) and w.shape == (n,) and V.shape == (n, n)
        w, V = w.to_numpy(), V.to_numpy()
        assert (numpy.diff(w) >= 0).all() and is_close(w, theirs[0], dtype) and is_close(numpy.linalg.eigvalsh(A, UPLO).to_numpy(), theirs[0], dtype)
        assert is_close(whole @ V, V * w, dtype) and is_close(V.conj().T @ V, numpy.eye(n), dtype)
        assert numpy.array_equal(A.to_numpy(), values)


def check_singular(m, n, dtype, layout):
    values = random((m, n), dtype)
    values[:, n // 2] = values[:, 0]  # not of full rank
    A = us.array(values, **layout)
    U, s, Vh = us.linalg.svd(A)
    theirs = numpy.linalg.svd(values, full_matrices=False)
    assert [one.shape for one in (U, s, Vh)] == [one.shape for one in theirs] and [one.dtype for one in (U, s, Vh)] == [one.dtype for one in theirs]
    U, s, Vh = U.to_numpy(), s.to_numpy(), Vh.to_numpy()
    assert (numpy.diff(s) <= 0).all() and is_close(s, theirs[1], dtype) and is_close(U * s @ Vh, values, dtype)
    assert is_close(U.conj().T @ U, numpy.eye(len(s)), dtype) and is_close(Vh @ Vh.conj().T, numpy.eye(len(s)), dtype)
    assert numpy.array_equal(A.to_numpy(), values)


def check(by_all):
    for number, dtype in enumerate(('f8', 'F', 'D', 'f4')):
        layout = [{}, {'block': (7, 11)}, {'block': (64, 5)}][number % 3]
        check_eigen(70 + 31 * number, dtype, layout)
        for m, n in ((80, 80), (90, 70), (70, 95), (300, 65), (66, 280)):
            check_singular(m, n, dtype, layout)
    assert set(us.linalg._of_all.values()) == {by_all}, us.linalg._of_all
    A = us.full((70, 70), numpy.nan)
    for call in (us.linalg.eigh, us.linalg.eigvalsh, us.linalg.svd) if by_all else ():  # NumPy may raise, or not
        try:
            call(A)
        except numpy.linalg.LinAlgError:
            continue
        raise AssertionError(call)
    whole = us.array(numpy.eye(70, dtype='i4') * 3)
    assert us.linalg.eigvalsh(whole).tolist() == [3] * 70 and us.linalg.eigvalsh(whole).dtype == 'f8'


comm = MPI.COMM_WORLD
in_part = sys.argv[1:] == ['part']
part = comm.Split(in_part and comm.rank == comm.size - 1)
if not in_part or comm.rank < comm.size - 1:
    us.init(part)
    try:
        check(not in_part)
    except BaseException:
        traceback.print_exc()
        comm.Abort(1)
    us.finalize()
comm.Barrier()
if comm.rank == 0:
    print('PASS')
