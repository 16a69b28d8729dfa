# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Global Data Re-allocation via Communication Aggregation in Chapel.

Without aggregation each element is a message: programs whose names end in .single are compiled so that upcc collects no accesses."""
from commands import NODES
from figures import HOLDS, NOT, Series
from runs import of, ratio

FAR = [2]                       # threads that are measured: a core for each
TIMES = 'seconds_elementwise', 'seconds_min'


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    sections(c, figure, on_today)
    redistributions(c, figure, on_today)


def sections(c, figure, on_today):
    extent, nodes = c.size(60, 12), c.up_to(2, 4, 8, 16)
    unit = 'times as fast with aggregation'

    def assigned(machine, threads, d):
        """(without aggregation, with it)"""
        arguments = f'{extent} --section {d} --elementwise --repeat {c.size(3, 1)}'
        if machine == 'far':
            return [c.far('redistribute', threads, arguments, number, '.single') for number in TIMES]
        return [c.sim('redistribute', machine, threads, arguments, number, single='.single') for number in TIMES]

    series = []
    for d in ('D1', 'D2'):
        series += [Series(f'{d}, {how}, a thread a node', 's', 'simulated', [(t, assigned(NODES, t, d)[k]) for t in nodes])
                   for k, how in enumerate(('element by element', 'aggregated'))]
        series += [Series(f'{d}, a thread a node', unit, 'simulated', [(t, ratio(*assigned(NODES, t, d))) for t in nodes]),
                   Series(f'{d}, far threads, MPICH', unit, 'measured', [(t, ratio(*assigned('far', t, d))) for t in FAR])]

    def claim(get):
        gains = get(3, 2), get(7, 2)
        return (HOLDS if min(gains) > 10 else NOT,
                f'Far threads gain {gains[0]:,.0f} times (D1) and {gains[1]:,.0f} times (D2), simulated nodes {get(2, 2):,.0f} times '
                f'among 2 and {get(2, nodes[-1]):,.0f} among {nodes[-1]}; in the paper 1.3 to more than 1,000.')

    figure('A7', f'Figure 7: assignments of sections D1 and D2 in three dimensions, {extent}³ elements', series, claim)
    on_today('A7', 'Aggregation gains one to three orders of magnitude', 'times as fast, D1',
             lambda m: ratio(*assigned(m, c.many, 'D1')), lambda v: v > 10)


def redistributions(c, figure, on_today):
    length = {'near': c.size(1 << 20, 1 << 10), 'far': c.size(1 << 15, 1 << 8)}
    nodes = c.up_to(4, 16)
    last = nodes[-1]

    def moved(where, threads, there, number):
        a, b = ('block', 'cyclic') if there else ('cyclic', 'block')
        n = length.get(where) or c.size(1 << 14, 1 << 8)
        arguments = f'{n} --dims 1 --section all --from {a} --to {b} --elementwise --repeat {c.size(3, 1)}'
        if where == 'near':
            return c.near('redistribute', threads, arguments, number)
        if where == 'far':
            return c.far('redistribute', threads, arguments, number, '.single')
        return c.sim('redistribute', where, threads, arguments, number, single='.single')

    def gain(where, threads):
        return ratio(*(of(lambda x, y: x + y, *(moved(where, threads, there, number) for there in (True, False))) for number in TIMES))

    def gain_there(where, threads):
        return ratio(*(moved(where, threads, True, number) for number in TIMES))

    def near(name, there):
        return Series(f'here, near: {name}, with', 's', 'measured', [(t, moved('near', t, there, TIMES[1])) for t in c.near_threads])

    def fft_claim(get):
        return (HOLDS if get(1, 2) > 4 else NOT,
                f'Far threads gain {get(1, 2):,.0f} times, {last} simulated nodes {get(2, last):,.0f} times; in the paper 4.6 to 81.')

    figure('A8a', 'Figure 8 (a): redistributions of the FFT, from blocks to cyclic and back', [
        Series('here, near threads, 2^20', 'ratio', 'measured', [(t, gain('near', t)) for t in c.near_threads]),
        Series('here, far threads, 2^15, MPICH', 'ratio', 'measured', [(t, gain('far', t)) for t in FAR]),
        Series('here, a thread a node, 2^14', 'ratio', 'simulated', [(t, gain(NODES, t)) for t in nodes]),
        near('block to cyclic', True), near('cyclic to block', False),
        Series('here, near: total of hpccfft --radix4, 2^20', 's', 'measured', [
            (t, c.near('hpccfft', t, f'{c.size(20, 10)} --radix4')) for t in c.near_threads])], fft_claim)
    on_today('A8a', 'Aggregated redistributions of the FFT gain an order of magnitude', 'times as fast',
             lambda m: gain(m, c.many), lambda v: v > 10)

    def paracr_claim(get):
        return (HOLDS if get(1, 2) > 100 else NOT,
                f'Far threads gain {get(1, 2):,.0f} times, simulated nodes {get(2, nodes[0]):,.0f} and {get(2, last):,.0f} times, for two '
                'to three orders of magnitude.')

    unit = 'times as fast with aggregation'
    figure('A8b', 'Figure 8 (b): redistribution of the four arrays of PARACR, 2^20 equations', [
        Series('here, near threads: four times block to cyclic', 's', 'measured', [
            (t, of(lambda s: 4 * s, moved('near', t, True, TIMES[1]))) for t in c.near_threads]),
        Series('here, far threads, 2^15, MPICH', unit, 'measured', [(t, gain_there('far', t)) for t in FAR]),
        Series('here, a thread a node, 2^14', unit, 'simulated', [(t, gain_there(NODES, t)) for t in nodes])], paracr_claim)
    on_today('A8b', 'PARACR with a redistribution beats an exchange in each step', 'times as fast, all of paracr',
             lambda m: ratio(*(c.sim('paracr', m, c.many, f'{c.size(1 << 20, 1 << 10)} {how} --repeat 1', host=1)
                               for how in ('--plain', '--reduction'))), lambda v: v > 1)
