# SPDX-License-Identifier: BSD-3-Clause
"""What is said of each comparison: whether it holds, and how the value of ours was found."""
import dataclasses
import itertools

from figures import APART, CHANGED, FAULT, FITTED, HOLDS, LACKING, NOT, NOTHING, PART, SHOWN, SIMULATED, UNCERTAIN, Lacking
from runs import Of, Round, Run

FASTEST = 1.05                  # times the number of threads: this host's times differ by some percent from run to run


@dataclasses.dataclass
class Rounds:
    """How a value differs from round to round."""
    least: float
    most: float
    count: int = 0              # the fewest rounds of a command whose time counts; 0: none does
    kept: float = 1             # the spread of numbers that are kept; 0: it is not known

    def spread(self):
        return self.kept * self.most / self.least if self.least > 0 else self.kept

    def lacking(self):
        return 'its rounds were not kept' if not self.kept else 'one round alone' if self.count == 1 else ''

    def told(self):
        if not self.count and self.kept == 1:
            return ''
        return self.lacking() or ', '.join(filter(None, (f'{self.spread():.3g} times', f'{self.count} rounds' if self.count else '')))


@dataclasses.dataclass
class Verdict:
    figure: object
    beside: object              # None: a reason why nothing can be compared
    word: str
    value: object = None        # ours
    bounds: tuple = None        # the published one
    told: str = ''              # how the value was found, or why there is none
    rounds: object = None
    cause: str = ''             # what differs, if it does not hold
    how: str = ''               # how the cause is known: one of the words of figures.py
    planted: tuple = None       # ours, if what differs is changed: the least and the most of the rounds

    def way(self):
        """In which way ours differs, if it does not hold; why there is no verdict."""
        if self.word == UNCERTAIN:
            return self.rounds.lacking() or 'rounds differ'
        if self.word == FITTED:
            return self.beside.fitted
        return '' if self.word != NOT else 'ours is more' if self.value > self.bounds[1] else 'ours is less'


def value_of(point, store):
    return point.value(store) if isinstance(point, (Run, Of)) else point


def runs_of(point):
    return point.runs() if isinstance(point, (Run, Of)) else []


class Values:
    """The values of a figure's series, from the store; `used` has the points that were asked for."""

    def __init__(self, figure, store):
        self.store, self.used = store, []
        self.series = [(s, [(x, value_of(v, store)) for x, v in s.points]) for s in figure.series]
        self.points = {id(s): dict(points) for s, points in self.series}

    def get(self, series, x):
        value = self.points[id(series)].get(x)
        if value is None:
            raise Lacking
        self.used.append((series, x))
        if len(self.machines()) > 1:
            raise Lacking
        return value

    def machines(self):
        """Those whose time is in the values that were asked for."""
        runs = [run for series, x in self.used for run in runs_of(dict(series.points)[x]) if run.timed]
        return {self.store.get(run)['machine'] for run in runs}

    def rows(self):
        """(how, name, unit, [(x as text, value)]) of all that has values."""
        for series, points in self.series:
            there = [(str(x), v) for x, v in points if v is not None]
            if there:
                yield series.how, series.name, series.unit, there

    def told(self):
        """How the used values were found: of runs of other machines or of other code, when."""
        kinds = {}
        for series, x in self.used:
            runs = runs_of(dict(series.points)[x])
            dates = {self.store.get(run)['date'] for run in runs if not self.store.made(run)} | ({series.date} - {''})
            kinds[series.how + (f', stored {min(dates)}' if dates else '')] = None
        return '; '.join(kinds)

    def faults(self):
        """{id of a series: what is wrong}: a simulated speed-up above the number of threads. Nothing simulated makes threads faster."""
        return {id(s): f'{s.name}: a simulated speed-up of {value:.2f} on {x}' for s, points in self.series
                if s.how in SIMULATED and s.unit == 'speed-up' for x, value in points if value is not None and value > FASTEST * float(x)}


def in_rounds(function, runs, store):
    """The values of a function of a store, one for each choice of a round of each command, and the fewest rounds of a command whose time
    counts. Numbers of one command are of the same round. With more than six commands, one command at a time changes."""
    counts = {run.command: len(store.get(run)['values'].split()) for run in runs}
    timed = [counts[run.command] for run in runs if run.timed]
    many = {command: range(count) for command, count in counts.items() if count > 1}
    if len(many) <= 6:
        choices = [dict(zip(many, chosen)) for chosen in itertools.product(*many.values())]
    else:
        choices = [{command: k} for command, rounds in many.items() for k in rounds]
    return [value for value in (function(Round(store, choice)) for choice in choices) if value is not None], min(timed, default=0)


