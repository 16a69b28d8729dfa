# SPDX-License-Identifier: BSD-3-Clause
"""Every public function and class has types and a docstring. Methods that are NumPy's come from another module (_numpy/_methods.py)."""
import inspect
import pathlib
import re

import upc_stride as us


def public():
    for module in us, us.linalg, us.fft:
        for name in getattr(module, '__all__', ['matmul', 'cholesky'] if module is us.linalg else ['fftn', 'ifftn']):
            member = getattr(module, name)
            if inspect.isclass(member):
                yield member
                yield from (method for key, method in vars(member).items()
                            if inspect.isfunction(method) and key[0] != '_' and method.__module__ == member.__module__)
            elif inspect.isfunction(member):
                yield member


def test_types_and_docstrings():
    count = 0
    for member in public():
        assert member.__doc__ and member.__doc__.strip(), member
        if inspect.isclass(member):
            continue
        count += 1
        signature = inspect.signature(member)
        assert signature.return_annotation is not signature.empty, member
        for name, parameter in signature.parameters.items():
            assert name == 'self' or parameter.annotation is not parameter.empty, (member, name)
    assert count > 40 and (pathlib.Path(us.__file__).parent / 'py.typed').exists()


def test_named_parameters_exist():
    """The names under Parameters are those of the function."""
    for member in public():
        section = re.search(r'Parameters\n *-+\n(.*?)(\n *\n|\Z)', member.__doc__, re.S)
        if inspect.isclass(member) or not section:
            continue
        indent = re.match(' *', section[1])[0]
        for line in section[1].split('\n'):
            if re.match(indent + r'[\w*]', line):
                for name in line.split(' : ')[0].split(','):
                    assert name.strip().lstrip('*') in inspect.signature(member).parameters, (member, name)
