# SPDX-License-Identifier: BSD-3-Clause
"""What NumPy's functions and ufuncs of vectors and matrices call when they are given distributed arrays: each module here enters its own."""
from __future__ import annotations

import functools
import inspect
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import of_array_likes
from .._arrays._views import of_arrays
from .._calls._agreement import collective
from ._fallback import Missing, instead, version

BY_NUMPY: dict[Any, Callable] = {}   # NumPy's function: the one here
BY_UFUNC: dict[Any, Callable] = {}   # the same for ufuncs of whole vectors and matrices
_AT_ONCE: dict[Any, Callable] = {}   # what is called before, outside of an operation


def must_be_array(out: Any) -> None:
    if not (out is None or isinstance(out, Array)):
        raise Missing(f'out: of type {type(out).__name__}, must be an upc_stride.Array')


def _first_at_once(at_once: Callable, function: Callable) -> Callable:
    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        made = at_once(*arguments, **options)
        return function(*arguments, **options) if made is None else made
    return called


_OTHER_NAMES = {('a_min', 'min'), ('a_max', 'max')}


@functools.lru_cache(maxsize=None)
def _names_here(function: Any, own: Callable) -> dict[str, str | None]:
    """The names that parameters of NumPy's function have here, where they are at the same place; None: there is no such parameter."""
    try:
        given, ours = inspect.signature(function).parameters, inspect.signature(own).parameters
    except (TypeError, ValueError):  # NumPy before 2.4 does not tell what functions in C take
        return {}
    names: dict[str, str | None] = {}
    if not any(one.kind is one.VAR_KEYWORD for one in ours.values()):
        names = {one: None for one in given if one not in ours}
    names.update((one, other) for one, other in zip(given, ours) if one not in ours and other not in given or (one, other) in _OTHER_NAMES)
    return names


def _named_as_here(function: Any, own: Callable, options: dict) -> dict:
    """The options of a call with the names that they have here."""
    out = options.get('out')
    for one in out if isinstance(out, tuple) else (out,):
        must_be_array(one)
    here = _names_here(function, own)
    missing = [name for name in options if here.get(name, name) is None]
    if missing:
        raise Missing(f'{_name_of(function)} has no distributed version with {", ".join(missing)}')
    return {here.get(name) or name: one for name, one in options.items()}


def _name_of(function: Any) -> str:
    return f'{function.__module__}.{function.__name__}'


def call(function: Any, arguments: tuple, options: dict) -> Any:
    """A function of NumPy on distributed arrays. All threads call."""
    at_once = _AT_ONCE.get(function)
    if at_once is not None and arguments:
        made = at_once(*arguments, **options)
        if made is not None:
            return made
    own = BY_NUMPY.get(function)
    try:
        if own is None:
            raise Missing(f'{_name_of(function)} has no distributed version')
        return version(own, arguments, _named_as_here(function, own, options) if options else options)
    except Missing as error:
        reason = error
    return instead(function, _name_of(function), arguments, options, reason)


def for_numpy(*names: str, views: bool = False, at_once: Callable | None = None) -> Callable[[Callable], Callable]:
    """Has NumPy's functions of these names, where this NumPy has them, call the one that follows. All threads call it. Unless
    it takes `views`, it is given arrays with blocks of their own. `at_once` is called before, with the same arguments, outside of an
    operation. If it does not give None on all threads, this is the result."""
    def note(function: Callable) -> Callable:
        names_ = names or (function.__name__,)
        function = of_array_likes(function)
        function = collective(function if views else of_arrays(function))
        for name in names_:
            if hasattr(numpy, name):
                BY_NUMPY[getattr(numpy, name)] = function
                if at_once is not None:
                    _AT_ONCE[getattr(numpy, name)] = at_once
        return function if at_once is None else _first_at_once(at_once, function)
    return note
