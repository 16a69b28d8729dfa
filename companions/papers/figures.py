# SPDX-License-Identifier: BSD-3-Clause
"""What a figure is, what the papers have published, and how the two are compared.

companions/papers/published.csv has what the papers give in numbers. A module for each paper has ours: a row for each figure, with its series, their
commands, and its comparisons. Each comparison is a value that this project ran or computed beside a published one. It holds if neither is
more than `within` times the other, in whichever rounds our value was found. Nothing else decides a verdict."""
import csv
import dataclasses
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOLDS, NOT, APART, FAULT = 'holds', 'does not hold', 'cannot be compared', 'a fault'
FITTED = 'fitted'               # it would hold, but parameters of the machine were chosen so
UNCERTAIN = 'no verdict'        # rounds differ by more than the tolerance, or say both; or there is one round alone

# How a value of ours is found. The last two need no data, and take no time.
MEASURED, WHOLE, PIECES, FORMULA, COUNTED = 'measured', 'simulated whole', 'simulated in pieces', 'by formula', 'counted'
SIMULATED = WHOLE, PIECES
DATALESS = FORMULA, COUNTED

# How far the two may be from each other, by what they are. Without any loss a speed-up is the number of threads. A paper's speed-up that is
# 15 % below this must not hold beside such a machine: so SPEED_UP is 1.15.
COUNT, PEAK, SPEED_UP, RATE, VARIANT, TIMES, WORD, LINES, MAGNITUDE = 1.01, 1.05, 1.15, 1.1, 1.1, 1.15, 1.25, 1.5, 2
WITHINS = {
    'numbers of elements': COUNT, 'parts of the peak': PEAK, 'speed-ups': SPEED_UP, 'rates': RATE,
    'two variants of a program, and what is on par': VARIANT, 'times of two programs': TIMES, 'what is good': WORD, 'lines': LINES, 'gains of orders of magnitude': MAGNITUDE}

PAPERS = (
    'R. Nishtala, G. Almási, C. Caşcaval: Performance without Pain = Productivity (2008)',
    "M. Weiland, T. Haddow: Performance Evaluation of Chapel's Task Parallel Features (2009)",
    'A. Sanz and others: Global Data Re-allocation via Communication Aggregation in Chapel (2012)',
    'A. Soviani, J. P. Singh: Optimizing Communication Scheduling using Dataflow Semantics (2009)',
    'E. Ronaghan: Chapel Unblocked, Recent Communication Optimizations in Chapel (2019)')


@dataclasses.dataclass(eq=False)
class Series:
    name: str
    unit: str
    how: str                    # one of the words above
    points: list                # of (x, Run, Of or a number)
    source: str = ''            # for numbers: what makes them
    date: str = ''              # for numbers that were measured: when
    spread: float = 1           # for numbers: the greatest of the rounds over the least; 1 in virtual time, 0 if rounds were not kept


# How the cause of a difference is known. CHANGED: what differs is changed in a run; verdicts.py says what comes of it.
CHANGED, APART_RUN, PAPER, UNKNOWN = 'ours with it changed', 'counted or run apart', 'the paper', 'not known'
SHOWN, PART, NOTHING = (f'{CHANGED} {comes}' for comes in ('agrees', 'is nearer', 'is no nearer'))
LACKING = 'a run that shows it, or that its text names, is not there, or is of another machine'


@dataclasses.dataclass
class Cause:
    """Why a value of ours is another one than the published one."""
    how: str                    # CHANGED, APART_RUN, PAPER or UNKNOWN
    text: str                   # {} is a number of `printed`
    planted: object = None      # function(get, of) -> our value, if what differs is changed
    printed: object = None      # function(get, of) -> numbers that the text names


