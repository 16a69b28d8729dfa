# SPDX-License-Identifier: BSD-3-Clause
"""What becomes of a function of NumPy that has no distributed version: it is refused, or NumPy computes it on copies of the whole arrays."""
from __future__ import annotations

import contextlib
from types import FrameType
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import array
from .._base._start import thread
from .._calls._agreement import collective, compared, together
from ._warn import warn

_WAYS = 'refuse', 'warn', 'allow'
_SWITCH = "us.fallback('warn') has NumPy compute it on copies of the whole arrays"


# These take any exception for "not equal": of arrays in a list they would give a wrong result in place of the refusal.
_TAKE_REFUSALS = [vars(one)['__wrapped__'].__code__ for one in (numpy.array_equal, numpy.array_equiv)]
_WRITE_FILES = numpy.save, numpy.savetxt, numpy.savez, numpy.savez_compressed  # so thread 0 alone calls them


class Missing(TypeError):
    """There is no distributed version of a function, or of one of its options. All threads raise it, and the program gets it as TypeError."""


class FallbackWarning(UserWarning):
    """NumPy computes a function on copies of whole arrays."""


class _Way:
    """What was chosen. A ``with`` block chooses for itself, and goes back to what was chosen before."""

    chosen = 'refuse'
    is_in_version = False

    def __init__(self, before: str):
        self._before = before

    def __enter__(self) -> None:
        pass

    def __exit__(self, *failure: Any) -> None:
        _Way.chosen = self._before


@compared
def fallback(how: str) -> Any:
    """Chooses what becomes of functions of NumPy that have no distributed version. All threads call.

    Parameters
    ----------
    how : str
        'refuse', as at the start: they raise `TypeError`. 'allow': each thread gets a copy of the whole arrays, and NumPy computes on
        it; arrays among the results are distributed. 'warn': the same, with a warning that names the function and the bytes.

    Returns
    -------
    context manager
        ``with us.fallback('allow'):`` chooses for one block.

    Notes
    -----
    The copies are read-only, except for `out=`: a function that writes into another argument raises. With 'allow' and 'warn'
    ``numpy.asarray(A)`` gives a copy too, so programs that know NumPy's arrays alone take A. All threads call them. Of `numpy.save` and its kin thread 0 writes
    the file.

    Examples
    --------
    >>> A = us.array([1, 2, 3])
    >>> numpy.polyder(A)
    Traceback (most recent call last):
    ...
    TypeError: numpy.polyder has no distributed version: us.fallback('warn') has NumPy compute it on copies of the whole arrays
    >>> with us.fallback('allow'):
    ...     numpy.polyder(A).tolist()
    [2, 2]
    """
    if how not in _WAYS:
        raise ValueError(f'how: {how!r}, must be one of {", ".join(_WAYS)}')
    before, _Way.chosen = _Way.chosen, how
    return _Way(before)


def version(function: Callable, arguments: tuple, options: dict) -> Any:
    """What a distributed version makes. It raises `Missing` also where a function that it calls has none: NumPy then computes all of it."""
    outer = _Way.is_in_version
    try:
        _Way.is_in_version = True
        return function(*arguments, **options)
    finally:
        _Way.is_in_version = outer


def instead(function: Callable, name: str, arguments: tuple, options: dict, reason: Missing) -> Any:
    """What NumPy makes of whole copies, if the program allows it; else the reason is raised. All threads call."""
    if _Way.is_in_version:
        raise reason
    if _Way.chosen == 'refuse':
        raise TypeError(f'{reason}: {_SWITCH}')
    return _on_copies(function, name, arguments, options)


def as_numpy(x: Array, caller: FrameType) -> numpy.ndarray:
    """A read-only copy of the whole array on each thread, for a caller that asks for an array of NumPy."""
    return _as_numpy(x, caller.f_code in _TAKE_REFUSALS)


@collective
def _as_numpy(x: Array, takes_refusals: bool) -> numpy.ndarray:
    if _Way.chosen == 'refuse' and not takes_refusals:
        raise TypeError(f'{x!r} does not become a NumPy array unseen; to_numpy() gives one, on all threads or one, and A.elements[...].to_numpy() on any; '
                        "us.fallback('warn') allows it")
    with contextlib.suppress(FallbackWarning) if takes_refusals else contextlib.nullcontext():  # where warnings are exceptions
        _tell('numpy.asarray', x.nbytes)
    made: Any = x.to_numpy()
    made.flags.writeable = False
    return made


def _tell(name: str, nbytes: int) -> None:
    if _Way.chosen != 'allow':
        warn(f'{name}: each thread has a copy of {nbytes} bytes', FallbackWarning)


@collective
def _on_copies(function: Callable, name: str, arguments: tuple, options: dict) -> Any:
    copies: list[tuple[Array, numpy.ndarray]] = []
    out = options.get('out')
    written = [one for one in (out if isinstance(out, tuple) else (out,)) if isinstance(one, Array)]

    def copied(one: Any) -> Any:
        if isinstance(one, Array):
            for known, before in copies:
                if known is one:
                    return before
            copy: Any = one.to_numpy()
            copy.flags.writeable = any(one is other for other in written)
            copies.append((one, copy))
            return copy
        return _each(copied, one)
    arguments, options = copied(arguments), {key: copied(one) for key, one in options.items()}
    _tell(name, sum(copy.nbytes for _, copy in copies))
    made = None
    with together():
        if thread() == 0 or function not in _WRITE_FILES:
            made = function(*arguments, **options)
    for one, copy in copies:
        if copy.flags.writeable:
            one[...] = copy

    def distributed(one: Any) -> Any:
        for known, copy in copies:
            if one is copy and copy.flags.writeable:
                return known
        if not isinstance(one, numpy.ndarray) or one.dtype.hasobject:
            return _each(distributed, one)
        made = array(one)
        made._readonly = not one.flags.writeable  # a view of a copy: what is written to it would not come to the program's array
        return made
    return distributed(made)


def _each(function: Callable, some: Any) -> Any:
    """The tuple or list with what the function makes of each element; anything else as it is."""
    if not isinstance(some, (tuple, list)):
        return some
    made = [function(one) for one in some]
    return type(some)(*made) if hasattr(some, '_fields') else type(some)(made)
