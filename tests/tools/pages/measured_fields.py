#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""docs/measured.csv: each figure names a machine, a date and a commit that exists; those that README.md and docs/performance.md show also
have rounds, a spread and a load. What README shows is younger than 300 commits."""
import csv
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parents[3]
OLDEST = 300                    # commits



def shown(page):
    """The tables of a page, and those of its pictures."""
    text = (top / page).read_text()
    tables = {name.split(' | ')[0] for name in re.findall('<!-- measured: (.*?) -->', text)}
    script = (top / 'scripts/measured').read_text()
    pictures = script[script.index('PICTURES = {'):script.index('\n}\n', script.index('PICTURES = {'))]
    for name in re.findall(r'\(measured_(\w+)\.svg\)', text):
        picture = re.search(rf"    '{name}': .*?\]\)", pictures, re.S)[0]
        tables |= set(re.findall(r"^        \('[^']*', '([^']*)'", picture, re.M))
    return tables


def git(*words):
    return subprocess.run(['git', '-C', str(top), *words], capture_output=True, text=True).stdout.split('\n')


def commits():
    """{the first 8 digits: its age in commits} of all that HEAD comes from; empty if that is not known here."""
    whole = git('rev-parse', '--is-shallow-repository')[0] == 'false'
    return {line[:8]: age for age, line in enumerate(git('log', '--format=%H')) if line} if whole else {}


def wrong_with(row, known, headline):
    """What a row lacks."""
    told = [word for word in ('machine', 'date', 'commit') if not row[word]]
    age = known.get(row['commit'][:8])
    if known and row['commit'] and age is None:
        told.append(f"commit {row['commit']}, which does not exist")
    if row['table'] in all_shown:
        told += [word for word in ('rounds', 'low', 'high', 'load') if not row[word]]
        if headline and known and age is not None and age >= OLDEST:
            told.append(f"a commit that is younger than {OLDEST} others: {row['commit']} is {age} commits old")
    return told


with open(top / 'docs/measured.csv', newline='') as file:
    rows = list(csv.DictReader(file))
readme, all_shown = shown('README.md'), shown('README.md') | shown('docs/performance.md')
unknown = all_shown - {row['table'] for row in rows}
if unknown:
    sys.exit(f'FAILED: docs/measured.csv has no table {sorted(unknown)}')
if len(all_shown) < 10 or not readme:
    sys.exit(f'FAILED: the pages show {sorted(all_shown)} alone')
known, failed = commits(), 0
for row in rows:
    told = wrong_with(row, known, row['table'] in readme)
    if told:
        failed += 1
        print(f"{row['table']}: {row['row']}, {row['column']} lacks {', '.join(told)}")
if failed:
    sys.exit(f'FAILED: {failed} of {len(rows)} rows of docs/measured.csv')
print(f'{len(rows)} figures; {len(all_shown)} tables are shown: PASS')
