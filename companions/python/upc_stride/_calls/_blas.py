# SPDX-License-Identifier: BSD-3-Clause
"""OpenBLAS starts a thread for each core in each process. The threads here that share a host's memory share its cores."""
from __future__ import annotations

import ctypes
import os

from .._base._start import at_init, threads
from ._shared import FEW, kept, near_blocks

_CHOICES = 'OPENBLAS_NUM_THREADS', 'GOTO_NUM_THREADS', 'OMP_NUM_THREADS'  # of the program's user, which count
_NAMES = [f'{before}openblas_set_num_threads{after}' for before in ('', 'scipy_') for after in ('', '64_', '_64')]


def files_named(*words: str) -> list[str]:
    """The libraries of this process whose names, or those of their folders, have one of these words."""
    with open('/proc/self/maps') as maps:
        files = {line.split(None, 5)[-1].rstrip('\n') for line in maps}
    return sorted(one for one in files if any(word in ''.join(one.rsplit('/', 2)[1:]) for word in words))


def _loaded() -> list[ctypes.CDLL]:
    """The libraries OpenBLAS of this process: those of NumPy, and of SciPy if the program has imported it already."""
    return [ctypes.CDLL(one) for one in files_named('openblas')]


@at_init
def _share_cores() -> None:
    if threads() == 1 or any(name in os.environ for name in _CHOICES):
        return
    here = sum(address is not None for address in near_blocks(kept('parts', FEW, 'u1')))
    most = max(1, len(os.sched_getaffinity(0)) // here)
    for one in _loaded():
        for name in _NAMES:
            if hasattr(one, name):
                getattr(one, name)(most)
    os.environ[_CHOICES[0]] = str(most)  # for those that are loaded later
