# SPDX-License-Identifier: BSD-3-Clause
"""Each public function says who calls it, and has an example that is right. Files lie in a folder that all threads see."""
import doctest
import inspect
import os
import shutil
import tempfile

import numpy
import pytest

import upc_stride as us


def public():
    found = {name: getattr(us, name) for name in us.__all__}
    for module in us.linalg, us.fft, us.random:
        found.update({f'{module.__name__.split(".")[-1]}.{name}': one for name, one in vars(module).items()
                      if name[0] != '_' and getattr(one, '__module__', '') == module.__name__})
    return {name: one for name, one in found.items() if inspect.isfunction(one)}


def shared_folder():
    """A folder that thread 0 makes, for all."""
    from upc_stride._calls._agreement import from_thread
    return from_thread(0, tempfile.mkdtemp() if us.thread() == 0 else None)


@pytest.mark.parametrize('name', sorted(public()))
def test_examples(name):
    function, before, folder = public()[name], os.getcwd(), shared_folder()
    documentation = inspect.getdoc(function)
    assert '>>>' in documentation, 'no example'
    assert any(word in documentation for word in ('call', 'alone')), 'does not say who calls it'
    os.chdir(folder)
    try:
        examples = doctest.DocTestParser().get_doctest(documentation, {'us': us, 'numpy': numpy}, name, None, None)
        told = []
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append).failed
        assert not failed, ''.join(told)
    finally:
        os.chdir(before)
        us.barrier()
        if us.thread() == 0:
            shutil.rmtree(folder)
