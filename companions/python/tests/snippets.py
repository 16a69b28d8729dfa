# SPDX-License-Identifier: BSD-3-Clause
"""Calls of NumPy's reference, on distributed arrays and on NumPy's own: the share that gives the same.

    upcrun -n 3 python3 python/tests/snippets.py [WORD]      those whose text has the word

A thread is late at random calls of the library. Each snippet is an expression, or statements after which the arrays are compared.
It prints those that are not as expected in REASONS, and how many are the same."""
import collections
import re
import sys

import numpy
from common import are_alike, of_all_threads, warned
from delays import delayed_at_random

import upc_stride as us

# What does not do what NumPy does, and why a user can accept it: the beginning of the snippet.
REASONS = {
    **{one: 'is about memory, of which an array has a part on each thread' for one in ("A.view('i8')", 'A.byteswap', 'A.strides', 'A.base', 'A.flags')},
    **{one: 'an array keeps its shape and type; reshape and astype give others' for one in ('A.shape =', 'A.dtype =', 'A.resize(')},
}

UFUNCS = sorted(name for name in dir(numpy) if isinstance(getattr(numpy, name), numpy.ufunc)
                and name not in ('isnat', 'matmul', 'vecdot', 'matvec', 'vecmat'))
REDUCTIONS = 'sum prod mean std var min max any all argmin argmax ptp count_nonzero median average ' \
             'nansum nanprod nanmean nanstd nanvar nanmin nanmax nanargmin nanargmax nanmedian'.split()
SCANS = 'cumsum cumprod sort argsort flip nancumsum nancumprod diff'.split()
PLAIN = '''angle real imag conj isclose nan_to_num sinc i0 real_if_close iscomplex isreal isneginf isposinf fix around trunc copy ravel
transpose nonzero argwhere flatnonzero unique squeeze atleast_1d atleast_2d atleast_3d fliplr flipud rot90 tril triu zeros_like ones_like
empty_like trace diagonal diag diagflat ediff1d gradient trapezoid unwrap shape ndim size iscomplexobj isrealobj array_str
ascontiguousarray'''.split()


def generated():
    for name in UFUNCS:
        function = getattr(numpy, name)
        if function.nin == 1:
            yield from (f'np.{name}({one})' for one in ('A / 24', 'I', 'C', 'v[2:9]', 'M'))
        else:
            yield from (f'np.{name}({one})' for one in ('A, B', 'I, 3', 'A, A[0] + 1', 'C, 2', 'M, M[::-1]', 'I[1:], I[:-1] + 1', '2, v'))
            if function.nout == 1:
                yield from (f'np.{name}.{method}' for method in ('reduce(A)', 'reduce(I, axis=1)', 'accumulate(I, axis=0)', 'outer(v, v[:3])',
                                                                'reduce(I, axis=None)', 'at(I, ([0, 0, 5], 1), 2)', 'reduceat(v, [0, 4, 8])'))
                yield f'np.{name}(I, 2, out=A)'
                yield f'np.{name}(A, 2, where=M, out=B)'
    for name in REDUCTIONS:
        yield from (f'np.{name}({one})' for one in ('A', 'A, axis=0', 'A, axis=-1, keepdims=True', 'I', 'T, axis=1', 'v', 'N', 'N, axis=1',
                                                    'C', 'A[1:, ::2]', 'A.T, 0', 'M'))
    for name in 'sum prod mean std var min max any all nansum nanmin nanmean'.split():
        yield f'np.{name}(A, where=M)' if name not in ('min', 'max', 'nanmin') else f'np.{name}(A, where=M, initial=9)'
        yield f'np.{name}(A, axis=1, where=M)' if name not in ('min', 'max', 'nanmin') else f'np.{name}(A, axis=0, initial=9)'
        yield f'np.{name}(T, axis=(0, 2))'
    yield from (f'np.{name}(A, axis=0, initial=5)' for name in ('sum', 'prod', 'min', 'max'))
    for name in SCANS:
        yield from (f'np.{name}({one})' for one in ('A', 'A, axis=0', 'v', 'I, axis=1', 'N' if 'nan' in name else 'T, axis=1', 'A[::2]'))
    for name in PLAIN:
        yield from (f'np.{name}({one})' for one in ('A', 'v', 'A[1:, :3]'))


