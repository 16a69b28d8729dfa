#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A part of a table of docs/measured.csv may be measured alone: its figures stand where they were, no others change, and a new row
follows at the end. Rows and columns that the same command has measured before are named; scripts/measured --drop takes a row out."""
import contextlib
import csv
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
top = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(top / 'bench/measure'))
import rows

HEAD = 'table,row,column,value,low,high,unit,rounds,load,machine,date,commit,command\n'


def kept(before, added):
    """[table row column value] of the file after these figures were added."""
    with tempfile.TemporaryDirectory() as folder:
        rows.MEASURED = pathlib.Path(folder) / 'measured.csv'
        rows.MEASURED.write_text(HEAD + ''.join(f'{",".join(name)},1,1,1,s,3,quiet,m,d,c,x\n' for name in before))
        new = rows.Rows()
        for name in added:
            new.add(*name, (2, 2, 2), 's', 3, 0, 'x')
        new.keep()
        with open(rows.MEASURED, newline='') as file:
            return [' '.join(figure[k] for k in ('table', 'row', 'column', 'value')) for figure in csv.DictReader(file)]


before = [('t', 'a', 'one'), ('t', 'a', 'two'), ('t', 'b', 'one'), ('u', 'a', 'one'), ('t', 'c', 'one')]
with contextlib.redirect_stderr(io.StringIO()) as told:
    found = kept(before, [('t', 'b', 'one'), ('t', 'b', 'two'), ('t', 'd', 'one')])
assert told.getvalue().endswith(': t: a; t: c\n'), told.getvalue()
assert found == ['t a one 1', 't a two 1', 't b one 2', 't b two 2', 'u a one 1', 't c one 1', 't d one 2'], found
with contextlib.redirect_stderr(io.StringIO()) as told:
    found = kept(before, [('t', 'a', 'two')])
assert told.getvalue().endswith(': t: one; t: b; t: c\n'), told.getvalue()
assert found == ['t a one 1', 't a two 2', 't b one 1', 'u a one 1', 't c one 1'], found

with tempfile.TemporaryDirectory() as folder:
    there = pathlib.Path(folder)
    for part in 'scripts', 'docs':
        (there / part).mkdir()
    shutil.copy(top / 'scripts/measured', there / 'scripts/measured')
    (there / 'docs/measured.csv').write_text(HEAD + 't,a,one,1,1,1,s,3,quiet,m,d,c,x\nt,b,one,1,1,1,s,3,quiet,m,d,c,x\n')
    for told in '', 'docs/measured.csv has no row "a" in a table "t"\n':
        done = subprocess.run([there / 'scripts/measured', '--drop', 't', 'a'], stderr=subprocess.PIPE, text=True)
        left = (there / 'docs/measured.csv').read_text()
        assert ',a,' not in left and 't,b,one' in left, left
        assert done.stderr == told and (done.returncode == 0) == (told == ''), done.stderr
print('PASS')
