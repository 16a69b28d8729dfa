# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's linear algebra, sums of products (einsum), and Fourier transforms by their names in NumPy. All threads call."""
from __future__ import annotations

import math
import string
from typing import Any, Callable, Sequence

import numpy

from ._fallback import Missing
from ._elementwise import elementwise, stored
from ._indexing import gathered, reshape
from ._moves import concatenate, matrix_transpose, moveaxis, permute_dims, roll, stack
from ._products import inner_product, lines_of_products, matmul, outer, tensordot, vecdot
from ._reductions import along, sum_of_squares
from .. import fft, linalg
from .._arrays._arrays import Array
from .._arrays._make import distributed, of_array_likes, zeros
from ._stacks import of_stacks, with_stacks
from ._tables import BY_NUMPY, for_numpy
from ._warn import warn
from .._arrays._views import picked_by
from .._base import _layouts
from .._base._start import threads
from .._calls._agreement import collective


def _for(module: Any, *names: str) -> Callable[[Callable], Callable]:
    def note(function: Callable) -> Callable:
        made = collective(of_array_likes(function))
        for name in names or (function.__name__,):
            if hasattr(module, name):
                BY_NUMPY[getattr(module, name)] = made
        return made
    return note


# ---- numpy.linalg ----

for _name in 'solve', 'inv', 'det', 'slogdet', 'eigh', 'eigvalsh', 'matrix_power':
    _for(numpy.linalg, _name)(with_stacks(getattr(numpy.linalg, _name))(getattr(linalg, _name)))


@_for(numpy.linalg)
@with_stacks(numpy.linalg.cholesky)
def cholesky(a: Array, /, *, upper: bool = False) -> Array:
    made = linalg.cholesky(a)
    return made.conj().T if upper else made


for _function in matmul, tensordot, vecdot, outer:
    _for(numpy.linalg)(_function)


@_for(numpy.linalg)
@with_stacks(numpy.linalg.qr)
def qr(a: Array, mode: str = 'reduced') -> Any:
    if mode not in ('reduced', 'r'):
        raise Missing(f'numpy.linalg.qr has no distributed version with {mode!r} of {a!r}; it has reduced and r')
    q, r = linalg.qr(a)
    return r if mode == 'r' else linalg.QR(q, r)


