#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page of the papers judges by published values alone. With these values as ours each comparison holds. With one of ours, or one of
the published values, changed by more than the tolerance, that comparison does not. Each number of ours that a comparison rests on was run or
computed here: with another one it does not hold. Rounds that differ give no verdict. A simulated speed-up above the threads is a fault. A
row that does not hold has a cause; if a run shows the cause, what the run gives is as near to the published value as the cause says. Stored
values are as old as the oldest that they follow from."""
import contextlib
import csv
import dataclasses
import math
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(top / 'companions/papers'))
import commands
import dataflow
import figures
import layout
import page
import runs
import unblocked
import verdicts
from table import table


def check(right, *why):
    if not right:
        sys.exit(f'FAILED: {" ".join(map(str, why))}')


class Changed(figures.Published):
    """One published value is another one."""
    key, factor = None, 1

    def of(self, figure):
        value = super().of(figure)

        def changed(*where):
            least, most = value(*where)
            return (least * self.factor, most * self.factor) if self.read[-1] == self.key else (least, most)
        return changed


def cells(figure, published):
    """The verdicts as the page shows them."""
    rows = verdicts.of_figure(figure, verdicts.Values(figure, store), published)
    return [re.search('class="(holds|fitted|not|apart)"><b>', page.row(row))[1] for row in rows if row.beside]


def inside(bounds):
    least, most = bounds
    return least if least > 0 else most


def feed(row, value):
    row.ours = lambda get: value


def all_fed(figure):
    """Ours are the published values: {row: bounds}."""
    found = [row.published(figures.Published(texts).of(figure.name)) for row in figure.rows]
    for row, bounds in zip(figure.rows, found):
        feed(row, inside(bounds))
    return found


def disturbed(bounds, within):
    """Values of ours beyond the tolerance."""
    least, most = bounds
    return ([least / within / 1.01] if least > 0 else []) + ([most * within * 1.01] if most < math.inf else [])


def good(row):
    """How the page shows a comparison that is as near as it should be."""
    return 'fitted' if row.fitted else 'holds'


def of_ours(figure, found):
    for k, (row, bounds) in enumerate(zip(figure.rows, found)):
        for value in disturbed(bounds, row.within):
            feed(row, value)
            shown = cells(figure, figures.Published(texts))
            check(shown == ['not' if i == k else good(other) for i, other in enumerate(figure.rows)], figure.name, row.what, 'with', value, shown)
        feed(row, inside(bounds))


def of_published(figure):
    reads = []
    for row in figure.rows:
        published = figures.Published(texts)
        row.published(published.of(figure.name))
        reads.append(set(published.read))
        check(reads[-1], figure.name, row.what, 'reads no published value')
    for key in set().union(*reads):
        changed = Changed(texts)
        users = [key in read for read in reads]
        changed.key, changed.factor = key, 9 if figures.bounds(changed.texts[key])[0] > 0 else 1 / 9
        shown = cells(figure, changed)
        check(shown == ['not' if used else good(row) for row, used in zip(figure.rows, users)], figure.name, key, shown)


class Other:
    """A store in which one number of ours is another one."""

    def __init__(self, run, factor):
        self.key, self.factor = (run.command, run.number), factor

    def get(self, run):
        row = store.get(run)
        if row and (run.command, run.number) == self.key:
            row = row | {'values': ' '.join(str(float(v) * self.factor) for v in row['values'].split())}
        return row

    def made(self, run):
        return store.made(run)


def word(figure, row, where):
    return verdicts.compared(figure, row, verdicts.Values(figure, where), figures.Published(texts)).word


FACTORS = 1e-3, 1e3


def rests_on(row):
    """The points that a comparison asks for."""
    asked = []
    row.ours(lambda series, x: (asked.append((series, x)), 1.0)[1])
    return asked


def of_runs(figure):
    """A comparison rests on what was run, not on tools that compute from a shape alone. With another result of a run it does not hold."""
    for row in figure.rows:
        all_ = [run for series, x in rests_on(row) for run in verdicts.runs_of(dict(series.points)[x])]
        shapes = [run.command for run in all_ if 'bin/upc-stride-show' in run.command or 'bin/upc-stride-map' in run.command]
        check(not shapes, figure.name, row.what, 'follows from a shape:', *shapes)
        if word(figure, row, store) not in GOOD:
            continue
        for run in all_:
            words = [word(figure, row, Other(run, factor)) for factor in FACTORS]
            check(not set(words) <= GOOD, figure.name, row.what, 'does not follow from', run.command, run.number, words)


@contextlib.contextmanager
def other_numbers(factor):
    """What is kept in bench/torus/torus.csv and docs/measured.csv, and what bench/torus/programs.py computes, is another one."""
    read, torus, fft = figures.read, layout.programs.read, layout.programs.fft

    def measured(path):
        return [row | {k: str(float(row[k]) * factor) for k in ('value', 'low', 'high') if row.get(k, '').replace('.', '').isdigit()}
                for row in read(path)]

    dataflow.read = unblocked.read = measured
    layout.programs.read = lambda name: {key: seconds * factor for key, seconds in torus(name).items()}
    layout.programs.fft = lambda nodes: tuple(rate * factor for rate in fft(nodes))
    yield
    dataflow.read, unblocked.read, layout.programs.read, layout.programs.fft = read, read, torus, fft


def of_numbers():
    """Numbers that stand in the table come from a file or a formula of this project. With others, no comparison holds that rests on them alone."""
    for factor in FACTORS:
        with other_numbers(factor):
            others, _ = table(commands.Commands(False))
        for figure, before in zip(others, all_):
            for row, was in zip(figure.rows, before.rows):
                if not any(verdicts.runs_of(dict(s.points)[x]) for s, x in rests_on(was)) and word(before, was, store) in GOOD:
                    check(word(figure, row, store) not in GOOD, figure.name, row.what, 'rests on numbers that nothing here has computed')


def distance(value, bounds):
    """How many times a value is too large or too small, as a logarithm."""
    least, most = bounds
    return max(0, math.log(value / most) if most < math.inf else 0, math.log(least / value) if least > 0 else 0)


def explained(verdict):
    """What a cause says of the value of ours with the change is so; a cause without such a value says by what else it is known."""
    at = verdict.figure.name, verdict.beside.what
    check(verdict.how != figures.LACKING, *at, verdict.how)
    check(verdict.cause and not re.search('[{}]', verdict.cause), *at, 'does not hold, and has no cause')
    check(verdict.how != figures.NOTHING, *at, verdict.how, verdict.planted, verdict.value, verdict.bounds)
    if verdict.how in (figures.SHOWN, figures.PART):
        agrees = all(verdict.beside.holds(value, verdict.bounds) for value in verdict.planted)
        check(agrees == (verdict.how == figures.SHOWN), *at, verdict.how, 'and that is', verdict.planted, 'beside', verdict.bounds)
        near, far = max(distance(value, verdict.bounds) for value in verdict.planted), distance(verdict.value, verdict.bounds)
        check(agrees or near < far, *at, 'is said to be nearer, and is not', verdict.planted, verdict.value, verdict.bounds)


def causes(figure, all_):
    """Each cause, also those of rows that hold on this host, takes what it names from published values that are there."""
    for row in figure.rows:
        if row.cause and row.cause.printed:
            check(row.cause.text.count('{}') == len(row.cause.printed(verdicts.Values(figure, store).get, figures.Published(texts).of(figure.name))), figure.name, row.what, 'numbers of its cause')
    for verdict in all_:
        if verdict.word == figures.NOT:
            explained(verdict)


def of_planted():
    """A change that leaves the value where it is, or moves it away, shows nothing."""
    series = figures.Series('s', 'speed-up', figures.WHOLE, [(16, 12.0)])
    for planted, how in ((7.2, figures.SHOWN), (9.0, figures.PART), (12.0, figures.NOTHING), (13.0, figures.NOTHING), (None, figures.UNKNOWN)):
        cause = figures.Cause(figures.CHANGED if planted else how, 'a cause', planted and (lambda get, of, value=planted: value))
        row = figures.beside('', (series, 16), 'HPCx, single locale', 16, 'speed-up', figures.SPEED_UP, cause=cause)
        figure = figures.Figure('', 'TT7', '', [series], [row])
        verdict = verdicts.compared(figure, row, verdicts.Values(figure, store), figures.Published(texts))
        check(verdict.how == how, 'a change to', planted, 'is said to be:', verdict.how)
    its = runs.Store('/nonexistent', 'this machine')
    for rounds, how in (('7.1 7.2', figures.SHOWN), ('7.1 9.0', figures.PART), ('7.1 12.5', figures.NOTHING)):
        its.rows['a command', 'seconds'] = {'values': rounds, 'machine': '', 'date': '', 'state': '', 'others': '0'}
        changed = figures.Series('changed', 'speed-up', figures.WHOLE, [(16, runs.Run('a command', 'seconds', 2, timed=True))])
        figure.series = [series, changed]
        row.cause = figures.Cause(figures.CHANGED, 'a cause', lambda get, of: get(changed, 16))
        verdict = verdicts.compared(figure, row, verdicts.Values(figure, its), figures.Published(texts))
        check(verdict.how == how, 'rounds of a change', rounds, 'are said to be:', verdict.how)


def of_rounds():
    """A time that was found once, or in rounds that differ by more than the tolerance, or of which some hold and some do not."""
    run = runs.Run('a command', 'seconds', 3, timed=True)
    paper = figures.bounds(texts['TT7'][0][2][4][1])[0]         # 7.16 on 16 threads
    for rounds, timed, least in (((7.1, 7.2, 7.0), True, figures.HOLDS), ((4.0, 7.1, 10.0), True, figures.UNCERTAIN), ((7.1,), True, figures.UNCERTAIN),
                                 ((7.1,), False, figures.HOLDS), ((8.2, 8.3), True, figures.UNCERTAIN), ((14.0, 14.2), True, figures.NOT)):
        its = runs.Store('/nonexistent', 'this machine')
        run = dataclasses.replace(run, timed=timed)
        its.keep = None
        its.rows[run.command, run.number] = {'values': ' '.join(map(str, rounds)), 'machine': '', 'date': '', 'state': '', 'others': '0'}
        series = figures.Series('s', 'speed-up', figures.WHOLE, [(16, run)])
        row = figures.beside('', (series, 16), 'HPCx, single locale', 16, 'speed-up', figures.SPEED_UP)
        figure = figures.Figure('', 'TT7', '', [series], [row])
        check(word(figure, row, its) == least, rounds, 'beside', paper, word(figure, row, its))
    its.rows['a command', 'seconds'] |= {'values': '7.1 7.2 7.0'}
    other = dataclasses.replace(run, command='another command')
    for machine, least in (('', figures.HOLDS), ('another machine', figures.APART)):
        its.rows[other.command, 'seconds'] = its.rows[run.command, 'seconds'] | {'machine': machine}
        series.points = [(15, run), (16, other)]
        row.ours = lambda get: (get(series, 15), get(series, 16))[1]
        check(word(figure, row, its) == least, 'times of', machine or 'one machine')
    row.ours = lambda get: get(series, 16)
    series.points, series.spread = [(16, 7.1)], 0
    check(word(figure, row, its) == figures.UNCERTAIN, 'a number whose rounds were not kept')


def of_gains(figure, found):
    """Where the paper tells of a gain, no gain does not hold; a speed-up that it has lost does not hold on a perfect machine."""
    for row, (least, most) in zip(figure.rows, found):
        if row.within in (figures.TIMES, figures.VARIANT) and not 1 / 1.15 < most and least < 1.15:
            check(not row.holds(1, (least, most)), figure.name, row.what, 'no gain at all')
        if row.what.endswith(' over 1') and (match := re.search(r'([0-9]+) threads over 1$', row.what)) and int(match[1]) > 1.15 * most:
            check(not row.holds(int(match[1]), (least, most)), figure.name, row.what, 'a perfect machine')


def faults():
    for threads, word in ((15.9, figures.HOLDS), (17.0, figures.FAULT)):
        series = figures.Series('s', 'speed-up', figures.WHOLE, [(1, 1.0), (16, threads)])
        figure = figures.Figure('', 'TT2', '', [series], [figures.beside('', (series, 16), 'Ness, Chapel', 16, 'speed-up', 1.2)])
        verdict, = verdicts.of_figure(figure, verdicts.Values(figure, store), figures.Published(texts))
        check(verdict.word == word, threads, verdict)
        figure.rows, figure.apart = [], 'nothing is compared'
        found = [verdict.word for verdict in verdicts.of_figure(figure, verdicts.Values(figure, store), figures.Published(texts))]
        check(found == [figures.FAULT, figures.APART][word == figures.HOLDS:], threads, found)


def words():
    for text, bounds in (('12.5', (12.5, 12.5)), ('more than 1,000', (1000, math.inf)), ('less than 10', (0, 10)), ('100 to 1,000', (100, 1000)),
                         ('on par', (1, 1)), ('8 x 16', (0.5, 0.5)), ('101..159 by 2, 51..150 by 3', (30 * 34, 30 * 34))):
        check(figures.bounds(text) == bounds, text, figures.bounds(text))


def plots():
    rows = [('published', f'p{i}', 'ms', []) for i in range(9)] + [('measured', f'm{i}', 'ms', []) for i in range(4)]
    parts = page.in_plots(rows)
    check(sorted(row for part in parts for row in part) == sorted(rows) and all(len(part) <= 5 for part in parts), parts)
    first = page.colour('p0')
    check(len({page.colour(row[1]) for row in rows}) == len(rows) and page.colour('p0') == first, 'colours')


def days():
    """What P8 and P9 take of bench/torus/torus.csv is as old as the oldest row that they take."""
    with open(top / 'bench/torus/torus.csv', newline='') as file:
        rows = [row for row in csv.reader(file) if row[1] == 'fork:8192']
    for name, program in (('P8', 'matmul'), ('P9', 'cholesky')):
        for series in (s for s in by_name[name].series if s.name == 'bench/torus/torus.csv'):
            threads = {str(t) for t, _ in series.points}
            oldest = min(row[5] for row in rows if row[2] == program and row[0] in threads)
            check(series.date == oldest, name, series.unit, 'is said to be of', series.date, 'and has rows of', oldest)


GOOD = {figures.HOLDS, figures.FITTED}
texts = figures.published()
store = runs.Store('/nonexistent', 'this machine')
all_, conclusions = table(commands.Commands(False))
by_name = {figure.name: figure for figure in all_}
compared = 0
of_numbers()
for one in all_:
    check(one.rows or one.apart, one.name, 'compares nothing and does not say why')
    stored = verdicts.of_figure(one, verdicts.Values(one, store), figures.Published(texts))
    causes(one, stored)
    of_runs(one)
    fed = all_fed(one)
    of_gains(one, fed)
    check(cells(one, figures.Published(texts)) == [good(row) for row in one.rows], one.name, cells(one, figures.Published(texts)))
    of_ours(one, fed)
    of_published(one)
    compared += len(fed)
of_planted()
of_rounds()
faults()
words()
plots()
days()
check(compared > 80, compared, 'comparisons')
print(f'{len(all_)} figures, {compared} comparisons: PASS')
