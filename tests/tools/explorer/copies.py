# SPDX-License-Identifier: BSD-3-Clause
"""Compiles and runs the programs that copies.mjs has written: copies.py FOLDER BUILD TOP PYTHON. Who takes part, the bytes
of the call, and the elements of result.npy must be those of expected.json. PYTHON may be empty."""
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
LIBRARY = ['-L', str(build / 'lib'), '-Wl,-rpath,%s' % (build / 'lib'), '-lupc_stride', '-o', 'call']


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


def check(case, language, command, expected):
    limit = [pathlib.Path(top) / 'tests/limited', '60']
    for old in ('result.npy', 'trace.json'):
        (case / old).unlink(missing_ok=True)
    told = run([*limit, build / 'bin/upcrun', '-n', expected['threads'], '-trace=trace.json', *command], case,
               UPC_STRIDE_VERBOSE='1', PYTHONPATH=top + '/python')
    call = 'upc_stride_' + case.name.split('-')[1]
    bytes_, members = map(int, re.search(r'^%s: (\d+) bytes, team of (\d+)' % call, told, re.M).groups())
    events = json.loads((case / 'trace.json').read_text())['traceEvents']
    team = sorted({e['tid'] for e in events if e['name'] == call})
    got = {'threads': expected['threads'], 'team': team if members == len(team) else members, 'bytes': bytes_,
           'elements': elements(case / 'result.npy') if expected['elements'] else None}
    for key in got:
        if got[key] != expected[key]:
            sys.exit('FAILED: %s in %s: %s: expected %s, got %s' % (case.name, language, key, expected[key], got[key]))


count = 0
for case in sorted(folder.iterdir()):
    expected = json.loads((case / 'expected.json').read_text())
    run([build / 'bin/upcc', '-T', expected['threads'], 'call.upc', '-o', 'call'], case)
    check(case, 'UPC', ['./call'], expected)
    run(['cc', '-Wall', '-Werror', '-I', build / 'include', 'call.c', *LIBRARY], case)
    check(case, 'C', ['./call'], expected)
    if shutil.which('gfortran'):
        run(['gfortran', build / 'include/upc_stride.f90', 'call.f90', *LIBRARY], case)
        check(case, 'Fortran', ['./call'], expected)
    if python:
        check(case, 'Python', [python, 'call.py'], expected)
    words = (case / 'call.sh').read_text().replace('upc-stride-show', str(build / 'bin/upc-stride-show'), 1)
    told = run(['sh', '-c', words], case)
    assert re.search(r'^upc_stride_\w+: %d bytes, team of %d' % (expected['bytes'], len(expected['team'])), told, re.M), told
    count += 1
print('%d calls' % count)
