# SPDX-License-Identifier: BSD-3-Clause
"""What stands here of NumPy beyond the array API standard, and why: no further corner of NumPy is written by hand, since `us.fallback` has them all."""
import inspect

import numpy
import pytest

import upc_stride as us
from upc_stride._numpy import _tables

SHORT = 3  # lines
NEEDED = {
    'numpy-100, NPBench, scikit-learn or SciPy call it (the first table of numpy.md), or times.md has it':
        'array_equal bincount concatenate cov diag diagonal dot einsum histogram intersect1d median norm pad sliding_window_view transpose',
    'xarray calls it': 'gradient nanmean nanvar',
    'what NumPy gives shares memory with its argument, or it writes into this: a copy does not do':
        'array array_split copyto fill_diagonal place put put_along_axis putmask real_if_close rot90 swapaxes',
    'linalg of the standard has it': 'cross',
}
STANDARD = {'numpy': us.array_api, 'numpy.linalg': us.array_api.linalg, 'numpy.fft': us.array_api.fft}


def lines(function):
    """Those of the body of what is written here; of a function of NumPy that each thread calls with its elements there are none."""
    function = inspect.unwrap(function)
    if function.__module__.startswith('numpy'):
        return 0
    body = inspect.getsource(function).split('\n    ', 1)[-1]
    text = (function.__doc__ or '').count('\n') + 1 if function.__doc__ and '"""' in body else 0
    signature = inspect.getsource(function).split('def ', 1)[-1].partition(':\n')[0].count('\n')
    return len(body.rstrip().splitlines()) - text - signature


def beyond():
    """NumPy's functions that have a distributed version, and are not in the standard."""
    for function, own in _tables.BY_NUMPY.items():
        namespace = STANDARD.get(function.__module__, us.array_api)
        if function.__name__ not in dir(namespace) or function.__name__ in ('cross', 'einsum', 'gradient', 'pad'):  # which the namespace has, too
            yield function.__name__, own


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other names')
def test_no_further_corner_of_numpy_is_written_by_hand():
    needed = set(' '.join(NEEDED.values()).split())
    longer = {name: lines(own) for name, own in beyond() if lines(own) > SHORT}
    assert longer.keys() == needed, {name: longer.get(name) for name in longer.keys() ^ needed}
