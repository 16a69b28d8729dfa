#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The page of the papers judges by published values alone. With these values as ours each comparison holds. With one of ours, or one of
the published values, changed by more than the tolerance, that comparison does not. A simulated speed-up above the threads is a fault. A
figure with a row that does not hold has a note. Stored values are as old as the oldest that they follow from."""
import csv
import math
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(top / 'companions/papers'))
import commands
import figures
import page
import runs
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
    return [re.search('class="(holds|not|apart)"><b>', page.row(row))[1] for row in rows if row.beside]


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


def of_ours(figure, found):
    for k, (row, bounds) in enumerate(zip(figure.rows, found)):
        for value in disturbed(bounds, row.within):
            feed(row, value)
            shown = cells(figure, figures.Published(texts))
            check(shown == ['not' if i == k else 'holds' for i in range(len(shown))], figure.name, row.what, 'with', value, shown)
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
        check(shown == ['not' if used else 'holds' for used in users], figure.name, key, shown)


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


texts = figures.published()
store = runs.Store('/nonexistent', 'this machine')
all_, _ = table(commands.Commands(False))
by_name = {figure.name: figure for figure in all_}
compared = 0
for one in all_:
    check(one.rows or one.apart, one.name, 'compares nothing and does not say why')
    stored = verdicts.of_figure(one, verdicts.Values(one, store), figures.Published(texts))
    check(one.note or all(verdict.word != figures.NOT for verdict in stored), one.name, 'has a row that does not hold, and no note why')
    fed = all_fed(one)
    check(set(cells(one, figures.Published(texts))) <= {'holds'}, one.name, cells(one, figures.Published(texts)))
    of_ours(one, fed)
    of_published(one)
    compared += len(fed)
faults()
words()
plots()
days()
check(compared > 80, compared, 'comparisons')
print(f'{len(all_)} figures, {compared} comparisons: PASS')