@_for(numpy.linalg)
@with_stacks(numpy.linalg.svd)
def svd(a: Array, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    if not compute_uv:
        return linalg.svd(a).S
    if full_matrices and a.ndim == 2 and a.shape[0] != a.shape[1]:
        raise Missing(f'svd: {a!r}, must be square, or full_matrices=False: no thread makes the vectors beyond the singular values')
    return linalg.svd(a)


def _singular_values(x: Array) -> Array:
    return linalg.svd(x).S if x.ndim == 2 else of_stacks(lambda one: numpy.linalg.svd(one, compute_uv=False), x)


@_for(numpy.linalg)
def svdvals(x: Array, /) -> Array:
    return _singular_values(x)


@_for(numpy.linalg)
def lstsq(a: Array, b: Any, rcond: float | None = None) -> Any:
    return linalg.lstsq(distributed(a), b, rcond)


@_for(numpy.linalg)
@with_stacks(numpy.linalg.pinv)
def pinv(a: Array, rcond: float | None = None, hermitian: bool = False, *, rtol: float | None = None) -> Array:
    u, s, vh = linalg.svd(a)
    values = gathered(s)
    part = 1e-15 if rcond is None and rtol is None else rtol if rcond is None else rcond
    return matmul(vh.conj().T * linalg._inverses(values, part * values.max(initial=0)), u.conj().T)


@_for(numpy.linalg)
def matrix_rank(A: Array, tol: float | None = None, hermitian: bool = False, *, rtol: float | None = None) -> Any:
    if A.ndim < 2:
        return int(bool(numpy.any(A != 0)))
    if A.ndim > 2:
        return of_stacks(numpy.linalg.matrix_rank, A, tol, hermitian, **({} if rtol is None else {'rtol': rtol}))
    values = gathered(linalg.svd(A).S)
    part = numpy.finfo(values.dtype).eps * max(A.shape) if rtol is None else rtol
    return numpy.count_nonzero(values > (part * values.max(initial=0) if tol is None else tol))


@_for(numpy.linalg)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    if x.dtype.kind not in 'fc':
        x = x.astype('f8')
    if axis is None and (ord is None or x.ndim == 2 and ord == 'fro' or x.ndim == 1 and ord == 2):
        if x.dtype.char in 'fdFD' and not keepdims:
            squares = inner_product(x, x).real
            if x.dtype.kind == 'c' and not numpy.isfinite(squares):  # of complex numbers BLAS warns of nothing
                squares = sum(inner_product(part, part) for part in (numpy.real(x), numpy.imag(x)))
            return numpy.sqrt(squares)
        return numpy.sqrt(sum_of_squares(x, None, keepdims))
    axes = tuple(range(x.ndim)) if axis is None else tuple(_layouts.normal_axis(one, x.ndim) for one in _layouts.extents(axis))
    if len(axes) == 1:
        return _vector_norm(x, ord, axes[0], keepdims)
    if len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(f'axis: {axis}, must be one or two of the dimensions')
    if ord in (None, 'fro'):
        return numpy.sqrt(sum_of_squares(x, axes, keepdims))
    if ord in (2, -2, 'nuc'):
        values = _singular_values(moveaxis(x, axes, (-2, -1)).copy())
        reduce: Any = numpy.sum if ord == 'nuc' else numpy.max if ord > 0 else numpy.min
        made = reduce(values, -1)
        return numpy.expand_dims(distributed(made), axes) if keepdims else _number(made)
    if ord not in (1, -1, numpy.inf, -numpy.inf):
        raise ValueError(f'ord: {ord!r} of matrices, must be fro, nuc, 1, -1, 2, -2, inf or -inf')
    inner, outer = axes if abs(ord) == 1 else axes[::-1]
    sums = numpy.sum(abs(x), inner, keepdims=True)
    made = (numpy.max if ord > 0 else numpy.min)(sums, outer, keepdims=True)
    return _number(made if keepdims else made[tuple(0 if dim in axes else slice(None) for dim in range(x.ndim))])


def vector_norm(x: Array, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """Also along several axes, whose elements are then one vector."""
    axes = _layouts.normal_axes(axis, x.ndim)
    if len(axes) == 1:
        return norm(x, ord, axes[0], keepdims)
    rest = [dim for dim in range(x.ndim) if dim not in axes]
    lines = reshape(moveaxis(x, axes, range(len(rest), x.ndim)), [*(x.shape[dim] for dim in rest), math.prod(x.shape[dim] for dim in axes)])
    made = norm(lines, ord, -1)
    return reshape(distributed(made), [1 if dim in axes else extent for dim, extent in enumerate(x.shape)]) if keepdims else made


def _of_standard(name: str, function: Callable) -> None:
    """NumPy's function in linalg of this name in the array API standard."""
    function.__name__ = name
    _for(numpy.linalg, name)(function)


_of_standard('vector_norm', vector_norm)
_of_standard('matrix_norm', lambda x, /, *, keepdims=False, ord='fro': norm(distributed(x), ord, (-2, -1), keepdims))
_of_standard('matrix_transpose', lambda x, /: matrix_transpose(x))
_of_standard('diagonal', lambda x, /, *, offset=0: numpy.diagonal(x, offset, -2, -1))
_of_standard('trace', lambda x, /, *, offset=0, dtype=None: numpy.trace(x, offset, -2, -1, dtype))
_of_standard('cross', lambda x1, x2, /, *, axis=-1: cross(x1, x2, axis=axis))


def _number(made: Any) -> Any:
    return made._read_one(()) if isinstance(made, Array) and made.ndim == 0 else made


def _vector_norm(x: Array, ord: Any, axis: int, keepdims: Any) -> Any:
    if x.ndim > 1 and x._lies_in(_layouts.spread(x.shape, threads(), (axis,))):
        return along(lambda tile: numpy.linalg.norm(tile, ord, axis, keepdims), x, (axis,), not keepdims)
    if ord in (None, 2):
        made = numpy.sqrt(sum_of_squares(x, axis, keepdims))
    elif ord in (numpy.inf, -numpy.inf):
        made = (numpy.max if ord > 0 else numpy.min)(abs(x), axis, keepdims=keepdims)
    elif ord == 0:
        made = numpy.sum((x != 0).astype(x.real.dtype), axis, keepdims=keepdims)
    elif isinstance(ord, (int, float, numpy.number)):
        made = numpy.sum(abs(x) ** ord, axis, keepdims=keepdims) ** (1 / ord)
    else:
        raise ValueError(f'ord: {ord!r}, must be a number')
    return _number(made)


# ---- sums of products ----

@for_numpy(views=True)
def einsum(subscripts: Any, *operands: Any, out: Any = None, optimize: Any = False, dtype: Any = None) -> Any:
    """Pairs of operands are multiplied from the left to the right, as products of matrices."""
    if not isinstance(subscripts, str):
        subscripts, operands = _in_letters((subscripts, *operands))
    left, arrow, result = subscripts.replace(' ', '').partition('->')
    names = left.split(',')
    if len(names) != len(operands):
        raise ValueError(f'einsum: {subscripts!r}, must name {len(operands)} operands')
    some = [distributed(one) for one in operands]
    if not arrow:
        joined = left.replace(',', '').replace('...', '')
        result = '...' * ('...' in left) + ''.join(sorted(one for one in set(joined) if joined.count(one) == 1))
    names, result = _without_dots(names, result, [one.ndim for one in some])
    if len(set(result)) != len(result) or not set(result) <= set(''.join(names)):
        raise ValueError(f'einsum: {subscripts!r}, the result must have letters of the operands, each once')
    if len(some) == 1 and set(names[0]) == set(result) and out is None and dtype in (None, some[0].dtype):
        x, name = _with_each_once(some[0], names[0])  # a view, as NumPy's; a diagonal is a read-only copy
        return permute_dims(x, [name.index(one) for one in result]) if result else _number(x)
    some, names = _without_ones(some, names)
    kind = numpy.dtype(dtype) if dtype is not None else numpy.result_type(*(one.dtype for one in some))
    for of, to in [*((one.dtype, kind) for one in some), *([] if out is None else [(kind, out.dtype)])]:
        if not numpy.can_cast(of, to):
            raise TypeError(f'einsum: values of {of}, do not become {to} without loss')
    terms = [_with_each_once(one.astype(kind, copy=False), name) for one, name in zip(some, names)]
    with numpy.errstate(all='ignore'):  # NumPy's does not warn
        made = _product_of(terms, result)
    return _number(made) if out is None else stored(made, out)


def _product_of(terms: Sequence[tuple[Any, str]], result: str) -> Any:
    product, name = terms[0]
    for number, (other, of) in enumerate(terms[1:], 1):
        needed = set(result).union(*(rest for _, rest in terms[number + 1:]))
        product, name = _pair(product, name, other, of, needed)
    product, name = _summed(product, name, set(result))
    made = permute_dims(product, [name.index(one) for one in result]) if result else product
    return made.copy() if isinstance(made, Array) and made.base is not None else made


_BY_NUMBER = string.ascii_uppercase + string.ascii_lowercase  # in the order that a result has which is not named


def _in_letters(given: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """Of operands that are each followed by a list of numbers, and of the result's list."""
    def letters(some: Any) -> str:
        if any(one is not Ellipsis and not 0 <= one < len(_BY_NUMBER) for one in some):
            raise ValueError(f'einsum: {some}, must be numbers from 0 to {len(_BY_NUMBER) - 1}')
        return ''.join('...' if one is Ellipsis else _BY_NUMBER[one] for one in some)
    count = len(given) // 2
    if count == 0 or any(isinstance(one, Array) for one in given[1::2]) or isinstance(given[-1], Array):
        raise TypeError('einsum: must be letters, such as ij,jk->ik, before the operands, or a list of numbers after each')
    result = '->' + letters(given[-1]) if len(given) % 2 else ''
    return ','.join(map(letters, given[1:2 * count:2])) + result, tuple(given[:2 * count:2])


def _without_dots(names: Sequence[str], result: str, ndims: Sequence[int]) -> tuple[list[str], str]:
    """With letters in place of `...`, which stands for the other dimensions of an operand. The last ones correspond."""
    counts = [ndim - len(name.replace('...', '')) if '...' in name else 0 for name, ndim in zip(names, ndims)]
    free = [one for one in string.ascii_letters if one not in ''.join([*names, result])]
    if min(counts) < 0 or max(counts) > len(free) or any(one.replace('...', '', 1).count('.') for one in (*names, result)):
        raise ValueError(f'einsum: {",".join(names)!r}, must have a letter for each dimension that dots do not stand for, and dots once')
    dots = ''.join(free[:max(counts)])
    if dots and '...' not in result:
        raise ValueError(f'einsum: {result!r}, must have dots, as the operands')
    return [name.replace('...', dots[len(dots) - count:]) for name, count in zip(names, counts)], result.replace('...', dots)


def _without_ones(operands: Sequence[Array], names: Sequence[str]) -> tuple[list[Array], list[str]]:
    """A dimension of one element, which is repeated because another operand has more, is left out: its operand has no such letter."""
    extents: dict[str, set[int]] = {}
    for x, name in zip(operands, names):
        for one, extent in zip(name, x.shape):
            extents.setdefault(one, set()).add(extent)
    wrong = {one: some for one, some in extents.items() if len(some - {1}) > 1}
    if wrong:
        raise ValueError(f'einsum: {",".join(names)!r}, a letter must have one extent, not {wrong}')
    repeated = [[len(name) == x.ndim and extent == 1 and name.count(one) == 1 and len(extents[one]) > 1 for one, extent in zip(name, x.shape)]
                for x, name in zip(operands, names)]
    return ([picked_by(x, [0 if drop else slice(None) for drop in drops]) if any(drops) else x for x, drops in zip(operands, repeated)],
            [''.join(one for one, drop in zip(name, drops) if not drop) if any(drops) else name for name, drops in zip(names, repeated)])


def _with_each_once(x: Any, name: str) -> tuple[Array, str]:
    """Of a name with a letter twice the diagonal."""
    if len(name) != x.ndim:
        raise ValueError(f'einsum: {name!r}, must have a letter for each dimension of {x!r}')
    for one in sorted(set(name)):
        while name.count(one) > 1:
            first = name.index(one)
            second = name.index(one, first + 1)
            if x.shape[first] != x.shape[second]:
                raise ValueError(f'einsum: {name!r}, {one} must have the same extent')
            x = numpy.diagonal(x, 0, first, second)
            name = ''.join(other for at, other in enumerate(name) if at not in (first, second)) + one
    return x, name


def _summed(x: Any, name: str, needed: set[str]) -> tuple[Any, str]:
    axes = tuple(at for at, one in enumerate(name) if one not in needed)
    if axes:
        x = numpy.sum(x, axes, dtype=x.dtype)
    return x, ''.join(one for one in name if one in needed)


def _pair(a: Array, left: str, b: Array, right: str, needed: set[str]) -> tuple[Any, str]:
    a, left = _summed(a, left, needed | set(right))
    b, right = _summed(b, right, needed | set(left))
    extents = {**dict(zip(right, getattr(b, 'shape', ()))), **dict(zip(left, getattr(a, 'shape', ())))}
    both = [one for one in left if one in right]
    batch, inner = [one for one in both if one in needed], [one for one in both if one not in needed]
    rows, columns = [one for one in left if one not in both], [one for one in right if one not in both]
    if inner and not rows and not columns:  # lines of products
        names = {one: at for at, one in enumerate(left)}
        text = ''.join(string.ascii_letters[names[one]] for one in left), ''.join(string.ascii_letters[names[one]] for one in right)
        made = lines_of_products(a, b, *text, tuple(names[one] for one in inner))
        return made, ''.join(one for one in left if one not in inner)
    if not inner:  # no sum: elements are multiplied
        name = ''.join(batch + rows + columns)
        return elementwise(numpy.multiply, _spread(a, left, name), _spread(b, right, name)), name

    def as_matrix(x: Array, name: str, outer: Sequence[str], other: Sequence[str]) -> Array:
        x = permute_dims(x, [name.index(one) for one in (*batch, *outer, *other)])
        count = [math.prod(extents[one] for one in some) for some in (batch, outer, other)]
        return reshape(x, count if batch else count[1:])
    product = matmul(as_matrix(a, left, rows, inner), as_matrix(b, right, inner, columns))
    name = ''.join(batch + rows + columns)
    return reshape(product, [extents[one] for one in name]), name


def _spread(x: Any, name: str, all_names: str) -> Any:
    """With new axes for the letters that it has not."""
    if not isinstance(x, Array):
        return x
    x = permute_dims(x, [name.index(one) for one in all_names if one in name])
    return picked_by(x, [slice(None) if one in name else None for one in all_names])


@for_numpy(views=True)
def inner(a: Array, b: Any) -> Any:
    if numpy.ndim(a) == 0 or numpy.ndim(b) == 0:
        return elementwise(numpy.multiply, a, b)
    return _number(tensordot(a, b, ([-1], [-1])))


@for_numpy(views=True)
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Array:
    """Of vectors of three elements."""
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis,) * 3
    a, b = moveaxis(distributed(a), axisa, -1), moveaxis(distributed(b), axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise Missing('numpy.cross has no distributed version of vectors that have not three elements')
    pairs = (1, 2), (2, 0), (0, 1)
    return stack([a[..., one] * b[..., other] - a[..., other] * b[..., one] for one, other in pairs], axisc)


@for_numpy(views=True)
def cov(m: Array, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    if m.ndim > 2:
        raise ValueError(f'{m!r}, must have at most two dimensions')
    x: Any = numpy.atleast_2d(m)
    x = x if rowvar or m.ndim < 2 else x.T
    if x.shape[0] == 0:
        return zeros((0, 0))
    if y is not None:
        other: Any = numpy.atleast_2d(y)
        x = concatenate([x, other if rowvar or other.shape[0] == 1 else other.T], 0)
    x = x.astype(numpy.result_type(x.dtype, 'f8'), copy=False)
    apart = x - numpy.mean(x, 1, keepdims=True)
    count = x.shape[1] - (ddof if ddof is not None else 0 if bias else 1)
    if count <= 0:
        warn('Degrees of freedom <= 0 for slice')
    made = matmul(apart, apart.conj().T) * numpy.true_divide(1, max(count, 0.0))
    return _number(made[0, 0]) if made.shape == (1, 1) else made


# ---- numpy.fft ----

def _transform(name: str, function: Callable) -> None:
    def called(a: Any, n: Any = None, axis: Any = -1, norm: str | None = None, out: Any = None) -> Array:
        if n is not None and n < 1:
            raise ValueError(f'n: {n}, must be at least 1')
        return stored(function(distributed(a), (axis,), norm, s=None if n is None else _layouts.extents(n)), out)
    called.__name__ = name
    _for(numpy.fft, name)(called)


def _transform_of_several(name: str, of_all: tuple[int, ...] | None, function: Callable) -> None:
    def called(a: Any, s: Any = None, axes: Any = of_all, norm: str | None = None, out: Any = None) -> Array:
        return stored(function(distributed(a), None if axes is None else tuple(axes), norm, s=None if s is None else _layouts.extents(s)), out)
    called.__name__ = name
    _for(numpy.fft, name)(called)


def _half(name: str, transform: Callable, conjugate: Callable) -> None:
    """Of a signal whose transform is real: NumPy's hfft and ihfft."""
    inverse = {None: 'forward', 'backward': 'forward', 'ortho': 'ortho', 'forward': 'backward'}

    def called(a: Any, n: Any = None, axis: Any = -1, norm: str | None = None, out: Any = None) -> Array:
        return stored(conjugate(distributed(a), lambda x: transform(x, n, axis, inverse[norm])), out)
    called.__name__ = name
    _for(numpy.fft, name)(called)


_half('hfft', lambda *given: numpy.fft.irfft(*given), lambda x, made: made(numpy.conj(x)))
_half('ihfft', lambda *given: numpy.fft.rfft(*given), lambda x, made: numpy.conj(made(x)))


for _kind, _function in ('', fft.fftn), ('i', fft.ifftn), ('r', fft.rfftn), ('ir', fft.irfftn):
    _transform(f'{_kind}fft', _function)
    _transform_of_several(f'{_kind}fft2', (-2, -1), _function)
    _transform_of_several(f'{_kind}fftn', None, _function)


def _shift(name: str, by: Callable[[int], int]) -> None:
    def shift(x: Array, axes: Any = None) -> Array:
        some = tuple(range(x.ndim)) if axes is None else _layouts.extents(axes)  # as in NumPy an axis may come several times
        return roll(x, tuple(by(x.shape[one]) for one in some), some) if some else x.copy()
    shift.__name__ = name
    _for(numpy.fft, name)(shift)


_shift('fftshift', lambda extent: extent // 2)
_shift('ifftshift', lambda extent: -(extent // 2))
