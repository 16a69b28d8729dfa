#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every program says of each option of its --help what a wrong spelling may mean, and that a value is missing.

  tests/tools/apps/command_lines.py BUILD

The options are read from what --help prints. Each is spelled without its middle letter, and, if it is longer, with two
letters exchanged."""
import pathlib
import re
import subprocess
import sys

BUILD = pathlib.Path(sys.argv[1])
PROGRAMS = [BUILD / 'bin' / name for name in ('upcrun', 'upc-stride-show', 'upc-stride-map', 'upc-stride-tune') if (BUILD / 'bin' / name).exists()]
PROGRAMS += sorted(file for file in (BUILD / 'apps').iterdir() if file.stat().st_mode & 0o100)
failures = []


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def options_of(text):
    """The spellings of each option and whether it has a value: -1 no, 1 yes, 0 it may be missing."""
    for line in text.splitlines():
        shown = re.match(r'  (-[^ ].*?)(?:  |$| (?=[a-z]))', line + '  ')
        if not shown or line.startswith('  -- '):
            continue
        names = re.findall(r'(?:^|, )(--?[A-Za-z][\w-]*)([= ][A-Z"\'(a-z\d<][^ ,]*)?', line[2:23])
        yield [name for name, _ in names], bool(names and names[0][1].strip())


def wrong_spellings(name):
    letters = name.lstrip('-')
    dashes, middle = name[:len(name) - len(letters)], len(letters) // 2
    if len(letters) >= 4:
        yield dashes + letters[:middle] + letters[middle + 1:]
        if len(letters) >= 6 and letters[middle - 1] != letters[middle]:
            yield dashes + letters[:middle - 1] + letters[middle] + letters[middle - 1] + letters[middle + 1:]


def expect(program, words, status, said):
    got = run(program, *words)
    if got[0] != status or not any(text in got[2] for text in said):
        failures.append(f'{program.name} {" ".join(words)}: status {got[0]}, {got[2].strip()!r}; expected {status}, '
                        f'{said[0] if len(said) == 1 else "did you mean .."}')


tried = 0
for program in PROGRAMS:
    status, text, _ = run(program, '-help' if program.name == 'upcrun' else '--help')
    if status != 0 or not text.startswith('usage: ' + program.name):
        failures.append(f'{program.name} --help: status {status}, {text[:60]!r}')
    known = {name for names, _ in options_of(text) for name in names}
    for names, has_value in options_of(text):
        for name in names:
            for wrong in wrong_spellings(name):
                if wrong not in known:
                    expect(program, [wrong], 2, [f'unknown option {wrong}; did you mean {other}?' for other in known])
                    tried += 1
        if has_value and program.name != 'upcrun':
            expect(program, [names[0]], 2, [f'{names[0]} needs a value'])
            expect(program, [names[0] + '='], 2, [f'{names[0]}= needs a value'])
            tried += 2
    expect(program, ['-zzzzz'], 2, ['unknown option -zzzzz; '])
print(*failures, sep='\n')
print(f'{len(PROGRAMS)} programs, {tried} command lines, {len(failures)} wrong')
sys.exit(bool(failures) or tried < 150)
