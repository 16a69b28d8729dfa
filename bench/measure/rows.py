# SPDX-License-Identifier: BSD-3-Clause
"""Rows of docs/measured.csv, for the benches that write them: each has its rounds, spread, load, machine, date and commit."""
import csv
import datetime
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = os.environ.get('BUILD', 'build')
MEASURED = ROOT / 'docs/measured.csv'
sys.path.append(str(ROOT / 'companions/papers'))
import runs


def run(*command, **environment):
    print('$', *command, file=sys.stderr)
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, 'BUILD': BUILD, **environment}).stdout


def machine():
    """As docs/measured.csv names machines."""
    text = pathlib.Path('/proc/cpuinfo').read_text()
    model = re.search('model name.*: (.*)', text)
    word = re.search('EPYC|Xeon', model[1] if model else '', re.I)
    name = word[0].lower() if word else 'other'
    if name == 'epyc' and 'avx512_vp2intersect' not in text: # Zen 4, or older
        name = 'epyc4'
    return f'{name}-{len(os.sched_getaffinity(0))}'


def spread(values):
    """The median, the least and the greatest."""
    values = list(values)
    return statistics.median(values), min(values), max(values)


class Load:
    """How many cores other programs keep busy, from here on."""

    def __init__(self):
        self.begin, self.before = time.monotonic(), runs.busy()

    def others(self):
        all_, ours = (after - before for after, before in zip(runs.busy(), self.before))
        return max(0.0, (all_ - ours) / (time.monotonic() - self.begin))


class Rows:
    """New rows of docs/measured.csv."""

    def __init__(self):
        commit = run('git', 'rev-parse', '--short=8', 'HEAD').strip()
        self.all = []
        self.circumstances = {'machine': machine(), 'date': datetime.date.today().isoformat(), 'commit': commit}

    def add(self, table, row, column, values, unit, rounds, others, command):
        value, low, high = (f'{v:.0f}' if v >= 1000 else f'{v:.3g}' for v in values)
        load = 'quiet' if others <= 0.1 else f'busy: {others:.1f} cores'
        self.all.append({'table': table, 'row': row, 'column': column, 'value': value, 'low': low, 'high': high, 'unit': unit,
                         'rounds': str(rounds), 'load': load, **self.circumstances, 'command': command})

    def keep(self):
        """Each figure where it was, by its table, row and column; a new one behind its row, or at the end. So a part of a table may be
        measured alone. Figures that the same command has measured before, and not now, are named: they may have other names now."""
        with open(MEASURED, newline='') as file:
            reader = csv.DictReader(file)
            fields, old = reader.fieldnames, list(reader)
        named = lambda rows: {(row['table'], row['row'], row['column']): row for row in rows}
        old, new = named(old), named(self.all)
        commands = {(row['table'], row['command']) for row in self.all}
        rows = {key[:2] for key in new}
        left = [key for key, row in old.items() if (row['table'], row['command']) in commands and key not in new]
        if left := dict.fromkeys(f'{table}: {column if (table, row) in rows else row}' for table, row, column in left):
            print('kept, not measured now (scripts/measured --drop TABLE ROW takes a row out):', '; '.join(left), file=sys.stderr)
        all_ = {**old, **new}
        place = {}
        for key in all_:
            place.setdefault(key[:2], len(place))
        with open(MEASURED, 'w', newline='') as file:
            writer = csv.DictWriter(file, fields, lineterminator='\n')
            writer.writeheader()
            writer.writerows(all_[key] for key in sorted(all_, key=lambda key: place[key[:2]]))

    def end(self, print_only):
        """Prints the rows, and keeps them unless they are to be printed alone."""
        for row in self.all:
            print(', '.join(row[k] for k in ('row', 'column', 'value', 'low', 'high', 'unit', 'rounds', 'load')))
        if any(row['load'] != 'quiet' for row in self.all):
            print('other programs ran: do not keep these figures', file=sys.stderr)
        if not print_only:
            self.keep()
            run('scripts/measured')
