#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs of tests/, examples/ and apps/ with one bound, free, count or affinity changed: is the change told?

usage: mutated.py SEED[:FIRST] COUNT [WORD..]    COUNT faults in programs whose names have one of the words; each runs
                                  once; from change number FIRST on, which an earlier part has printed
       mutated.py unchanged [WORD..]     the programs as they are: none may be accused
       mutated.py list [WORD..]          how many places of each kind there are

A change is a fault if the program that judges it says so (changes.py); then the changed program is compiled with
-fsanitize=shared-address and runs. A fault is told of if standard error has a line with its place in the program.
Prints what is not told, what is told of and is none by the judge, and a table; with VERBOSE, each change. The seed
chooses among the changes of each kind; the kinds take turns."""
import collections
import functools
import itertools
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

from changes import changed, changes

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = (ROOT / os.environ.get('BUILD', 'build')).resolve()
OPTION = '-fsanitize=shared-address'
INCLUDED = ['-I' + folder for folder in (BUILD / 'obj/libraries').read_text().split()]
APPS = {'isx': '20000 --check', 'ptrans': '300 --block 32 --check', 'redistribute': '24 --check', 'cg': 'S --check',
        'stencil': '97 --check --steps 10', 'randomaccess': '12 --check', 'hpccfft': '9 --check', 'paracr': '64 --check',
        'stream': '10000 --check', 'fft3d': '16 15 14 --check', 'matmul': '60 60 60 --check', 'cholesky': '101 --block 32 --check',
        'lu': '101 --check'}

# ---- Programs: a name, files, options of upcc, threads, arguments ----
Program = collections.namedtuple('Program', 'name files options threads arguments')


def of_tests():
    lines = subprocess.run([HERE / 'unaccused', '-list'], stdout=subprocess.PIPE, text=True).stdout
    for line in lines.splitlines():
        words = line.split(' => ')[0].split()
        if words[0] != 'run' or len(words) > 4 or '/fail/' in words[3] or not (ROOT / words[3]).is_file():
            continue
        flags = re.search(r'^(?://| \*) *flags: (.*)', (ROOT / words[3]).read_text(), re.M)
        yield Program(words[3], [words[3]], shlex.split(flags[1]) if flags else [], words[1], [])


def of_examples():
    for file in sorted((ROOT / 'examples').glob('*.upc')):
        command = re.search(r'^ \*   upcc (.*) -o \S+ && upcrun -n (\d+) \./\S+(.*?)(?: \*/)?$', file.read_text(), re.M)
        if command:
            options = [w for w in shlex.split(command[1]) if not w.endswith('.upc')]
            yield Program('examples/' + file.name, ['examples/' + file.name], options, command[2], [])


def of_apps():
    """Each file of an application is one to change; the others are compiled once (objects_of)."""
    for app, arguments in APPS.items():
        parts = subprocess.run(['apps/parts', app], stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout.split()
        for file in parts:
            if file.startswith('apps/%s/' % app) and file.endswith('.upc'):
                yield Program(file, [file, *(w for w in parts if w != file)], INCLUDED, '4', arguments.split())


def programs(words):
    return [p for p in itertools.chain(of_tests(), of_examples(), of_apps()) if not words or any(w in p.name for w in words)]


# ---- Runs ----
@functools.lru_cache(maxsize=None)
def objects_of(files, option, folder):
    """In place of each source its object."""
    made = []
    for file in files:
        name = file if file.startswith('-') else str(folder / ('%s%s.o' % (file.replace('/', '_'), option)))
        if name != file and not pathlib.Path(name).exists():
            subprocess.run([BUILD / 'bin/upcc', '-w', '-O2', *option.split(), *INCLUDED, '-c', file, '-o', name], cwd=ROOT, check=True)
        made.append(name)
    return made


def run(p, text, option, folder):
    """The status, or None if the program does not compile; and what it wrote to standard error."""
    file = folder / pathlib.Path(p.files[0]).name
    file.write_text(text)
    others = objects_of(tuple(p.files[1:]), option, folder)
    made = subprocess.run([BUILD / 'bin/upcc', '-w', *option.split(), *p.options, '-I', (ROOT / p.files[0]).parent, '-I', HERE / 'programs',
                           file, *others, '-o', folder / 'program'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', cwd=ROOT)
    if made.returncode:
        return None, made.stdout
    ran = subprocess.run(['timeout', '60', BUILD / 'bin/upcrun', '-n', p.threads, folder / 'program', *p.arguments],
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors='replace',
                         cwd=folder)
    return ran.returncode, ran.stderr


def told_in(stderr):
    """The first line that begins with a place in a program, or, of a crash, has it behind the word `at`."""
    found = re.search(r'^(?:(?:upc: )?\S+:[1-9]\d*: \S|upc: thread \d+: at \S+:[1-9]).*', stderr, re.M)
    return found and found[0]


def verdict(p, text, change, folder):
    """`does not compile`, `not executed`, `no fault`, `told`, `not told` or `accused`; and a line."""
    head = '#line 1 "%s"\n' % p.name
    status, judged = run(p, '#include "judge.h"\n' + head + changed(text, change.judged), '-D_GNU_SOURCE', folder)
    if status is None:
        return 'does not compile', judged
    if 'EXECUTED' not in judged:
        return 'not executed', ''
    # Private pointers to what other threads have are told by the other option.
    option = OPTION + (' -fcheck-bounds' if change.kind == 'affinity' else '')
    status, said = run(p, head + changed(text, change.made), option, folder)
    if status is None:
        return 'does not compile', said
    told = told_in(said)
    if 'FAULT' in judged:
        return ('told', told) if told else ('not told', 'status %d: %s' % (status, said.split('\n')[0]))
    return ('accused', told) if told else ('no fault', '')


def unchanged(words):
    count, accused = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for p in programs(words):
            status, said = run(p, (ROOT / p.files[0]).read_text(), OPTION, pathlib.Path(folder))
            count += 1
            if status is None or told_in(said):
                accused += 1
                print(p.name, said, flush=True)
    print('%s: %d programs, %d accused' % ('FAILED' if accused else 'PASS', count, accused))
    return accused


def in_turns(draw, words):
    """All changes: of each kind one, then again."""
    kinds = collections.defaultdict(list)
    for p in programs(words):
        text = (ROOT / p.files[0]).read_text()
        for c in changes(text):
            kinds[c.kind].append((p, text, c))
    for every in kinds.values():
        draw.shuffle(every)
    return [c for turn in itertools.zip_longest(*kinds.values()) for c in turn if c]


WORDS = 'told', 'not told', 'accused', 'no fault', 'not executed', 'does not compile'


def many(seed, first, count, words):
    results, every = collections.Counter(), in_turns(random.Random(seed), words)
    with tempfile.TemporaryDirectory() as folder:
        for p, text, change in every[first:]:
            if sum(results[k] for k in results if k[1] in ('told', 'not told')) == count:
                break
            word, line = verdict(p, text, change, pathlib.Path(folder))
            results[change.kind, word] += 1
            if word in ('not told', 'accused') or 'VERBOSE' in os.environ:
                print('%s: %s:%d: %s: %s | %s' % (word, p.name, text.count('\n', 0, change.start) + 1, change.kind,
                                                  change.made[0][2], line), flush=True)
    for kind in sorted({k for k, _ in results}):
        print('%-22s' % kind, ', '.join('%d %s' % (results[kind, w], w) for w in WORDS))
    told, not_told, accused = (sum(n for (_, w), n in results.items() if w == word) for word in WORDS[:3])
    print('%s: %d of %d faults are told, %d changes accused that are none; the next of %d changes is number %d' % (
        'FAILED' if not_told or accused else 'PASS', told, told + not_told, accused, len(every), first + sum(results.values())))
    return not_told + accused


if __name__ == '__main__':
    if sys.argv[1] == 'list':
        print(collections.Counter(c.kind for _, _, c in in_turns(random.Random(0), sys.argv[2:])))
    elif sys.argv[1] == 'unchanged':
        sys.exit(unchanged(sys.argv[2:]) != 0)
    else:
        seed, _, first = sys.argv[1].partition(':')
        sys.exit(many(int(seed), int(first or 0), int(sys.argv[2]), sys.argv[3:]) != 0)
