# SPDX-License-Identifier: BSD-3-Clause
"""The answers of numpy-100 (github.com/rougier/numpy-100) on distributed arrays: numpy_100.py FOLDER [NUMBER].

FOLDER is a checkout. In an answer np's functions that make arrays make distributed ones, and all that is printed must be as with NumPy, numbers to twelve digits, first with
functions refused that have no distributed version, then with NumPy computing them on copies. Answers that need a shell, or another module, and
those that NumPy 2 does not run, are left out."""
import collections
import contextlib
import io
import pathlib
import re
import sys
import warnings

import numpy

import upc_stride as us

CREATORS = set('zeros ones empty full arange linspace logspace eye identity array asarray indices fromfunction fromiter meshgrid diag genfromtxt frombuffer'.split())


def distributed(one):
    if isinstance(one, (tuple, list)):
        return type(one)(map(distributed, one))
    return us.array(one) if isinstance(one, numpy.ndarray) and one.ndim and not one.dtype.hasobject else one


class Distributed:
    """A module of NumPy whose functions of these names, or all, make distributed arrays."""

    def __init__(self, module, names=None):
        self._module, self._names = module, names

    def __getattr__(self, name):
        one = getattr(self._module, name)
        if name == 'random' and self._names is not None:
            return Distributed(one)
        if not callable(one) or isinstance(one, type) or self._names is not None and name not in self._names:
            return one

        def made(*arguments, **options):
            if any(isinstance(one, us.Array) for one in (*arguments, *options.values())):
                return one(*arguments, **options)
            return distributed(one(*arguments, **options))
        return made


def answers(folder):
    text = pathlib.Path(folder, 'source/exercises100.ktx').read_text()
    return {int(number): code for number, code in re.findall(r'^< a(\d+)\n(.*?)(?=^< |\Z)', text, re.M | re.S)}


def outcome(code, np):
    numpy.random.seed(0)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), warnings.catch_warnings(), numpy.errstate(all='ignore'):
        warnings.simplefilter('ignore')
        try:
            exec(compile(re.sub(r'^import numpy as np$', '', code, flags=re.M), 'answer', 'exec'), {'np': np, '__name__': 'answer'})
        except Exception as error:
            return shown.getvalue(), error
    return shown.getvalue(), None


def rounded(text):
    """With twelve digits of each number: sums of parts differ in the last ones."""
    return re.sub(r'\d+\.\d{6,}(e[-+]\d+)?', lambda one: f'{float(one[0]):.12g}', text)


def judged(code):
    shown, error = outcome(code, numpy)
    if error is not None or '%' in code and re.search(r'^%', code, re.M):
        return f'left out: {type(error).__name__}'
    found = ''
    for how in 'refuse', 'allow':
        with us.fallback(how):
            ours, error = outcome(code, Distributed(numpy, CREATORS))
        if error is None:
            if rounded(ours) == rounded(shown):
                return 'the same' if how == 'refuse' else 'the same with copies'
            return f'{found}prints {ours!r:.80}, NumPy {shown!r:.80}'
        found += f'{how}: {type(error).__name__}: {str(error)[:90]}; '
    return found


def main(folder, only=None):
    us.init()
    sys.modules['pandas'] = None  # an answer needs it, installed or not
    count = collections.Counter()
    for number, code in answers(folder).items():
        if only is None or number == int(only):
            found = judged(code)
            count[found if found.startswith('the same') else 'left out' if found.startswith('left out') else 'other'] += 1
            if us.thread() == 0 and found != 'the same':
                print(f'{number}: {found}', flush=True)
    if us.thread() == 0:
        print(', '.join(f'{one}: {many}' for one, many in sorted(count.items())), 'of', sum(count.values()))


if __name__ == '__main__':
    main(*sys.argv[1:])
