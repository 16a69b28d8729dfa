# SPDX-License-Identifier: BSD-3-Clause
"""Arrays cut into blocks over several processes, and collectives that name blocks, not processes.

    import upc_stride as us                          # upcrun -n 4 python rows.py

    A = us.zeros((256, 256), block=(64, 64), grid=(2, 2))
    for index, tile in A.local:                      # the caller's own blocks as NumPy arrays
        tile[...] = us.thread()
    us.barrier()
    copies = us.empty((128, 128), block=(64, 64), grid=(2, 2))
    us.broadcast(copies.blocks[0, :], A.blocks[1, 2])  # block (1, 2) of A to block row 0 of copies

Every process runs the same program and is a *thread* with a number. `upcrun -n 4 python prog.py` starts them; in an MPI
program, `us.init(comm)` takes a communicator of mpi4py. See companions/python/python.md.
"""
from . import array_api, fft, linalg, random
from ._arrays._arrays import Array
from ._arrays._files import checkpoint, load, restart
from ._arrays._make import array, array_of, empty, from_numpy, full, zeros
from ._arrays._one_sided import OneSided as _OneSided
from ._arrays._stored import Group, Stored, create, open
from ._base import _documentation
from ._base._library import Error
from ._base._start import finalize, init, thread, threads
from ._calls import _blas as _blas, _calls as _collectives, _reports as _reports
from ._calls._calls import *
from ._calls._files import attributes, look, read, set_attributes, write
from ._calls._sections import Blocks, Elements
from ._numpy import _joins as _joins, _linear as _linear, _methods as _methods, _nan as _nan, _orders as _orders  # NumPy's functions, operators and methods of arrays
from ._numpy._fallback import FallbackWarning, fallback
from ._numpy._creation import arange, eye, fromfunction, linspace, ones
from ._numpy._tiles import map

__version__ = '0.1.0'
__all__ = ['Array', 'Blocks', 'Elements', 'Error', 'FallbackWarning', 'Group', 'Stored', 'arange', 'array', 'array_api', 'array_of', 'attributes', 'checkpoint', 'create', 'empty', 'eye', 'fallback', 'fft',
           'finalize', 'from_numpy', 'fromfunction', 'full', 'init', 'linalg', 'linspace', 'load', 'look', 'map', 'ones', 'open', 'random', 'read', 'restart',
           'set_attributes', 'thread', 'threads', 'write', 'zeros']
__all__ += _collectives.__all__

for _name in __all__:
    if _name != 'array_api':
        _documentation.complete(globals()[_name])
_documentation.complete(_OneSided)
