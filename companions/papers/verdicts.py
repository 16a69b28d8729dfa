# SPDX-License-Identifier: BSD-3-Clause
"""What is said of each comparison: whether it holds, and how the value of ours was found."""
import dataclasses

from figures import APART, FAULT, HOLDS, NOT, SIMULATED, Lacking
from runs import Of, Run

FASTEST = 1.05                  # times the number of threads: this host's times differ by some percent from run to run


@dataclasses.dataclass
class Verdict:
    figure: object
    beside: object              # None: a reason why nothing can be compared
    word: str
    value: object = None        # ours
    bounds: tuple = None        # the published one
    told: str = ''              # how the value was found, or why there is none

    def way(self):
        """In which way ours differs, if it does not hold."""
        return '' if self.word != NOT else 'ours is more' if self.value > self.bounds[1] else 'ours is less'


class Values:
    """The values of a figure's series, from the store; `used` has the points that were asked for."""

    def __init__(self, figure, store):
        self.store, self.used = store, []
        self.series = [(s, [(x, v.value(store) if isinstance(v, (Run, Of)) else v) for x, v in s.points]) for s in figure.series]
        self.points = {id(s): dict(points) for s, points in self.series}

    def get(self, series, x):
        value = self.points[id(series)].get(x)
        if value is None:
            raise Lacking
        self.used.append((series, x))
        return value

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
            value = dict(series.points)[x]
            runs = value.runs() if isinstance(value, (Run, Of)) else []
            dates = {self.store.get(run)['date'] for run in runs if not self.store.made(run)} | ({series.date} - {''})
            kinds[series.how + (f', stored {max(dates)}' if dates else '')] = None
        return '; '.join(kinds)

    def faults(self):
        """{id of a series: what is wrong}: a simulated speed-up above the number of threads. Nothing simulated makes threads faster."""
        return {id(s): f'{s.name}: a simulated speed-up of {value:.2f} on {x}' for s, points in self.series
                if s.how in SIMULATED and s.unit == 'speed-up' for x, value in points if value is not None and value > FASTEST * float(x)}


def compared(figure, row, values, published):
    bounds = row.published(published.of(figure.name))
    values.used = []
    try:
        value = row.ours(values.get)
    except (Lacking, ZeroDivisionError):
        return Verdict(figure, row, APART, None, bounds, 'not run yet')
    faults = values.faults()
    if wrong := [faults[id(s)] for s, _ in values.used if id(s) in faults]:
        return Verdict(figure, row, FAULT, value, bounds, wrong[0])
    return Verdict(figure, row, HOLDS if row.holds(value, bounds) else NOT, value, bounds, values.told())


def of_figure(figure, values, published):
    """A verdict for each comparison, one for each fault beside them, and one for what cannot be compared."""
    all_ = [compared(figure, row, values, published) for row in figure.rows]
    named = {verdict.told for verdict in all_ if verdict.word == FAULT}
    all_ += [Verdict(figure, None, FAULT, told=fault) for fault in values.faults().values() if fault not in named]
    return all_ + ([Verdict(figure, None, APART, told=figure.apart)] if figure.apart else [])
