# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Global Data Re-allocation via Communication Aggregation in Chapel.

Without aggregation each element is a message: programs whose names end in .single are compiled so that upcc collects no accesses."""
from commands import NODES, speed_up
from figures import CHANGED, COUNT, COUNTED, MAGNITUDE, MEASURED, PAPER, SPEED_UP, WHOLE, Cause, Series, beside, number_of, quotient
from runs import Run, of, ratio

FAR = [2]                       # threads that are measured: a core for each
TIMES = 'seconds_elementwise', 'seconds_min'
GAIN = 'times as fast with aggregation'


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    counted(figure)
    sections(c, figure, on_today)
    transform(c, figure, on_today)
    tridiagonal(c, figure, on_today)


def counted(figure):
    """What assignments move, by the library's own functions."""
    rows = Series('elements that an assignment moves', 'elements', COUNTED, [
        (d, of(lambda picked: 500 * picked,
               Run(f"build/bin/upc-stride-show 'shared [1][1][500] A[500][500][500]' --threads 2 --section '{section}' --json", 'picked')))
        for d, section in (('D1', '0:4:499, 0:3:499, :'), ('D2', ':, 0:4:499, :'))])
    figure('A1', 'Figure 1: the assignments A[D1] = B[D1] and A[D2] = B[D2], n = 500', [rows], program='the sections as printed',
           apart='How many elements they move follows from the sections. A7 has their times.',
           note='1..500 by 3 has 167 elements, where the text says 166.')
    figure('A2 to A4', 'Figures 2 to 4: distributions, a transfer, and its kinds', apart='Pictures of an example, without a result.')

    # A message has 16 bytes besides the elements at most; the assignment is made twice, once before the time is taken.
    trace = 'build/papers/messages'
    command = (f'build/bin/upcrun -machine=flat,host-factor=0 -messages={trace} -n 4 build/papers/redistribute.sim 500 --dims 2 '
               '--section 100:2:199,50:3:199 --from-section 200:10:699,300:6:599 --repeat 1 >/dev/null && '
               "awk '$2 == \"isend\" && $3 % 4 == 0 && $5 > 100 {n[$1 % 4] += $5} END {for (t in n) print \"from \" t, int(n[t] / 16)}' " + trace)
    moved = [Run(command, f'from {t}') for t in (1, 2, 3)]
    parts = Series('elements of A that come from a locale', 'elements', COUNTED, [
        *((t, run) for t, run in zip((1, 2, 3), moved)), (0, of(lambda *others: 50 * 50 - sum(others), *moved))])
    figure('A6', 'Figures 5 and 6: A[DA] = B[DB] on four locales: which part of A comes from which locale', [parts], [
        beside(f'D{t}: elements from locale {t}', (parts, t), f'text, D{t}', t, 'elements', COUNT) for t in (1, 2, 3)],
        'Figure 5 as printed: apps/redistribute', 'D0: what no message has, and so what the others leave.')


def sections(c, figure, on_today):
    extent, nodes = c.size(60, 12), c.up_to(2, 4, 8, 16)

    def assigned(machine, threads, d, n=extent, repeat=c.size(3, 1)):
        """(without aggregation, with it)"""
        arguments = f'{n} --section {d} --elementwise --repeat {repeat}'
        if machine == 'far':
            return [c.far('redistribute', threads, arguments, number, '.single') for number in TIMES]
        return [c.sim('redistribute', machine, threads, arguments, number, single='.single') for number in TIMES]

    times = [Series(f'{d}, {how}, a thread a node', 's', WHOLE, [(t, assigned(NODES, t, d)[k]) for t in nodes])
             for d in ('D1', 'D2') for k, how in enumerate(('element by element', 'aggregated'))]
    simulated = [Series(f'{d}, a thread a node', GAIN, WHOLE, [(t, ratio(*assigned(NODES, t, d))) for t in nodes]) for d in ('D1', 'D2')]
    measured = [Series(f'{d}, far threads, MPICH', GAIN, MEASURED, [(t, ratio(*assigned('far', t, d))) for t in FAR]) for d in ('D1', 'D2')]
    last = nodes[-1]
    crowded = [Series(f'{d}, 32 threads a node', GAIN, WHOLE, [(last, ratio(*assigned('flat,threads-per-node=32', 32 * last, d, repeat=1)))])
               for d in ('D1', 'D2')]
    larger = Series('D1, two nodes, by the extent of the array', GAIN, WHOLE, [(n, ratio(*assigned(NODES, 2, 'D1', n))) for n in (extent, 2 * extent)])
    both = Cause(
        PAPER, 'The machine. The same program with the same conduit gains more than {} on HECToR and about {} on Jaguar: no result agrees with both. The paper '
        'supposes that MPI is better configured on Jaguar.', printed=lambda get, of: [
            number_of(of, f'{machine}, MPI conduit, text', 'D1 and D2', GAIN) for machine in ('HECToR', 'Jaguar')])
    size = Cause(CHANGED, f'The size of the array: {extent}³ elements, and 500³ in the paper. Ours, times what twice the extent gains on two simulated nodes.',
                 lambda get, of: get(measured[0], 2) * get(larger, 2 * extent) / get(larger, extent))

    def at_once(series):
        return Cause(
            CHANGED, 'How many elements are under way. A locale of HECToR has 32 cores, whose tasks wait for an element each; here the one thread of a node waits for '
            'one element after the other. Here with 32 threads on a node.', lambda get, of: get(series, last))

    causes = {('MPI', 'D1', 'HECToR'): size, ('MPI', 'D1', 'Jaguar'): both, ('MPI', 'D2', 'Jaguar'): both,
              ('Gemini', 'D1', 'HECToR'): at_once(crowded[0]), ('Gemini', 'D2', 'HECToR'): at_once(crowded[1])}

    def rows(series, x, conduit):
        return [beside(f'{s.name}, {x}: beside {machine}', (s, x), f'{machine}, {conduit} conduit, text', 'D1 and D2', GAIN, MAGNITUDE,
                       cause=causes.get((conduit, s.name[:2], machine)))
                for s in series for machine in ('HECToR', 'Jaguar')]

    figure('A7', f'Figure 7: assignments of sections D1 and D2 in three dimensions, {extent}³ elements for 500³', [
        *times, *simulated, *measured, *crowded, larger], [
        *rows(measured, 2, 'MPI'), *rows(simulated, last, 'Gemini')], 'Figure 1 as printed: apps/redistribute',
        '(c), the time by MPI over that by Gemini: no machine here has two such networks. The text has no number for it.',
        note='Here an element without aggregation is a request and an answer, each after the one before. So the gain is a round trip over the '
             'time that the bytes of an element take; two far threads of one host have processor time in the place of latency. With 32 threads on a '
             'node, as on HECToR, the rows beside Jaguar, whose nodes have 16 cores, would not hold.')
    on_today('A7', 'Aggregation gains one to three orders of magnitude', 'times as fast, D1',
             lambda m: ratio(*assigned(m, c.many, 'D1')), least=10)