WRITTEN = '''
np.where(A > 5, A, B) | np.where(M) | np.where(M, 1, A[0])
np.clip(A, 3, 9) | np.clip(A, None, 9) | A.clip(3, B)
np.concatenate([A, B]) | np.concatenate([A, B], 1) | np.concatenate([A, B], axis=None) | np.concatenate((v, [1, 2]))
np.stack([A, B]) | np.stack([A, B], -1) | np.vstack([A, A[0]]) | np.hstack([A, B]) | np.hstack([v, v]) | np.dstack([A, B])
np.column_stack([v, v]) | np.block([[A, B], [B, A]]) | np.append(A, B, 0) | np.append(v, 3) | np.block([v, v])
np.split(A, 3) | np.array_split(v, 5) | np.hsplit(A, 2) | np.vsplit(A, [1, 3]) | np.dsplit(T, 2) | np.array_split(A, 4, 1)
np.repeat(A, 2) | np.repeat(A, [1, 2, 0, 3], 1) | np.tile(v, 3) | np.tile(A, (2, 1, 2)) | np.roll(A, 2) | np.roll(A, (1, -1), (0, 1)) | np.resize(v, (3, 5))
np.insert(v, 2, 9) | np.delete(v, [0, 3]) | np.insert(A, 1, 0, axis=1) | np.delete(A, 1, 0) | np.trim_zeros(v) | np.pad(A, 1) | np.pad(v, (2, 1), mode='edge')
np.reshape(A, (3, 8)) | A.reshape(-1, 2, 2) | A.reshape(24) | np.ravel(A, 'F') | A.flatten() | np.reshape(A, (4, 6), order='F')
np.take(A, [5, 1]) | np.take(A, [2, 0], 1) | np.take_along_axis(A, np.argsort(A, 1), 1) | np.choose(I % 2, [A, B]) | np.compress([True, False, True], A, 0)
np.extract(A > 3, A) | np.select([A < 3, A < 9], [A, B], -1) | np.piecewise(v, [v < 4, v >= 4], [-1, 1]) | np.put_along_axis(A, I[:, :1] % 4, 99, 1)
np.searchsorted(v, [3, 5.5]) | np.digitize(v, [2, 5]) | np.histogram(A, 5) | np.histogram(v, [0, 3, 9]) | np.bincount(I.ravel()) | np.bincount(J, v)
np.histogram(A, bins=4, range=(0, 10)) | np.histogram(v, 4, weights=v) | np.histogram(A, 3, density=True) | np.bincount(J, minlength=20)
np.median(A) | np.percentile(A, 30) | np.percentile(A, [10, 50, 90], axis=0) | np.quantile(v, 0.3) | np.percentile(A, 25, axis=1, keepdims=True) | np.nanpercentile(N, 40)
np.dot(A, B.T) | np.dot(v, v) | np.matmul(A, B.T) | A @ v[:4] | np.vdot(v, v) | np.inner(v, v) | np.outer(v, v[:3]) | np.kron(A[:2], B[:2]) | np.inner(A, B)
np.tensordot(A, B) | np.tensordot(A, B.T, 1) | np.tensordot(T, A, ([0], [0])) if False else np.tensordot(T, T, ([0, 1], [0, 1]))
np.einsum('ij,kj->ik', A, B) | np.einsum('ij->j', A) | np.einsum('ij,ij', A, B) | np.einsum('ii', S) | np.einsum('ij->ji', A) | np.einsum('i,j->ij', v, v)
np.einsum('ijk,k->ij', T, v[:2]) | np.einsum('ij,jk,kl->il', A, B.T, A) | np.einsum('ii->i', S) | np.einsum('bij,bjk->bik', T, np.swapaxes(T, 1, 2))
np.cross(A[:, :3], B[:, :3]) | np.convolve(v, [1, 2, 1]) | np.correlate(v, [1, 2, 1]) | np.interp(v, [0, 12], [0, 1]) | np.cov(A) | np.corrcoef(A) | np.polyval([1, 2], v)
np.linalg.norm(A) | np.linalg.norm(v) | np.linalg.norm(A, axis=1) | np.linalg.norm(A, 1) | np.linalg.norm(v, np.inf) | np.linalg.norm(A, 'fro') | np.linalg.norm(v, 3)
np.linalg.solve(S, v[:5]) | np.linalg.solve(S, S[:, :2]) | np.linalg.cholesky(S) | np.linalg.inv(S) | np.linalg.det(S) | np.linalg.matrix_power(S, 3)
np.abs(np.linalg.qr(A)[1]) | np.abs(np.linalg.qr(A, 'r')) | np.linalg.svd(A, False)[1] | np.linalg.svd(A, compute_uv=False) | np.linalg.lstsq(A, v[:6], rcond=None)[0] | np.linalg.lstsq(A.T, v[:7], rcond=None)[2] | np.linalg.pinv(A) | np.linalg.matrix_rank(A) | np.linalg.norm(A, 2) | np.polyfit(v, v ** 2 + 1, 2) | np.linalg.eigvalsh(S)
np.linalg.slogdet(S)[1] | np.linalg.eigh(S)[0] | np.linalg.norm(A, axis=0) | np.histogram(v, 'auto')[0] | np.histogram(A, 'fd')[1] | np.gradient(v, v ** 2 + v) | np.gradient(A, edge_order=2)[1] | np.einsum(A, [0, 1], A, [2, 1], [0, 2])
np.allclose(A, A) | np.array_equal(A, B) | np.isin(I, [3, 4]) | np.unique(J, return_counts=True) | np.intersect1d(J, [1, 2, 3]) | np.union1d(J, [99]) | np.setdiff1d(J, [1])
np.meshgrid(v, v[:2]) | np.broadcast_to(v, (3, 12)) | np.broadcast_arrays(A, A[0]) | np.expand_dims(A, 1) | np.swapaxes(T, 0, 2) | np.moveaxis(T, 0, -1) | np.rollaxis(T, 2)
np.full_like(A, 3) | np.ones_like(I) | np.zeros_like(A, dtype='i4') | np.diag(v[:3], 1) | np.diag(S) | np.triu(S, 1) | np.tril(A) | np.fliplr(A) | np.rot90(A)
np.max(A, axis=0, keepdims=True) | np.average(A, weights=B + 1) | np.average(A, 0, weights=v[:6]) | np.ptp(A, 1) | np.lexsort((v, J)) | np.partition(v, 3)[3]
A.sum() | A.mean(1) | A.max(0) | A.std() | A.round(1) | A.cumsum(0) | A.dot(B.T) | A.astype('i4') | A.T | A.conj() | A.argsort() | A.nonzero() | A.swapaxes(0, 1)
A.tolist() | A.item(3, 2) | A.any() | A.ptp() if False else A.min() | A.trace() | A.diagonal() | A.searchsorted(3) if False else v.searchsorted(3) | A.repeat(2, 0) | A.compress([True], 0)
A[2] | A[2, 3] | A[-1, -1] | A[1:3] | A[::2, ::-1] | A[..., 1] | A[None] | A[[1, 3]] | A[[1, 3], [0, 2]] | A[A > 5] | A[M[:, 0]] | A[:, [True, False, True, False]] | A[np.newaxis, :, 1]
T[1, :, ::2] | T[:, [0, 2], 1] | T[..., None, 0] | T[[0, 1], 1:, [1, 0]] | v[J % 5] | v[::-1][2:5] | A[9] | A[1, 2, 3] | A['x'] | A[1.5] | A[[9]]
len(A) | list(v[:3]) | [float(one) for one in v] | float(A.sum()) | int(I[1, 1]) | bool(A[0, 1]) | A.shape | A.ndim | A.size | A.nbytes | A.dtype | A.itemsize | 3 in v
A + B | A - 1 | 2 * A | A / B | A // 2 | A % 3 | A ** 2 | -A | abs(A) | A == B | A < B | A != 3 | I & 3 | I | 1 | I ^ 2 | I << 1 | ~I | ~M | divmod(I, 3) | A @ B.T | +A
A += 1 | A -= B | A *= A | A /= 2 | I //= 2 | I %= 3 | A **= 2 | I &= 5 | I <<= 1 | A += A[0] | A[1:] += A[:-1] | I += 1.5 | M &= M[::-1]
A[2] = 5 | A[2, 3] = 7 | A[:, 1] = v[:6] | A[A > 5] = 0 | A[[1, 3]] = 9 | A[1:3] = B[2:4] | A[...] = 3 | A[[0, 0], [1, 1]] += 1 | A[:2] = [[1], [2]] | A[M] = np.arange(12.) | A[2] = v[:4]
A.fill(3) | A.sort() | A.sort(0) | v.sort() | v[::-1].sort() | np.copyto(A, B) | np.copyto(A, 3, where=M) | np.put(A, [0, 5], 9) | A.put([1, 2], [7, 8]) | np.putmask(A, M, 7) | np.place(A, M, [1, 2]) | np.fill_diagonal(S, 0)
np.add.at(v, [0, 0, 3], 1) | np.subtract.at(A, [1, 1], 2) | np.maximum.at(v, J % 12, 50) | np.add(A, 1, out=A[::-1]) | np.sum(A, 0, out=v[:4]) | np.multiply(A[:2], 2, out=B[1:3])
np.fft.fft(v) | np.fft.fft2(A) | np.fft.ifft(v) | np.fft.fftn(T) | np.fft.rfft(v) | np.fft.fftshift(v) | np.fft.fft(A, axis=0) | np.fft.irfft(v)
np.sum(v[v > 3]) | np.sqrt(np.sum(A ** 2, axis=1)) | (A - A.mean(0)) / A.std(0) | np.exp(-v).sum() | A[A.argmax(0), [0, 1, 2, 3]] | (A.T @ A).trace() | np.cumsum(v)[-1] | A[A.sum(1) > 30]
for row in A: row -= row.mean() | for i in range(5): v[i + 1] += v[i] | v[1:-1] = (v[:-2] + v[2:]) / 2 | A[0], A[1] = A[1].copy(), A[0].copy() | x = A[1]; x += 2; A[2] = x | A.T[2] -= A.T[1]
np.array2string(v) | repr(A.shape) | np.result_type(A, I) | np.can_cast(A.dtype, 'f4') | np.may_share_memory(A, A) | np.shares_memory(A, B) | np.min_scalar_type(3) | np.iterable(A)
A.view('i8') | A.byteswap() | A.flat[3] | A.strides | A.base | A.flags.writeable | A.copy().shape | A.squeeze().shape | A.resize(3) | A.tobytes() | A.astype('f4', copy=False).dtype
np.apply_along_axis(sum, 0, A) | np.apply_over_axes(np.sum, T, [0, 2]) | np.lib.stride_tricks.sliding_window_view(v, 3) | np.lib.stride_tricks.sliding_window_view(A, (2, 2)) | np.vectorize(abs)(A) | np.nan_to_num(N) | np.count_nonzero(A, 1) | np.flatnonzero(v > 3) | np.argwhere(M) | np.unravel_index(J[:3], (4, 6)) | np.ix_([0, 1], [2])
np.trace(A, 1) | np.take(v, [13], mode='wrap') | np.take(A, [-1, 9], 1, mode='clip') | np.diff(v, prepend=0) | np.choose([0, 1, 1, 0], [v[:4], v[4:8]]) | np.zeros_like(A, shape=(2, 2))
A.view()[0] = 4 | A.copy(order='F') | np.array_equiv(A, A[:1]) | np.setxor1d(J, [1, 2]) | np.linalg.multi_dot([A, A.T, A]) | A.shape = (4, 6) | A.dtype = 'i8' | A.astype('i8', casting='safe')
np.cross([1, 2, 3], A[:, :3]) | np.cross(A[:, :3], B[0, :3]) | np.searchsorted([1, 5], v) | np.kron([1, 2], v) | np.outer([1, 2], v) | np.average([1, 2, 3], weights=v[:3])
np.intersect1d([1, 2, 99], v) | np.bincount([0, 1, 1], weights=v[:3]) | np.histogram([1, 2, 3], bins=np.sort(v)) | np.compress(v > 3, np.arange(12)) | np.quantile([1., 2, 3], v[:2] / 12)
np.insert(v, 2, [7, 8, 9]) | np.insert(A, 1, v[:6], axis=1) | np.insert(v, J[:2], [7, 8]) | np.delete(v, J) | np.delete(v, v > 5) | np.correlate([1, 2j], v, 'full') | np.correlate(v, C[0], 'same')
A.item(5) | A.item(99) | A.item((1, 2)) | A.partition(2) if False else v[:1].partition(0) | np.argpartition(v, 3)[3] | np.concatenate([A, I], casting='safe') | np.ravel_multi_index((J % 6, J % 4), (6, 4))
np.linalg.matmul(A, B.T) | np.linalg.outer(v, v) | np.linalg.vecdot(A, B) | np.matvec(A, v[:4]) | np.vecmat(C[:, 0], C) | np.unique_counts(J)[1] | np.unique_inverse(J)[1]
np.trapezoid(v) | np.gradient(v) | np.gradient(A) | np.ediff1d(v) | np.logspace(0, 1, 3) | np.vander(v[:3]) | np.tri(3) | np.heaviside(A - 3, 0.5) | np.real(C) | np.imag(C) | C.real | C.imag | np.conj(C)
np.add.at(A, np.s_[1:3], 1) | np.subtract.at(A, np.s_[..., 0], v[:6]) | np.multiply.outer(I.astype('i1'), 300) | np.divmod.outer(I, I + 1) | np.add.reduceat(v, J[:3])
np.floor_divide.reduce(A, axis=0, initial=300) | np.subtract.reduce(I, axis=1, initial=9) | np.bitwise_and.reduce(I.astype('u1'), axis=0, where=M) | np.logaddexp.reduce(I, axis=0, where=M)
x = np.take(A, 3, 0); A[3] = 0; v = x | x = np.take(A, np.array(-1), 1, mode='wrap'); A += 1; v = x | x = A[np.array(True)]; x += 1 | np.argmax(v, axis=-1) | np.searchsorted(np.sort(v), 5)
np.gradient(I.astype('u1'), axis=(1, 0)) | np.percentile(A.astype('f4'), [10, 50], axis=0) | np.searchsorted(np.sort(N, None), [np.nan, 3], 'right') | np.unique((I % 3).astype('M8[D]'))
np.copyto(I, 2.5) | I.imag = 3 | A.imag.fill(3) | np.fill_diagonal(T, 1) | np.place(A, M[0], 1) | v.flat = [] | np.putmask(I, M, v) | np.put(I, [0], 1j) | np.insert(I, 0, np.nan) | A[M] = B[None]
np.diff(A, axis=(0,)) | np.sort(A, axis=(0,)) | np.cumsum(A, axis=(1,)) | A.sort(None) | np.argmin(A, 0, out=v[:4]) | np.any(A[:1], where=M) | A[[0, 1], [0, 1, 2]] | np.std(A, out=v) | int(v[:1]) | v[2] = v[3:4]
A.astype('U4') == 3 | A.astype('S4') != A | np.array_equal(A, A.astype('M8[D]')) | X = A.astype('S5'); X[[0, 1], 1] = b'xy'; v = X | np.add(v[:4], 1, out=A) | np.dot(A.T, A, out=A[:4]) | np.matmul(A.T, A, out=B[:4])
np.trim_zeros(np.triu(A, 2)) | np.isin(I.astype('m8[s]'), np.array([3])) | A.astype('>f8').var(0) | np.average(A.astype('>f8'), 0) | np.tril(A.astype('>i4')) | np.roll(A.astype('>i4'), 1) | M.conj() | v.conjugate()
x = A[np.array(2)]; x += 1 | x = A[None, np.array(1), 1:]; A += 1; v = x | np.broadcast_to(A, (2, 6, 4))[:, :] = 1 | np.put(I, [], 'x') | np.cov(T) | np.nanmean(N, dtype='i4') | np.unwrap(I, period=5) | np.unwrap(T / 3, axis=1) | np.unwrap(v, 2.5, period=4) | np.cov(A[:, :0]) | np.cumsum(I[:0], 0) | np.put(A, [], 3) | np.take(A, []) | np.average(A[:0], 0) | np.count_nonzero(A.astype('U4')) | np.std(I, dtype='i4') | np.unique(v, axis=0) | np.digitize(C, [1, 2])
'''


