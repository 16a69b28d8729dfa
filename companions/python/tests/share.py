# SPDX-License-Identifier: BSD-3-Clause
"""The share of NumPy's functions that take arrays: how many of each module have a distributed version. The others are refused, or computed by
NumPy on copies if us.fallback allows it. With -v it names these."""
import importlib
import sys

import numpy

import upc_stride as us
from upc_stride._numpy import _tables

MODULES = 'numpy', 'numpy.linalg', 'numpy.fft', 'numpy.lib.stride_tricks', 'numpy.strings', 'numpy.char', 'numpy.lib.recfunctions'

us.init()
if us.thread() == 0:
    for module in MODULES:
        functions = {one for name, one in vars(importlib.import_module(module)).items() if hasattr(one, '_implementation') and not name.startswith('_')}
        others = sorted(one.__name__ for one in functions if one not in _tables.BY_NUMPY)
        print(f'{module}: {len(functions)} functions, {len(functions) - len(others)} distributed', *([f'({", ".join(others)})'] if '-v' in sys.argv else []))
    ufuncs = {one for one in vars(numpy).values() if isinstance(one, numpy.ufunc)}
    print(f'numpy: {len(ufuncs)} ufuncs, {sum(one.signature is None or one in _tables.BY_UFUNC for one in ufuncs)} distributed')
