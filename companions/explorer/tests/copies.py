# SPDX-License-Identifier: BSD-3-Clause
"""Compiles and runs the programs that copies.mjs has written, as their first lines say: copies.py FOLDER BUILD TOP PYTHON.
Who takes part, the bytes of the call, and the elements of result.npy must be those of expected.json. PYTHON may be empty."""
import ast
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

folder, build, top, python = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
INSTALLED = '-Wall -Werror -I%s/include -L%s/lib -Wl,-rpath,%s/lib' % (build, build, build)


def run(words, case, **environment):
    done = subprocess.run([str(w) for w in words], cwd=case, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        sys.exit('FAILED: %s: %s\n%s%s' % (case.name, ' '.join(str(w) for w in words), done.stdout, done.stderr))
    return done.stdout + done.stderr


def elements(path):
    """Of a .npy file of version 1."""
    data = path.read_bytes()
    assert data[:7] == b'\x93NUMPY\x01', path
    length, = struct.unpack('<H', data[8:10])
    head = ast.literal_eval(data[10:10 + length].decode())
    code = {'f8': 'd', 'f4': 'f', 'i8': 'q', 'i4': 'i', 'i2': 'h', 'i1': 'b'}[head['descr'][1:]]
    return [x for x, in struct.iter_unpack('<' + code, data[10 + length:])]


def as_installed(line):
    """What a program's first lines say, with the compiler and the library of this build."""
    line = re.sub(r'\$\(pkg-config --cflags --libs-only-L upc_stride\)', INSTALLED, line)
    line = line.replace(' upc_stride.f90', ' %s %s/include/upc_stride.f90' % (INSTALLED.replace('-Wall -Werror ', ''), build))
    line = re.sub(r'\bupcrun\b', '%s/bin/upcrun -trace=trace.json' % build, line)
    return re.sub(r'^upcc\b', '%s/bin/upcc' % build, re.sub(r'\bpython3\b', python or 'python3', line))


def team_of(call, operation, case, language):
    """The threads that made the call. The Python package makes calls of its own as well, in other lines of the program."""
    events = [e for e in json.loads((case / 'trace.json').read_text())['traceEvents'] if e['name'] == call]
    if language == 'Python':
        lines = (case / 'prog.py').read_text().split('\n')
        at = 1 + next(number for number, line in enumerate(lines) if line.startswith(('us.%s(' % operation, 'us.%s_all(' % operation)))
        events = [e for e in events if e['args']['at'].endswith('prog.py:%d' % at)]
    return sorted({e['tid'] for e in events})


def check(case, language, expected):
    for old in ('result.npy', 'trace.json', 'prog'):
        (case / old).unlink(missing_ok=True)
    end = {'UPC': 'upc', 'C': 'c', 'Fortran': 'f90', 'Python': 'py'}[language]
    said = [line.lstrip('/!# ') for line in (case / ('prog.' + end)).read_text().split('\n')[:2]]
    *compiled, started = said if language != 'Python' else said[:1]
    for line in compiled:
        run(['sh', '-c', as_installed(line)], case)
    told = run([pathlib.Path(top) / 'tests/limited', '60', 'sh', '-c', as_installed(started)], case, UPC_STRIDE_VERBOSE='1',
               PYTHONPATH=top + '/companions/python')
    operation = case.name.split('-')[1]
    call = 'upc_stride_' + operation
    shown = [tuple(map(int, pair)) for pair in re.findall(r'^%s: (\d+) bytes, team of (\d+)' % call, told, re.M)]
    team = team_of(call, operation, case, language)
    bytes_ = next((size for size, members in reversed(shown) if members == len(team)), shown)
    got = {'threads': expected['threads'], 'team': team, 'bytes': bytes_,
           'elements': elements(case / 'result.npy') if expected['elements'] else None}
    for key in got:
        if got[key] != expected[key]:
            sys.exit('FAILED: %s in %s: %s: expected %s, got %s' % (case.name, language, key, expected[key], got[key]))


count = 0
for case in sorted(folder.iterdir()):
    expected = json.loads((case / 'expected.json').read_text())
    for language, there in (('UPC', True), ('C', True), ('Fortran', shutil.which('gfortran')), ('Python', python)):
        if there:
            check(case, language, expected)
    words = (case / 'prog.sh').read_text().replace('upc-stride-show', str(build / 'bin/upc-stride-show'), 1)
    told = run(['sh', '-c', words], case)
    assert re.search(r'^upc_stride_\w+: %d bytes, team of %d' % (expected['bytes'], len(expected['team'])), told, re.M), told
    count += 1
print('%d calls' % count)
