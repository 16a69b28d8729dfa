# SPDX-License-Identifier: BSD-3-Clause
"""What docstrings have in common: parameters of one meaning, results and errors. A docstring says what is particular. The package
completes it, so `help` shows the whole. The reference, too, is made of it (companions/python/reference), without NumPy."""
from __future__ import annotations

import inspect
import re
from typing import Any, Iterable

PARAMETERS = {
    'dst': 'Blocks\n    The blocks that receive.',
    'src': 'Blocks\n    The blocks that are read.',
    'nelems': 'int, optional\n    How many values of each block are combined; the default is all.',
    'op': '''{'sum', 'prod', 'min', 'max', 'all', 'any', 'bitwise_and', 'bitwise_or', 'bitwise_xor', 'argmin', 'argmax'} or function
    A function, for example `numpy.hypot`, gets two NumPy arrays and returns one; it is associative. The elements may be of
    any type. If the function raises an exception, all threads raise it, and the result is undefined. With ``wait=False``
    only those raise it that have called the function. `argmin` and `argmax` are for elements of a value and its index,
    ``numpy.dtype([('value', 'f8'), ('index', 'i8')], align=True)``. Of equal values the lower index is taken.''',
    'ordered': 'bool\n    The values are combined in the order of the section, so the function need not be commutative.',
    'sync': '''int
    `ALLSYNC`: no data moves before all threads of the call have called, and no thread returns before all data has
    arrived. `MYSYNC`: the same for the caller's own blocks only. `NOSYNC`: the program synchronises.''',
    'wait': 'bool\n    False: only starts the call, and returns a handle.',
    'counts': 'sequence of int\n    The bytes of each piece.',
    'displs': 'sequence of int, optional\n    The byte at which each piece begins; by default one piece follows the other.',
    'handles': 'sequence of Handle',
    'call': 'function\n    A collective, such as `us.reduce_all`.',
    'arguments': '*arguments\n    Those of the collective.',
    'named': '**named\n    The same, but for `wait`.',
    'shape': 'int or tuple of int',
    'block': '''int or tuple of int, optional
    The extents of a block; one number is that of each dimension. The default gives each thread one block: each dimension
    is divided by the grid, or without a grid the first dimension by the number of threads.''',
    'grid': '''tuple of int, optional
    The number of processors in each of the leading dimensions; their product is the number of threads. Without a grid
    the blocks are dealt out to the threads in turn.''',
    'dtype': 'dtype',
    'value': 'number\n    What NumPy takes for an element.',
    'values': 'array_like\n    What is broadcast to the elements.',
    'order': 'str\n    Changes nothing.',
    'section': 'Elements\n    Such as ``A.elements[0:10, ::2]``.',
    'path': 'path\n    A file, or an array in one, such as ``u.npy``, ``m.zarr/u``, ``m.h5/u``.',
    'codec': "str, optional\n    Of chunks, such as ``'zstd'``.",
    'key': 'indices and slices, optional\n    The part of the array in the file.',
    'A': 'Array',
    'n': 'int',
    'axes': 'sequence of int, optional\n    The default is all.',
    's': 'sequence of int, optional\n    The extents along the axes: the array is cut there, or filled up with zeros.',
    'norm': "{'backward', 'ortho', 'forward'}, optional",
    'size': 'int or tuple of int\n    The shape.',
    'low': 'number\n    The smallest number.',
    'high': 'number\n    The end of the interval, which is not in it.',
    'endpoint': 'bool\n    True: `high` is in the interval.',
    'loc': 'float\n    The mean.',
    'scale': 'float\n    The standard deviation.',
    'x': 'Array',
    'UPLO': "{'L', 'U'}\n    The triangle that is read.",
}
RETURNS = 'Handle or None\n    A handle, if `wait` is false.'
RAISES = '''Error
    For a wrong argument, with the library's line. Other errors are those of NumPy: IndexError, TypeError, ValueError.'''
ORDER = 'Parameters', 'Attributes', 'Returns', 'Raises', 'See Also', 'Notes', 'Examples'
SECTION = re.compile(r'^(\w[\w ]*)\n-{3,}\n', re.MULTILINE)


def sections(documentation: str) -> dict[str, str]:
    """The sections of a docstring by name. That of the prose is ''."""
    prose, *rest = SECTION.split(inspect.cleandoc(documentation))
    return {'': prose.strip(), **{name: text.strip() for name, text in zip(rest[::2], rest[1::2])}}


def entries(section: str) -> dict[str, str]:
    """The entries of a section of parameters, by the names before the colon."""
    return {one.split(' : ')[0].split('\n')[0]: one for one in re.split(r'\n(?=\S)', section) if one}


def completed(documentation: str, parameters: Iterable[str], returns: str) -> dict[str, str]:
    """The sections of a function with these parameters and this type of its result."""
    made = sections(documentation)
    own = entries(made.get('Parameters', ''))
    named = {name.strip().lstrip('*'): of for of in own for name in of.split(',')}
    given: dict[str, str] = {}
    for name in parameters:
        of = named.get(name, name)
        text = own[of] if name in named else PARAMETERS.get(name, '')
        given[of] = text if name in named or text.startswith('*') else f'{name} : {text}'
    if given:
        made['Parameters'] = '\n'.join(given.values())
        made.setdefault('Raises', RAISES)
    if 'wait' in given:
        made.setdefault('Returns', RETURNS)
    elif returns not in ('', 'None', 'Any'):
        made.setdefault('Returns', returns)
    return {name: made[name] for name in ('', *ORDER) if name in made}


def complete(one: Any) -> None:
    """Completes the docstring of a function, or of the public functions of a class or module."""
    if inspect.isfunction(one) and one.__doc__:
        names = [name for name in inspect.signature(one).parameters if name != 'self']
        parts = completed(one.__doc__, names, str(one.__annotations__.get('return', '')))
        one.__doc__ = '\n\n'.join(f'{name}\n{"-" * len(name)}\n{text}' if name else text for name, text in parts.items())
    elif inspect.isclass(one) or inspect.ismodule(one):
        home = one.__name__ if inspect.ismodule(one) else one.__module__
        for name, inner in list(vars(one).items()):
            if name[0] != '_' and getattr(inner, '__module__', '') == home:
                complete(inner)