def snippets():
    seen = {}
    for one in generated():
        seen[one] = None
    for row in WRITTEN.strip().splitlines():
        for one in row.replace(' | 1 |', ' @or 1 |').split(' | '):
            seen[one.strip().replace('@or', '|')] = None
    return list(seen)


def values(snippet):
    """The arrays that a snippet names."""
    some = numpy.random.default_rng(7)
    A = some.permutation(numpy.arange(24.)).reshape(6, 4)
    S = some.standard_normal((5, 5))
    N = A.copy()
    N[1, 2] = N[4, 0] = numpy.nan
    return {name: one for name, one in {'A': A, 'B': A[::-1].copy() + 1, 'I': A.astype('i8') % 7, 'C': A + 1j * A[::-1], 'M': A % 2 == 0, 'v': some.permutation(numpy.arange(12.)),
            'T': some.permutation(numpy.arange(24.)).reshape(3, 4, 2), 'S': S @ S.T + numpy.eye(5), 'N': N, 'J': some.integers(0, 9, 10)}.items()
            if re.search(rf'\b{name}\b', snippet)}


def plain(made):
    """A result as NumPy has it, or the parts of a tuple."""
    if isinstance(made, (tuple, list)):
        return [plain(one) for one in made]
    return made.to_numpy() if isinstance(made, us.Array) else made