def rounds_of(ours, used, store):
    """The rounds of a value: of a function of `get`, which asks for these points."""
    points = {(id(series), x): dict(series.points)[x] for series, x in used}
    runs = [run for point in points.values() for run in runs_of(point)]
    values, count = in_rounds(lambda one: ours(lambda series, x: value_of(points[id(series), x], one)), runs, store)
    kept = [series.spread for series, x in used if not runs_of(points[id(series), x])]
    return Rounds(min(values), max(values), count, 0 if 0 in kept else max(kept, default=1))


def judged(row, value, bounds, rounds):
    """The word of a value that has these rounds."""
    both = {row.holds(v, bounds) for v in (value, rounds.least, rounds.most)}
    if len(both) > 1 or rounds.lacking() or rounds.spread() > max(row.within, 1):
        return UNCERTAIN
    return NOT if both == {False} else FITTED if row.fitted else HOLDS


def compared(figure, row, values, published):
    bounds = row.published(published.of(figure.name))
    values.used = []
    try:
        value = row.ours(values.get)
    except (Lacking, ZeroDivisionError):
        return Verdict(figure, row, APART, None, bounds, 'not run yet' if len(values.machines()) < 2 else 'its times are of several machines')
    faults = values.faults()
    if wrong := [faults[id(s)] for s, _ in values.used if id(s) in faults]:
        return Verdict(figure, row, FAULT, value, bounds, wrong[0])
    rounds, told = rounds_of(row.ours, values.used, values.store), values.told()
    verdict = Verdict(figure, row, judged(row, value, bounds, rounds), value, bounds, told, rounds)
    if verdict.word == NOT and row.cause:
        explain(verdict, values, published.of(figure.name))
    return verdict


def explain(verdict, values, of):
    """Adds the cause of a difference."""
    cause = verdict.beside.cause
    verdict.how, verdict.cause = cause.how, cause.text
    values.used = []
    try:
        if cause.printed:
            verdict.cause = cause.text.format(*(f'{x:,.0f}' if x >= 100 else f'{x:.3g}' for x in cause.printed(values.get, of)))
        values.used = []
        if cause.planted:
            cause.planted(values.get, of)
            rounds = rounds_of(lambda get: cause.planted(get, of), values.used, values.store)
            verdict.planted = rounds.least, rounds.most
            if cause.how == CHANGED:
                verdict.how = of_change(verdict)
    except Lacking:
        verdict.cause, verdict.how = '', LACKING


def of_change(verdict):
    """What comes of a change in all rounds."""
    row, bounds = verdict.beside, verdict.bounds
    if all(row.holds(value, bounds) for value in verdict.planted):
        return SHOWN
    return PART if all(row.distance(value, bounds) < row.distance(verdict.value, bounds) for value in verdict.planted) else NOTHING


def causes(judged):
    """{how causes are known: how many rows that do not hold}"""
    found = {}
    for _, all_ in judged:
        for verdict in all_:
            if verdict.word == NOT:
                found[verdict.how] = found.get(verdict.how, 0) + 1
    return found


def of_figure(figure, values, published):
    """A verdict for each comparison, one for each fault beside them, and one for what cannot be compared."""
    all_ = [compared(figure, row, values, published) for row in figure.rows]
    named = {verdict.told for verdict in all_ if verdict.word == FAULT}
    all_ += [Verdict(figure, None, FAULT, told=fault) for fault in values.faults().values() if fault not in named]
    return all_ + ([Verdict(figure, None, APART, told=figure.apart)] if figure.apart else [])


def of_conclusion(conclusion, machine, store):
    """(a value on a machine of today, the word for it)"""
    point = conclusion.value(machine)
    value = value_of(point, store)
    if value is None:
        return None, APART
    values, count = in_rounds(lambda one: value_of(point, one), runs_of(point), store)
    holds = {conclusion.least <= v <= conclusion.most for v in (value, *values)}
    return value, UNCERTAIN if len(holds) > 1 or count == 1 else HOLDS if holds == {True} else NOT