@dataclasses.dataclass
class Beside:
    """A value of ours beside a published one."""
    what: str                   # what is compared
    ours: object                # function(get) -> number; get(Series, x) is a number, or raises Lacking
    published: object           # function(of) -> (least, most); of(series, x, unit) is what companions/papers/published.csv has, as such bounds
    within: float               # how many times as large or as small ours may be
    fitted: str = ''            # which parameters were chosen so that it is near
    cause: Cause = None         # why it does not hold; each row that does not has one

    def holds(self, value, bounds):
        least, most = bounds
        slack = self.within * (1 + 1e-9)
        return least / slack <= value <= most * slack

    def distance(self, value, bounds):
        """How many times a value is too large or too small."""
        least, most = bounds
        return max(value / most, least / value if value > 0 else math.inf if least > 0 else 0)


@dataclasses.dataclass
class Figure:
    paper: str
    name: str
    title: str
    series: list = ()
    rows: list = ()             # of Beside
    program: str = ''           # what is run: the printed program, or how it differs
    apart: str = ''             # why nothing of it can be compared, or what of it cannot
    drawings: list = ()         # commands that write a picture to build/papers/drawing.svg
    note: str = ''


@dataclasses.dataclass
class Conclusion:
    """A conclusion of a figure, to be looked at on a machine of today."""
    figure: str
    text: str
    number: str                 # what the value is
    value: object               # function(machine) -> Run or Of
    least: float = 0            # it holds from here
    most: float = math.inf      # to here
    why: str = ''               # it does not hold


class Lacking(Exception):
    pass


def read(path):
    with open(ROOT / path, newline='') as file:
        return list(csv.DictReader(file))


def published():
    """{figure: [(series, unit, [(x, text)])]}"""
    figures = {}
    for row in read('companions/papers/published.csv'):
        figures.setdefault(row['figure'], {}).setdefault((row['series'], row['unit']), []).append((row['x'], row['value']))
    return {name: [(series, unit, points) for (series, unit), points in all_.items()] for name, all_ in figures.items()}


# Words of the papers that say a number.
WORDS = {'good': 1, 'on par': 1, 'well': 1}
NUMBER = r'([0-9][0-9,]*(?:\.[0-9]+)?)'


def bounds(text):
    """(least, most) of a published value: a number, a range, the shape of a grid, or a section such as 1..9 by 2, 1..5: its elements."""
    if text in WORDS:
        return WORDS[text], WORDS[text]
    if '..' in text:
        parts = re.findall(r'([0-9]+)[.][.]([0-9]+)(?: by ([0-9]+))?', text)
        elements = math.prod(len(range(int(a), int(b) + 1, int(step or 1))) for a, b, step in parts)
        return elements, elements
    values = [float(v.replace(',', '')) for v in re.findall(NUMBER, text)]
    if re.fullmatch('[0-9]+ x [0-9]+', text):
        return (values[0] / values[1],) * 2
    if text.startswith('more than'):
        return values[0], math.inf
    if text.startswith('less than'):
        return 0, values[0]
    return values[0], values[1] if ' to ' in text else values[0]


def divided(a, b):
    """The bounds of a quotient."""
    return a[0] / b[1], a[1] / b[0]


class Published:
    """What a figure's comparisons read of companions/papers/published.csv; `read` has the keys that they asked for."""

    def __init__(self, figures):
        self.texts = {(name, series, str(x), unit): text for name, all_ in figures.items() for series, unit, points in all_
                      for x, text in points}
        self.read = []

    def of(self, figure):
        def value(series, x, unit, other=None):
            self.read.append((other or figure, series, str(x), unit))
            return bounds(self.texts[self.read[-1]])
        return value


def beside(what, ours, series, x, unit, within, fitted='', cause=None):
    """A comparison with a published value. ours: (series, x), or a function."""
    if isinstance(ours, tuple):
        ours = (lambda place: lambda get: get(*place))(ours)
    return Beside(what, ours, lambda of: of(series, x, unit), within, fitted, cause)


def quotient(what, ours, above, below, within, cause=None):
    """A comparison with a quotient of published values, each (series, x, unit)."""
    return Beside(what, ours, lambda of: divided(of(*above), of(*below)), within, cause=cause)


def number_of(of, *key):
    """A published number."""
    return of(*key)[0]