def outcome(snippet, given):
    """What it gives, the arrays after it, and what it warns of. What raises gives the exception."""
    scope = {'np': numpy, **given}
    with warned() as told:
        try:
            try:
                code = compile(snippet, snippet, 'eval')
            except SyntaxError:
                exec(compile(snippet, snippet, 'exec'), scope)
                made = None
            else:
                made = eval(code, scope)
            made, after = plain(made), [plain(scope[name]) for name in given]
        except Exception as error:
            made, after = error, None
    return made, after, told


def _same_elements(ours, theirs):
    if theirs.dtype.kind not in 'biufc':
        return repr(ours.tolist()) == repr(theirs.tolist())
    digits = {'e': 1e-2, 'f': 1e-4, 'F': 1e-4}.get(theirs.dtype.char, 1e-8)
    with numpy.errstate(all='ignore'):
        if theirs.dtype.kind == 'c':  # which parts of a product or quotient of infinities are NaN is not defined
            is_finite = numpy.isfinite(theirs)
            return numpy.array_equal(numpy.isfinite(ours), is_finite) and numpy.allclose(ours[is_finite], theirs[is_finite], digits, digits)
        return numpy.allclose(ours, theirs, digits, digits, equal_nan=True)


def same(ours, theirs):
    if isinstance(theirs, (list, tuple)):
        return isinstance(ours, (list, tuple)) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(theirs, (numpy.ndarray, numpy.generic, int, float, complex)):
        ours, theirs = numpy.asarray(ours), numpy.asarray(theirs)
        return ours.dtype == theirs.dtype and ours.shape == theirs.shape and _same_elements(ours, theirs)
    return ours == theirs or type(ours) is type(theirs)