class Redistributions:
    """From blocks to cyclic and back."""

    def __init__(self, c):
        self.c, self.length = c, {'near': c.size(1 << 20, 1 << 10), 'far': c.size(1 << 15, 1 << 8)}

    def moved(self, where, threads, there, number):
        c, n = self.c, self.length.get(where) or self.c.size(1 << 14, 1 << 8)
        a, b = ('block', 'cyclic') if there else ('cyclic', 'block')
        arguments = f'{n} --dims 1 --section all --from {a} --to {b} --elementwise --repeat {c.size(3, 1)}'
        if where == 'near':
            return c.near('redistribute', threads, arguments, number)
        if where == 'far':
            return c.far('redistribute', threads, arguments, number, '.single')
        return c.sim('redistribute', where, threads, arguments, number, single='.single')

    def gain(self, where, threads):
        return ratio(*(of(lambda x, y: x + y, *(self.moved(where, threads, there, number) for there in (True, False))) for number in TIMES))

    def of_one(self, where, threads, number, ways=(True, False)):
        """µs of an element, the mean of these redistributions."""
        n = self.length.get(where) or self.c.size(1 << 14, 1 << 8)
        return of(lambda *all_: sum(all_) / len(all_) * threads / n * 1e6, *(self.moved(where, threads, there, number) for there in ways))

    def gain_there(self, where, threads):
        return ratio(*(self.moved(where, threads, True, number) for number in TIMES))


