# SPDX-License-Identifier: BSD-3-Clause
"""The extension `linalg` of the array API standard. All threads call. Single matrices are computed by blocks on all threads, as in `us.linalg`,
where that has the function, else by thread 0 (eig, eigh and their values, complete QR and singular vectors); of stacks each thread computes
those that lie on it whole."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from .. import linalg
from .._arrays._arrays import Array
from .._arrays._make import distributed
from .._calls._agreement import collective
from .._numpy._elementwise import elementwise
from .._numpy._linear import cross as _cross, vector_norm as _vector_norm
from .._numpy._moves import matrix_transpose
from .._numpy._products import matmul, outer, tensordot, vecdot as _vecdot
from .._numpy._stacks import of_stacks

__all__ = ['cholesky', 'cross', 'det', 'diagonal', 'eig', 'eigh', 'eigvals', 'eigvalsh', 'inv', 'matmul', 'matrix_norm', 'matrix_power', 'matrix_rank',
           'matrix_transpose', 'outer', 'pinv', 'qr', 'slogdet', 'solve', 'svd', 'svdvals', 'tensordot', 'trace', 'vecdot', 'vector_norm']


class Eigen(NamedTuple):
    """Eigenvalues, and a matrix with the eigenvectors as columns."""
    eigenvalues: Array
    eigenvectors: Array


def cholesky(x: Array, /, *, upper: bool = False) -> Array:
    lower: Any = numpy.linalg.cholesky(x)
    return matrix_transpose(lower.conj()) if upper else lower


def cross(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    return _cross(x1, x2, axis=axis)


def det(x: Array, /) -> Array:
    return distributed(numpy.linalg.det(x))


def diagonal(x: Array, /, *, offset: int = 0) -> Array:
    return numpy.diagonal(x, offset, -2, -1).copy()  # type: ignore[return-value]


def _complex(x: numpy.ndarray) -> numpy.ndarray:
    return x.astype(numpy.result_type(x.dtype, 'c8'), copy=False)


@collective
def eig(x: Array, /) -> Eigen:
    return Eigen(*of_stacks(lambda one: tuple(map(_complex, numpy.linalg.eig(one))), x))


@collective
def eigvals(x: Array, /) -> Array:
    return of_stacks(lambda one: _complex(numpy.linalg.eigvals(one)), x)


def eigh(x: Array, /) -> Eigen:
    return Eigen(*numpy.linalg.eigh(x))  # type: ignore[arg-type]


def eigvalsh(x: Array, /) -> Array:
    return numpy.linalg.eigvalsh(x)  # type: ignore[return-value]


def inv(x: Array, /) -> Array:
    return numpy.linalg.inv(x)  # type: ignore[return-value]


def matrix_norm(x: Array, /, *, keepdims: bool = False, ord: Any = 'fro') -> Array:
    return distributed(numpy.linalg.norm(x, ord, (-2, -1), keepdims))


def matrix_power(x: Array, n: int, /) -> Array:
    return numpy.linalg.matrix_power(x, n)  # type: ignore[return-value]


def _least(values: Array, x: Array, rtol: Any) -> Array:
    """Up to which singular values count as 0, for each matrix."""
    part = max(x.shape[-2:]) * float(numpy.finfo(values.dtype).eps) if rtol is None else rtol
    most: Any = numpy.max(values, -1, keepdims=True, initial=0)
    return most * (part[..., None] if isinstance(part, Array) and part.ndim else part)


def matrix_rank(x: Array, /, *, rtol: Any = None) -> Array:
    values = svdvals(x)
    return distributed(numpy.count_nonzero(values > _least(values, x, rtol), axis=-1))


@collective
def pinv(x: Array, /, *, rtol: Any = None) -> Array:
    u, values, vh = svd(x, full_matrices=False)
    least = _least(values, x, rtol)
    inverses = elementwise(lambda one, of: numpy.divide(1, one, out=numpy.zeros_like(one), where=one > of), values, least)
    return matmul(matrix_transpose(vh.conj()) * inverses[..., None, :], matrix_transpose(u.conj()))


@collective
def qr(x: Array, /, *, mode: str = 'reduced') -> Any:
    if mode not in ('reduced', 'complete'):
        raise ValueError(f'mode: {mode!r}, must be reduced or complete')
    is_tall = x.ndim == 2 and x.shape[0] >= x.shape[1] > 0
    if is_tall and (mode == 'reduced' or x.shape[0] == x.shape[1]):
        return linalg.qr(x)
    return linalg.QR(*of_stacks(numpy.linalg.qr, x, mode))


def slogdet(x: Array, /) -> Any:
    return linalg.LogDeterminant(*map(distributed, numpy.linalg.slogdet(x)))


def solve(x1: Array, x2: Array, /) -> Array:
    return numpy.linalg.solve(x1, x2)  # type: ignore[return-value]


@collective
def svd(x: Array, /, *, full_matrices: bool = True) -> Any:
    if x.ndim == 2 and x.size and (not full_matrices or x.shape[0] == x.shape[1]):
        return linalg.svd(x)
    return linalg.SVD(*of_stacks(numpy.linalg.svd, x, full_matrices))


@collective
def svdvals(x: Array, /) -> Array:
    if x.ndim == 2 and x.size:
        return linalg.svd(x).S
    return of_stacks(lambda one: numpy.linalg.svd(one, compute_uv=False), x)


def trace(x: Array, /, *, offset: int = 0, dtype: Any = None) -> Array:
    return distributed(numpy.trace(x, offset, -2, -1, dtype))


def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    return distributed(_vecdot(x1, x2, axis=axis))


@collective
def vector_norm(x: Array, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Array:
    return distributed(_vector_norm(x, axis=axis, keepdims=keepdims, ord=ord))


for _name in __all__:
    _function: Any = globals()[_name]
    if not _function.__doc__:
        _function.__doc__ = f'As `linalg.{_name}` of the array API standard. All threads call.'
