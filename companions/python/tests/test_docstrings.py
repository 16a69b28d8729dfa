# SPDX-License-Identifier: BSD-3-Clause
"""Each public function says who calls it, what its parameters are and what it raises, and has an example that is right. Files lie in a
folder that all threads see."""
import doctest
import inspect
import os
import re

import numpy
import pytest

import upc_stride as us
from upc_stride._base._documentation import entries, sections


def public():
    found = {name: getattr(us, name) for name in us.__all__}
    for module in us.linalg, us.fft, us.random:
        found.update({f'{module.__name__.split(".")[-1]}.{name}': one for name, one in vars(module).items()
                      if name[0] != '_' and getattr(one, '__module__', '') == module.__name__})
    found['OneSided'] = type(us.zeros(1).one_sided)
    for name, one in list(found.items()):
        if inspect.isclass(one):
            found.update({f'{name}.{method}': own for method, own in vars(one).items()
                          if method[0] != '_' and inspect.isfunction(own) and own.__module__ == one.__module__})
    return {name: one for name, one in found.items() if inspect.isfunction(one) or inspect.isclass(one) and '>>>' in one.__doc__}


@pytest.mark.parametrize('name', sorted(public()))
def test_examples(name, folder):
    function, before = public()[name], os.getcwd()
    documentation = inspect.getdoc(function)
    parts = sections(documentation)
    assert '>>>' in parts['Examples'], 'no example'
    if inspect.isfunction(function):
        names = [one for one in inspect.signature(function).parameters if one != 'self']
        told = [one.strip().lstrip('*') for names_of in entries(parts.get('Parameters', '')) for one in names_of.split(',')]
        assert sorted(told) == sorted(names) and not re.search(r'^\S.* : *$', parts.get('Parameters', ''), re.MULTILINE), 'parameters are not described'
        assert 'Raises' in parts or not names, 'does not say what it raises'
        assert re.search(r'(all|both) (threads|owners).*\s+calls?|(any|one|each) thread', parts[''], re.IGNORECASE | re.DOTALL), 'does not say who calls it'
    os.chdir(folder)
    try:
        examples = doctest.DocTestParser().get_doctest(documentation, {'us': us, 'numpy': numpy}, name, None, None)
        told = []
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append).failed
        assert not failed, ''.join(told)
    finally:
        os.chdir(before)
