# SPDX-License-Identifier: BSD-3-Clause
"""What a figure, its series and a conclusion are, and what the papers have published.

docs/published.csv has what the papers give in numbers. A module for each paper has ours: a row for each figure, with its series, their
commands, and a claim that looks at the values. The small version has the same commands, on little data and few threads."""
import csv
import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOLDS, SIMULATED, NOT, APART = 'holds', 'holds on the simulated machine', 'does not hold', 'cannot be compared'

PAPERS = {
    'P': 'R. Nishtala, G. Almási, C. Cașcaval: Performance without Pain = Productivity (2008)',
    'T': "M. Weiland, T. Haddow: Performance Evaluation of Chapel's Task Parallel Features (2009)",
    'A': 'A. Sanz and others: Global Data Re-allocation via Communication Aggregation in Chapel (2012)',
    'C': 'A. Soviani, J. P. Singh: Optimizing Communication Scheduling using Dataflow Semantics (2009)',
    'U': 'E. Ronaghan: Chapel Unblocked, Recent Communication Optimizations in Chapel (2019)'}

# Figures that are not drawn again, and why.
LEFT_OUT = {
    'P3': 'Two programs: examples/figure3a.upc and figure3b.upc. P7 runs them.',
    'P6': 'A drawing of one step of a factorization; it has no data.',
    'P11, P12': 'Programs, in examples/. P7 runs them.',
    'T1 to T6': 'Programs in Chapel. Ours are apps/tasks/nqueens.upc (1, 2), mandelbrot.upc (3, 4), pi.upc (5) and montecarlo.upc (6); '
                'TT2 to TT8 run them.',
    'A1, A5': 'Programs in Chapel. The assignments of Figure 1 are those of A7, by apps/redistribute.',
    'A2, A3, A4, A6': 'Drawings of distributions and of one transfer; they have no data.',
    'C1, C2, C3': 'Drawings of graphs of steps; they have no data.',
    'CT2': 'The syntax of a language. docs/graphs.md has the calls of ours.',
    'U, the plots': 'The slides keep the numbers of their plots in pictures. What their text gives is shown, for each of the four programs.'}


@dataclasses.dataclass
class Series:
    name: str
    unit: str
    how: str                    # measured, simulated, computed, counted
    points: list                # of (x, Run, Of or a number)
    source: str = ''            # for numbers: what makes them


@dataclasses.dataclass
class Figure:
    name: str
    title: str
    series: list
    claim: object               # function(get) -> (verdict, sentence); get(series, x) is a number, or raises Lacking
    drawing: str = ''           # a command that writes a picture to build/papers/drawing.svg
    note: str = ''


@dataclasses.dataclass
class Conclusion:
    """A conclusion of a figure, to be looked at on a machine of today."""
    figure: str
    text: str
    number: str                 # what the value is
    value: object               # function(machine) -> Run or Of
    holds: object               # function(value) -> bool
    why: str = ''               # it does not hold


class Lacking(Exception):
    pass


def read(name):
    with open(ROOT / 'docs' / name, newline='') as file:
        return list(csv.DictReader(file))


def published():
    """{figure: [(series, unit, [(x, text)])]}"""
    figures = {}
    for row in read('published.csv'):
        figures.setdefault(row['figure'], {}).setdefault((row['series'], row['unit']), []).append((row['x'], row['value']))
    return {name: [(series, unit, points) for (series, unit), points in all_.items()] for name, all_ in figures.items()}
