# SPDX-License-Identifier: BSD-3-Clause
"""Products of vectors, matrices, and stacks of them. All threads call."""
from __future__ import annotations

import math
from typing import Any, Callable

import numpy

from .. import linalg
from .._arrays._arrays import Array
from .._arrays._make import distributed, zeros
from ._tables import BY_UFUNC, for_numpy
from .._arrays._views import whole
from .._base import _layouts
from .._base._start import threads
from .._calls._agreement import together
from .._calls._shared import over_threads
from ._elementwise import as_operand, broadcast_to, computed, elementwise, is_scalar, own_parts, rows_of, same_layout, spread, stored
from ._functions import astype
from ._indexing import gathered, reshape
from ._moves import expand_dims, permute_dims, ravel
from ._reductions import along


def _matrices(x: Any) -> Array:
    return whole(distributed(x))


def inner_product(a: Array, b: Array) -> Any:
    """The sum of the elements of a, conjugated, times those of b. All threads call, with arrays of one layout and type, or one view twice. As
    in NumPy, BLAS multiplies and adds. Products are never in memory."""
    mine: Any = numpy.zeros(1, numpy.promote_types(a.dtype, 'f8'))

    def of_threads() -> None:
        mine[:] = over_threads(mine, 'sum')
    with together(of_threads):
        for one, other in zip(own_parts(a), own_parts(b)):
            in_one_piece = one.flags.c_contiguous and other.flags.c_contiguous
            for rows in [...] if in_one_piece else rows_of(one):
                if a.dtype.kind == 'c':
                    mine += numpy.vdot(one[rows], other[rows])
                else:  # which warns, too
                    mine += numpy.dot(one[rows].ravel(), other[rows].ravel())
    with numpy.errstate(over='ignore'):
        return mine.astype(a.dtype)[0]


def _has_inner_product(a: Array, b: Array) -> bool:
    return a.dtype == b.dtype and a.dtype.char in 'fdFD' and same_layout(a, b)


def lines_of_products(a: Array, b: Array, left: str, right: str, axes: tuple[int, ...]) -> Any:
    """The sums along some axes of a of the products of elements. Both arrays have a letter for each dimension, the same ones. All threads call."""
    b = b if left == right else permute_dims(b, [right.index(one) for one in left])
    if len(axes) == a.ndim and a.dtype.kind == 'f' and _has_inner_product(a, b):
        return inner_product(a, b)
    layout = _layouts.of_whole_lines(a._layout, axes, False, threads()) if type(a) is Array and same_layout(a, b) and a.size else None
    if layout is None or len(axes) == a.ndim:
        return numpy.sum(elementwise(numpy.multiply, a, b), axes, a.dtype)
    result, text = Array._written(layout, a.dtype), f'{left},{left}->{"".join(one for at, one in enumerate(left) if at not in axes)}'
    with together():
        for to, one, other in zip(result._own_tiles(), a._own_tiles(), b._own_tiles()):
            numpy.einsum(text, one, other, out=to)
    return result


@for_numpy()
def matmul(x1: Any, x2: Any) -> Any:
    return _matmul(numpy.matmul, x1, x2)


def _matmul(like: Callable, x1: Any, x2: Any) -> Any:
    """With the warnings of one of NumPy's functions."""
    a, b = distributed(x1), distributed(x2)
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError(f'matmul: {a!r} and {b!r}, must have a dimension')
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        raise ValueError(f'matmul: {a!r} and {b!r}, must have as many columns as rows')
    dtype = numpy.matmul(numpy.ones((1, 1), a.dtype), numpy.ones((1, 1), b.dtype)).dtype
    if a.ndim == 1 and b.ndim == 1:
        if dtype.kind == 'f' and _has_inner_product(a, b):
            return inner_product(a, b)
        return numpy.sum(elementwise(numpy.multiply, a, b), dtype=dtype)
    a, b = astype(a, dtype, copy=False), astype(b, dtype, copy=False)
    made = _by_numpy(like, a, b) if a.size and b.size else None
    if made is not None:
        return made
    left, right = a.ndim == 1, b.ndim == 1
    a = reshape(a, (1, -1)) if left else a
    b = reshape(b, (-1, 1)) if right else b
    if a.size == 0 or b.size == 0:
        c = zeros((*numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-1]), dtype=dtype)
    elif a.ndim == b.ndim == 2 and dtype.kind != 'b':
        c = linalg._matmul_like(like, a, b)
    else:
        c = _stacked(a, b, dtype)
    return c[(Ellipsis, *([0] if left else [slice(None)]), *([0] if right else [slice(None)]))] if left or right else c


def _by_numpy(like: Callable, a: Array, b: Array) -> Array | None:
    """The product by NumPy, which warns of what its BLAS meets, where a thread has all that NumPy would have: the only thread has both operands
    in one piece each, or each thread the lines of a matrix that its elements of the product with a vector need. None: elsewhere."""
    if threads() == 1:
        pieces = [own_parts(one) for one in (a, b)]
        if [len(some) for some in pieces] != [1, 1]:
            return None
        outer = numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        made = spread((*outer, *a.shape[-2:-1], *(b.shape[-1:] if b.ndim > 1 else ())), a.dtype, zeroed=False)
        with together():
            like(pieces[0][0], pieces[1][0], out=made._own_tiles()[0])
        return made
    matrix, vector, axes = (a, b, (1,)) if b.ndim == 1 else (b, a, (0,))
    if (matrix.ndim, vector.ndim) != (2, 1) or a.dtype.kind not in 'fc' or not matrix._lies_in(_layouts.spread(matrix.shape, threads(), axes)):
        return None
    values = gathered(vector)
    return along(lambda tile: like(tile, values) if matrix is a else like(values, tile), matrix, axes, True)


