# SPDX-License-Identifier: BSD-3-Clause
"""The rounding errors of us.fft beside those of numpy.fft: random shapes, axes, blocks, complex and real, against sums in long double.

usage: fft_error.py COUNT SEED FACTOR: no error may be FACTOR times NumPy's, which counts as half of the last bit at least
"""
import sys

import numpy

import upc_stride as us

MOST = 6000  # elements
KINDS = 'fftn', 'ifftn', 'rfftn', 'irfftn'


def along(axis, x, sign, length):
    """Fourier sums of x in long double along an axis; the elements 0 .. length - 1 of them."""
    n = x.shape[axis]
    angle = 8 * numpy.arctan(numpy.longdouble(1)) * (numpy.outer(numpy.arange(length), numpy.arange(n)) % n) / n
    roots = numpy.cos(angle) + sign * 1j * numpy.sin(angle)
    return numpy.moveaxis(numpy.tensordot(roots, x, (1, axis)), 0, axis)


def exact(kind, x, axes, last):
    """The transform of x; `last` is the number of real elements along the last one of the axes."""
    x = x.astype('G')
    sign = 1 if kind[0] == 'i' else -1
    if kind == 'irfftn':
        for axis in axes[:-1]:
            x = along(axis, x, sign, x.shape[axis])
        x = numpy.moveaxis(x, axes[-1], -1)
        x[..., 0].imag = 0
        if last % 2 == 0:
            x[..., -1].imag = 0
        x = numpy.concatenate([x, x[..., (last - 1) // 2:0:-1].conj()], axis=-1)
        x = numpy.moveaxis(along(x.ndim - 1, x, sign, last), -1, axes[-1]).real
    else:
        for axis in axes[::-1]:
            x = along(axis, x, sign, x.shape[axis] // 2 + 1 if kind == 'rfftn' and axis == axes[-1] else x.shape[axis])
    size = numpy.prod([last if axis == axes[-1] else x.shape[axis] for axis in axes])
    return x / size if sign > 0 else x


def extent(draw, rest):
    return int(min(rest, draw.choice([draw.integers(1, 25), draw.integers(1, 65), draw.choice([2, 3, 5, 7, 11, 13, 31, 41, 61, 97])])))


def random_transform(draw):
    kind, ndim = str(draw.choice(KINDS)), int(draw.integers(1, 5))
    shape, rest = [], MOST
    for _ in range(ndim):
        shape.append(int(draw.integers(1, 1000)) if ndim == 1 else extent(draw, rest))
        rest = max(1, rest // shape[-1])
    axes = [int(axis) for axis in draw.permutation(ndim)[:draw.integers(1, ndim + 1)]]
    last = shape[axes[-1]]
    if kind == 'irfftn':
        shape[axes[-1]] = last // 2 + 1
    block = [int(draw.integers(1, n + 1)) for n in shape]
    x = draw.standard_normal(shape)
    return kind, x if kind == 'rfftn' else x + 1j * draw.standard_normal(shape), block, axes, last


def compared(number, draw):
    """How much larger the error is than NumPy's, on thread 0; elsewhere 0."""
    kind, x, block, axes, last = random_transform(draw)
    options = {'axes': axes, **({'s': [last if axis == axes[-1] else x.shape[axis] for axis in axes]} if kind == 'irfftn' else {})}
    got = getattr(us.fft, kind)(us.array(x, block=block), **options).to_numpy()
    if us.thread() != 0:
        return 0
    wanted = exact(kind, x, axes, last)
    by_numpy = getattr(numpy.fft, kind)(x, **options)
    size = numpy.sqrt((numpy.abs(wanted) ** 2).sum())
    ours, numpys = (float(numpy.sqrt((numpy.abs(y - wanted) ** 2).sum()) / size) for y in (got, by_numpy))
    ratio = ours / max(numpys, numpy.finfo(float).eps / 2)
    if not numpys < 1e-14:
        ratio = numpy.inf  # the sums are wrong
    if ratio > FACTOR:
        print(f'transform {number}: {kind} of {x.shape}, axes {axes}, blocks of {block}: error {ours:.3g}, of NumPy {numpys:.3g}')
    return ratio


COUNT, SEED, FACTOR = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
generator = numpy.random.default_rng(SEED)
ratios = [compared(number, generator) for number in range(COUNT)]
if us.thread() == 0:
    print(f'{COUNT} shapes, {sum(ratio > FACTOR for ratio in ratios)} wrong; the error is {numpy.median(ratios):.2f} of NumPy\'s '
          f'in the median, {max(ratios):.2f} at most')
sys.exit(max(ratios) > FACTOR)