def transform(c, figure, on_today):
    both, nodes = Redistributions(c), c.up_to(4, 16)
    last = nodes[-1]
    near = Series('here, near threads, 2^20', 'ratio', MEASURED, [(t, both.gain('near', t)) for t in c.near_threads])
    far = Series('here, far threads, 2^15, MPICH', 'ratio', MEASURED, [(t, both.gain('far', t)) for t in FAR])
    simulated = Series('here, a thread a node, 2^14', 'ratio', WHOLE, [(t, both.gain(NODES, t)) for t in nodes])
    times = [Series(f'here, near: {name}, with', 's', MEASURED, [(t, both.moved('near', t, there, TIMES[1])) for t in c.near_threads])
             for name, there in (('block to cyclic', True), ('cyclic to block', False))]

    def total(t):
        return c.sim('hpccfft', NODES, t, f'{c.size(18, 10)} --radix4 --repeat 3', host=1)

    totals = Series('here, total of hpccfft --radix4, 2^18, a thread a node', 's', WHOLE, [(t, total(t)) for t in (1, *nodes)])
    scaled = Series('here, the same', 'speed-up', WHOLE, speed_up(total, (1, *nodes)))

    def of_an_element(of, machine, locales, how):
        """µs, the mean of both redistributions of 2^20 elements."""
        both_ways = sum(number_of(of, f'{machine}, {way}, {how}', locales, 's') for way in ('block to cyclic', 'cyclic to block'))
        return both_ways / 2 * locales / 2 ** 20 * 1e6

    here = {where: {how: Series(f'here, an element, {how} aggregation, {told}', 'µs', kind, [
        (t, both.of_one(where, t, number)) for t in threads]) for how, number in zip(('without', 'with'), TIMES)}
            for where, told, kind, threads in (('near', 'near threads', MEASURED, (1,)), (NODES, 'a thread a node', WHOLE, nodes))}

    def slow_copies(machine, where, locales):
        return Cause(
            PAPER, 'The time of an element. It takes {} µs without aggregation and {} with it there; here {} and {} ns. Both take longer there, by '
            'different factors. The paper does not say why.', printed=lambda get, of: [
                *(of_an_element(of, machine, locales, how) for how in ('without', 'with')),
                *(1e3 * get(here[where][how], locales) for how in ('without', 'with'))])

    def elsewhere(machine):
        return Cause(
            PAPER, f'What is not communication. On one locale of {machine} all but {{}} of {{}} s pass outside the redistributions, for 2^20 points; here 2^18 points take {{}} ms. '
            'The paper says that accesses of its butterflies are local, and not what takes so long.', printed=lambda get, of: [
                sum(number_of(of, f'{machine}, {way}, with', 1, 's') for way in ('block to cyclic', 'cyclic to block')),
                number_of(of, f'{machine}, total, with aggregation', 1, 's'), 1e3 * get(totals, 1)])

    def rows(machine):
        name = f'{machine}, times as fast with aggregation'
        return [beside(f'{machine}, {t} locales', (simulated, t), name, t, 'ratio', MAGNITUDE,
                       cause=slow_copies(machine, NODES, t)) for t in nodes]

    figure('A8a', 'Figure 8 (a): the FFT with redistributions from blocks to cyclic and back', [near, far, simulated, *times, totals, scaled, *here['near'].values(), *here[NODES].values()], [
        *(beside(f'{machine}, 1 locale', (near, 1), f'{machine}, times as fast with aggregation', 1, 'ratio', MAGNITUDE,
                 cause=slow_copies(machine, 'near', 1)) for machine in ('HECToR', 'Jaguar')),
        *rows('HECToR'), *rows('Jaguar'),
        *(quotient(f'{machine}: total of 1 locale over {last}', lambda get: get(scaled, last),
                   (f'{machine}, total, with aggregation', 1, 's'), (f'{machine}, total, with aggregation', last, 's'), SPEED_UP, elsewhere(machine))
          for machine in ('HECToR', 'Jaguar'))],
        'by the text, which prints no program: butterflies of four, apps/hpccfft --radix4; its redistributions alone, apps/redistribute',
        note='A gain is a round trip for each element over the time of its bytes, as in A7; on one locale, a call for each element over a copy. The '
             "paper's two machines differ by 3 to 173 times with the same program.")
    on_today('A8a', 'Aggregated redistributions of the FFT gain an order of magnitude', 'times as fast',
             lambda m: both.gain(m, c.many), least=10)


def tridiagonal(c, figure, on_today):
    there, nodes = Redistributions(c), c.up_to(4, 16)
    far = Series('here, far threads, 2^15, MPICH', GAIN, MEASURED, [(t, there.gain_there('far', t)) for t in FAR])
    simulated = Series('here, a thread a node, 2^14', GAIN, WHOLE, [(t, there.gain_there(NODES, t)) for t in nodes])
    alone = Series('here, far threads: cyclic to block, element by element', 's', MEASURED, [(t, there.moved('far', t, False, TIMES[0])) for t in FAR])
    together = Series('here, far threads: block to cyclic, aggregated', 's', MEASURED, [(t, there.moved('far', t, True, TIMES[1])) for t in FAR])
    single = {way: Series(f'here, far threads: an element, {way}', 'µs', MEASURED, [(t, there.of_one('far', t, TIMES[0], [way == 'block to cyclic'])) for t in FAR])
              for way in ('block to cyclic', 'cyclic to block')}
    slow = Cause(
        CHANGED, 'The time of a single element: {} µs between these two threads of one host, and {} µs in the other direction, from cyclic to block. Ours with the '
        'latter. Why MPICH takes so long in one direction is not known.', lambda get, of: get(alone, 2) / get(together, 2),
        lambda get, of: [get(series, 2) for series in single.values()])
    published = 'Jaguar, Gemini conduit, text', '1 to 16', GAIN
    figure('A8b', 'Figure 8 (b): redistribution of the four arrays of PARACR, 2^20 equations', [
        Series('here, near threads: four times block to cyclic', 's', MEASURED, [
            (t, of(lambda s: 4 * s, there.moved('near', t, True, TIMES[1]))) for t in c.near_threads]), far, simulated, alone, together, *single.values()], [
        beside('far threads, 2', (far, 2), *published, MAGNITUDE, cause=slow),
        *(beside(f'a thread a node, {t} nodes', (simulated, t), *published, MAGNITUDE) for t in nodes)],
        'by the text, which prints no program: one array of the four, apps/redistribute',
        note='Without aggregation each element is a message and its answer.')
    on_today('A8b', 'PARACR with a redistribution beats an exchange in each step', 'times as fast, all of paracr',
             lambda m: ratio(*(c.sim('paracr', m, c.many, f'{c.size(1 << 20, 1 << 10)} {how} --repeat 1', host=1)
                               for how in ('--plain', '--reduction'))), least=1)