def _stacked(a: Array, b: Array, dtype: numpy.dtype) -> Array:
    """Stacks of matrices: each thread multiplies the matrices that lie on it whole."""
    outer = numpy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = broadcast_to(whole(a), outer + a.shape[-2:]), broadcast_to(whole(b), outer + b.shape[-2:])
    axes = len(outer), len(outer) + 1
    block = _layouts.spread(a.shape, threads(), axes)[:-2]
    a, b = a.redistribute((*block, *a.shape[-2:])), b.redistribute((*block, *b.shape[-2:]))
    c = Array((*outer, a.shape[-2], b.shape[-1]), (*block, a.shape[-2], b.shape[-1]), (), dtype)
    lefts, rights = a._own_tiles(), b._own_tiles()
    computed([c], lambda number, place, tiles: lefts[number] @ rights[number])
    return c


BY_UFUNC[numpy.matmul] = matmul


@for_numpy()
def dot(a: Any, b: Any, out: Any = None) -> Any:
    a, b = as_operand(a), as_operand(b)
    if out is not None:
        made = dot(a, b)
        if made.dtype != out.dtype:
            raise ValueError(f'out: {out!r}, must be of {made.dtype}')
        return stored(made, out)
    if is_scalar(a) or is_scalar(b) or a.ndim == 0 or b.ndim == 0:
        # a number of Python has a type of its own here, int64, float64 or complex128: NumPy makes an array of it
        types = [numpy.asarray(one).dtype if is_scalar(one) else one.dtype for one in (a, b)]
        return elementwise(numpy.multiply, a, b, dtype=numpy.result_type(*types))
    if max(numpy.ndim(a), numpy.ndim(b)) > 2:
        return tensordot(a, b, ([-1], [-2 if b.ndim > 1 else -1]))
    return _matmul(numpy.dot, a, b)


@for_numpy()
def vdot(a: Any, b: Any) -> Any:
    a, b = distributed(a), distributed(b)
    with numpy.errstate(all='ignore'):  # NumPy's does not warn
        return inner_product(a, b) if _has_inner_product(a, b) else vecdot(reshape(a, -1), reshape(b, -1))


def _conjugate(x: Array) -> Array:
    """To NumPy's conjugate truth values are numbers."""
    return elementwise(numpy.conjugate, x) if x.dtype.kind == 'c' else x


@for_numpy()
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    a, b = _matrices(x1), _matrices(x2)
    axis = -1 - ((-1 - axis) % min(a.ndim, b.ndim)) if axis >= 0 else axis
    if a.shape[axis] != b.shape[axis]:
        raise ValueError(f'{a!r} and {b!r}, must have as many elements along axis {axis}')
    product = elementwise(numpy.multiply, _conjugate(a), b)
    return numpy.sum(product, axis, product.dtype)


def _with_dimensions(x: Any, count: int) -> Array:
    x = distributed(x)
    if x.ndim < count:
        raise ValueError(f'{x!r}, must have at least {count} dimensions')
    return x


def matvec(x1: Any, x2: Any) -> Any:
    return matmul(_with_dimensions(x1, 2), _with_dimensions(x2, 1)[..., None])[..., 0]


def vecmat(x1: Any, x2: Any) -> Any:
    return matmul(_conjugate(_with_dimensions(x1, 1))[..., None, :], _with_dimensions(x2, 2))[..., 0, :]


for _function in vecdot, matvec, vecmat:
    if hasattr(numpy, _function.__name__):
        BY_UFUNC[getattr(numpy, _function.__name__)] = _function


@for_numpy()
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    a, b = _matrices(a), _matrices(b)
    pairs = (range(a.ndim - axes, a.ndim), range(axes)) if isinstance(axes, int) else axes
    ours, theirs = ([_layouts.normal_axis(one, x.ndim) for one in _layouts.extents(some)] for x, some in zip((a, b), pairs))
    if [a.shape[one] for one in ours] != [b.shape[one] for one in theirs]:
        raise ValueError(f'axes: {axes}, must be of as many elements in {a!r} and {b!r}')
    left = [dim for dim in range(a.ndim) if dim not in ours]
    right = [dim for dim in range(b.ndim) if dim not in theirs]
    inner = math.prod(a.shape[one] for one in ours)
    shape = [a.shape[dim] for dim in left] + [b.shape[dim] for dim in right]
    rows, columns = (math.prod(x.shape[dim] for dim in some) for x, some in ((a, left), (b, right)))
    a, b = (x if order == sorted(order) else permute_dims(x, order) for x, order in ((a, left + ours), (b, theirs + right)))
    c = _matmul(numpy.dot, reshape(a, (rows, inner) if left else (inner,)), reshape(b, (inner, columns) if right else (inner,)))
    return reshape(distributed(c), shape)


@for_numpy()
def outer(a: Any, b: Any) -> Array:
    return elementwise(numpy.multiply, expand_dims(ravel(a), 1), expand_dims(ravel(b), 0))


@for_numpy()
def trace(x: Array, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None, out: Any = None) -> Any:
    diagonal: Any = numpy.diagonal(x, offset, axis1, axis2)
    made = numpy.sum(diagonal, -1, dtype, out)
    return made._read_one(()) if isinstance(made, Array) and not made.ndim and out is None else made