def is_of_newer_numpy(snippet):
    """NumPy 1 has other types for some results, and not all functions."""
    return numpy.__version__ < '2'


BY_COPIES = 'the same by NumPy on copies, if us.fallback allows it'


def is_refused(made):
    """Whether it is an exception that says how it would not be."""
    return isinstance(made, TypeError) and 'us.fallback(' in str(made)


def judged(snippet, layout, has_fallen_back=False):
    theirs, after, told = outcome(snippet, values(snippet))
    ours, our_after, our_told = outcome(snippet, {name: us.array(one, **layout) for name, one in values(snippet).items()})
    if is_refused(ours) and not has_fallen_back:
        with us.fallback('allow'):
            found = judged(snippet, layout, True)
        return BY_COPIES if found == 'the same' else found
    our_told = of_all_threads(our_told)
    if isinstance(theirs, Exception):
        if not isinstance(ours, Exception):
            return 'does not raise'
        return 'the same' if are_alike(ours, theirs) else f'raises {type(ours).__name__}, NumPy {type(theirs).__name__}'
    if isinstance(ours, Exception):
        return f'raises {type(ours).__name__}: {str(ours)[:90]}'
    if our_told != told:
        return f'warns of {our_told}, NumPy of {told}'
    if 'empty_like' in snippet:
        return 'the same'
    return 'the same' if same(ours, theirs) and same(our_after, after) else 'differs'


def main():
    word = sys.argv[1] if len(sys.argv) > 1 else ''
    some = [one for one in snippets() if word in one]
    us.barrier()
    count, by_reason, wrong = collections.Counter(), collections.Counter(), 0
    for number, snippet in enumerate(some):
        layout = [{}, {'block': 2}, {'block': 3}][number % 3]
        with delayed_at_random(number):
            found = judged(snippet, layout)
        agreed = found in ('the same', BY_COPIES)
        reason = next((REASONS[one] for one in REASONS if snippet.startswith(one)), None)
        if not agreed and reason:
            by_reason[reason] += 1
        count[found if agreed else 'not the same, with a reason' if reason else 'not the same'] += 1
        if not agreed and not reason:
            wrong += 1
            if us.thread() == 0 or found == 'the same':
                print(f'{snippet}: {found}', flush=True)
    us.barrier()
    if us.thread() == 0:
        print(*(f'{many}: {one}' for one, many in by_reason.items()), sep='\n')
        print(', '.join(f'{one}: {many}' for one, many in sorted(count.items())), 'of', len(some))
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main()
