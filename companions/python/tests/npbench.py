# SPDX-License-Identifier: BSD-3-Clause
"""The kernels of NPBench (github.com/spcl/npbench) as they are written for NumPy, on distributed arrays: npbench.py FOLDER [WORD].

FOLDER is a checkout. Each kernel gets distributed arrays in place of its arrays, and must give what it gives for NumPy's, first with functions
refused that have no distributed version, then with NumPy computing them on copies. WORD: kernels with this word. Extents are cut to 24, so
that it takes seconds; where a kernel's data cannot be so small, they are those of the preset S."""
import collections
import importlib
import json
import pathlib
import signal
import sys
import warnings

import numpy

import upc_stride as us

SECONDS = 20  # for a kernel on NumPy's arrays with extents of the preset S


def data_of(info, most):
    """What a kernel is called with, by name."""
    numpy.random.seed(0)  # some kernels' data are random, and must be the same on all threads
    given = {name: min(one, most) if isinstance(one, int) else one for name, one in info['parameters']['S'].items()}
    if 'init' in info:
        begin = getattr(importlib.import_module(module_of(info)), info['init']['func_name'])
        made = begin(*(given[name] for name in info['init']['input_args']))
        names = info['init']['output_args']
        given.update(zip(names, made if len(names) > 1 else [made]))
    return given


def module_of(info, end=''):
    return '.'.join(['npbench.benchmarks', *info['relative_path'].split('/'), info['module_name'] + end])


def outcome(info, data, distributed):
    """What the kernel returns, and what it writes to."""
    kernel = getattr(importlib.import_module(module_of(info, '_numpy')), info['func_name'])
    given = {name: distributed(one.copy()) if isinstance(one, numpy.ndarray) else one for name, one in data.items()}
    made = kernel(*(given[name] for name in info['input_args']))
    made = made if isinstance(made, (tuple, list)) else [] if made is None else [made]
    return [plain(one) for one in (*made, *(given[name] for name in info['output_args'] if name in given))]


def plain(one):
    return one.to_numpy() if isinstance(one, us.Array) else one


def same(ours, theirs):
    """To six digits, single precision to three."""
    def agree(one, other):
        digits = 1e-3 if numpy.asarray(other).dtype.char in 'fF' else 1e-6
        return numpy.shape(one) == numpy.shape(other) and numpy.allclose(one, other, digits, digits, equal_nan=True)
    return len(ours) == len(theirs) and all(map(agree, ours, theirs))


def expected(info):
    for most in 24, 10**9:
        try:
            data = data_of(info, most)
            signal.alarm(SECONDS)
            return data, outcome(info, data, lambda one: one)
        except Exception as error:
            reason = error
        finally:
            signal.alarm(0)
    return None, reason


def judged(info):
    data, theirs = expected(info)
    if data is None:
        return f"NumPy's own raises {type(theirs).__name__}: {theirs}"
    found = ''
    for how in 'refuse', 'allow':
        try:
            with us.fallback(how):
                ours = outcome(info, data, us.array)
            if not same(ours, theirs):
                return f'{found}differs'
            return f'{found}the same' if how == 'refuse' else 'the same with copies'
        except Exception as error:
            found += f'{how}: {type(error).__name__}: {str(error)[:90]}; '
    return found


def main(folder, word=''):
    us.init()
    sys.path.insert(0, folder)
    warnings.simplefilter('ignore')
    numpy.seterr(all='ignore')
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    count = collections.Counter()
    for path in sorted(pathlib.Path(folder, 'bench_info').glob('*.json')):
        info = json.loads(path.read_text())['benchmark']
        if word not in info['short_name']:
            continue
        found = judged(info)
        count[found if found.startswith('the same') else 'other'] += 1
        if us.thread() == 0 and found != 'the same':
            print(f'{info["short_name"]}: {found}', flush=True)
    if us.thread() == 0:
        print(', '.join(f'{one}: {many}' for one, many in sorted(count.items())), 'of', sum(count.values()))


if __name__ == '__main__':
    main(*sys.argv[1:])
