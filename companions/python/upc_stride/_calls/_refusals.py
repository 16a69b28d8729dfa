# SPDX-License-Identifier: BSD-3-Clause
"""What the package finds wrong with a collective on one thread, before the library sees the call: the other members, which have made it,
get an error too, in the agreement with which the library's calls begin."""
from __future__ import annotations

from typing import Any

from .._base._library import Error, Pointer
from .._base._start import calling, current, threads
from ._sections import Section

# The argument of which only the first block counts, by the name of the call.
_PLACES = {'broadcast': 'src', 'lend': 'src', 'scatter': 'src', 'scatterv': 'src', 'scatter_own': 'src',
           'gather': 'dst', 'gatherv': 'dst', 'gather_own': 'dst', 'reduce': 'dst'}


def refuse(failure: BaseException, name: str = '', of_elements: bool = False, **given: Any) -> None:
    """Tells the members of the call, whose dst and src are given as far as they are sections. Without any, all threads are its members."""
    if threads() == 1 or current.asked or not isinstance(failure, Exception) or isinstance(failure, Error):
        return
    at = {key: one for key, one in given.items() if isinstance(one, Section)}
    place = at.pop(_PLACES.get(name, ''), None)
    dst, src = (at[key]._reference if key in at else None for key in ('dst', 'src'))
    start = getattr(place, '_start', None) or Pointer()
    calling('refuse_call')(f'{type(failure).__name__}: {failure}'.encode(), of_elements, dst, start, src)


class refusing:
    """``with refusing(members):`` has the call of a collective on values, and the checks before it."""

    def __init__(self, members: Any):
        self._members = members

    def __enter__(self) -> None:
        current.asked = False

    def __exit__(self, kind: Any, failure: BaseException | None, traceback: Any) -> None:
        if failure is not None:
            refuse(failure, dst=self._members)
