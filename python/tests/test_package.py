# SPDX-License-Identifier: BSD-3-Clause
"""What the package says of itself: types and docstrings of all that is public."""
import inspect
import pathlib
import re

import upc_stride as us


def public():
    for module in us, us.linalg, us.fft:
        for name in getattr(module, '__all__', ['matmul', 'cholesky'] if module is us.linalg else ['fftn', 'ifftn']):
            thing = getattr(module, name)
            if inspect.isclass(thing):
                yield thing
                yield from (one for key, one in vars(thing).items() if inspect.isfunction(one) and key[0] != '_')
            elif inspect.isfunction(thing):
                yield thing


def test_types_and_docstrings():
    count = 0
    for thing in public():
        assert thing.__doc__ and thing.__doc__.strip(), thing
        if inspect.isclass(thing):
            continue
        count += 1
        signature = inspect.signature(thing)
        assert signature.return_annotation is not signature.empty, thing
        for name, parameter in signature.parameters.items():
            assert name == 'self' or parameter.annotation is not parameter.empty, (thing, name)
    assert count > 50 and (pathlib.Path(us.__file__).parent / 'py.typed').exists()


def test_named_parameters_exist():
    """The names under Parameters are those of the function."""
    for thing in public():
        section = re.search(r'Parameters\n *-+\n(.*?)(\n *\n|\Z)', thing.__doc__, re.S)
        if inspect.isclass(thing) or not section:
            continue
        indent = re.match(' *', section[1])[0]
        for line in section[1].split('\n'):
            if re.match(indent + r'[\w*]', line):
                for name in line.split(' : ')[0].split(','):
                    assert name.strip().lstrip('*') in inspect.signature(thing).parameters, (thing, name)
