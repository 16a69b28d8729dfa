# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Optimizing Communication Scheduling using Dataflow Semantics."""
from commands import NODE, NODES, speed_up
from figures import CHANGED, COUNTED, FORMULA, LINES, MEASURED, PAPER, SPEED_UP, TIMES, VARIANT, WHOLE, Cause, Series, beside, number_of, quotient, read
from runs import Run, of, ratio


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    figure('C1 to C3', 'Figures 1 to 3: graphs of steps', program='Figure 3: examples/merged.upc',
           apart='Pictures of an example, without a result.')
    figure('CT2', 'Table 2: the syntax of a language, and FT in it', program='the graph of Table 2 with its loop and its if: examples/table2.upc',
           apart='The text of a program, without a number.')
    transform(c, figure, on_today)
    stencil(c, figure, on_today)


def counted(files):
    """Lines that are neither empty nor comments."""
    return Run(f"cat {files} | sed 's,/\\*.*\\*/,,' | grep -vc '^ *\\(\\*.*\\|/\\*.*\\|\\)$'", 'number')


def transform(c, figure, on_today):
    size, threads = c.size('W', 'S'), c.up_to(1, 2, 4, 8, 16)
    last, node = threads[-1], threads[:4]
    graph, whole, planes = f'--npb {size} --graph', f'--npb {size} --graph --parts 1', f'--npb {size}'
    ways = {graph: 'graph, two slabs a thread', whole: 'graph, one slab a thread', planes: 'planes, no graph'}

    def on(machine, how):
        return lambda t: c.sim('fft3d', machine, t, f'{how} --plan estimate', host=1)

    def gains(machine, name, some):
        return Series(f'two slabs beside one, {name}', 'times as fast', WHOLE, [(t, ratio(on(machine, whole)(t), on(machine, graph)(t))) for t in some])

    lines = Series('here: FT as a graph of steps', 'lines', COUNTED, [
        ('lines', counted('apps/fft3d/graph.upc apps/fft3d/npb.upc apps/fft3d/npb_checksums.h'))])
    files = ' '.join(f'apps/fft3d/{name}' for name in (
        'driver.upc', 'options.upc', 'grid.upc', 'plans.upc', 'fft3d.h', 'graph.upc', 'npb.upc', 'npb_checksums.h'))
    program = Series('here: the program of FT as a graph, with an FFT', 'lines', COUNTED, [('lines', counted(f'{files} apps/hpccfft/radix4.upc'))])
    figure('CT1', 'Table 1: lines of FT, and its speed-up', [
        lines, program, Series('here: all of apps/fft3d', 'lines', COUNTED, [('lines', counted('apps/fft3d/*.upc apps/fft3d/*.h'))])], [
        beside('lines of the program with slabs', (program, 'lines'), 'CGD slabs, C++ and CGD', 'lines', 'lines', LINES)],
        'the same graph of steps: apps/fft3d --graph, which calls FFTW. The paper counts whole programs, an FFT among them: so files that '
        '--npb --graph runs are counted, and the FFT of apps/hpccfft',
        'Speed-ups of class B among 128 processors: here class W among 16, in C5.')

    of_node, cores = gains(NODE, 'one node', node), c.near_threads[-1]
    on_cores = {'here, graph': lambda t: c.near('fft3d', t, f'{graph} --repeat 3'),
                'OpenMP': lambda t: c.alone('ft_openmp', f'{t} {size} 3'),
                'MPI by hand, MPICH': lambda t: c.mpi('ft_mpi', t, f'{size} 3')}
    near = {name: Series(f'{name}, near', 's', MEASURED, [(t, run(t)) for t in c.near_threads]) for name, run in on_cores.items()}

    def beside_peer(name, published, cause):
        return beside(f'time of {name} over ours, {cores} cores', lambda get: get(near[name], cores) / get(near['here, graph'], cores),
                      published, 8, 'times as fast', TIMES, cause=cause)

    placement = Cause(
        PAPER, 'Memory. The paper explains its gain by the placement of data beside eight cores of two processors. Here two cores have one memory.')
    copies = Cause(
        PAPER, 'Copies. In the paper the program with MPI copies data before and after its call, as here, where it takes 1.33 times as long as ours on one core. There eight '
        'cores are bound by memory, the paper says; here two cores are.')

    figure('C4', f'Figure 4: FT A on eight cores, here class {size}', [
        Series('here, graph, near', 'speed-up', MEASURED, speed_up(on_cores['here, graph'], c.near_threads)), *near.values(),
        *(Series(f'here, {name}, one node', 'speed-up', WHOLE, speed_up(on(NODE, how), node)) for how, name in ways.items()), of_node], [
        beside(f'two slabs beside one, {node[-1]} cores', (of_node, node[-1]), 'CGD slabs beside CGD, text: similar', 8, 'times as fast', VARIANT),
        beside_peer('OpenMP', 'CGD beside OpenMP, text', placement), beside_peer('MPI by hand, MPICH', 'CGD beside MPI, text', copies)],
        'apps/fft3d --graph, with one and with two slabs',
        note="Rounds of the two graphs on one node differ by as much as the tolerance. The paper's peers are NPB 2.3 with its own transforms. Here FFTW transforms in all three: bench/apps/ft_openmp.c, ft_mpi.c.")

    of_nodes = gains(NODES, 'a thread a node', threads)
    narrow = gains('flat,link-bandwidth=1 GB/s', 'a thread a node, links of 1 GB/s', threads[-1:])
    hidden = Cause(
        CHANGED, 'What one slab hides already. Here a graph with one slab computes for the next iteration while slabs are on their way. On links of 1 GB/s, '
        'which alone take 3.5 of 4.0 ms, two slabs are as fast as shown. With links of flat, computing is 93 % of the critical path (upcrun -why). In the paper the '
        'transposition takes {} s of 12.72.', lambda get, of: get(narrow, last), lambda get, of: [number_of(of, 'text: 1-D transposition, CGD', 'FT C, 128', 's')])
    figure('C5', f'Figure 5: speed-up of FT C on Altix, here class {size}', [
        *(Series(f'here, {name}, a thread a node', 'speed-up', WHOLE, speed_up(on(NODES, how), threads)) for how, name in ways.items()), of_nodes, narrow,
        Series('linear', 'speed-up', FORMULA, [(t, t) for t in (1, 16, 128)], 'the number of threads')], [
        quotient(f'two slabs beside one, {last} nodes', lambda get: get(of_nodes, last),
                 ('CGD slabs, Table 3', 128, 'speed-up'), ('CGD, Table 3', 128, 'speed-up'), VARIANT, hidden)],
        'apps/fft3d --graph, with one and with two slabs',
        'Speed-ups of class C among 128 processors: class W is 256 times as small, and hosts compute for 16 threads at most.',
        note='Two slabs cost more calls. On links of 0.5 and 0.25 GB/s, which alone take nearly all the time, they are no faster than on 1 GB/s.')
    beside_mpi(figure)
    on_today('CT3', 'Smaller slabs overlap communication: FT is faster', 'four slabs a thread beside one, times as fast',
             lambda m: ratio(*(c.sim('fft3d', m, c.size(16, 4), f'{graph} --parts {k} --plan estimate', host=1) for k in (1, 4))),
             least=1.02, why='Class W is small: in four parts its messages are short.')


def beside_mpi(figure):
    kept = {(row['row'], row['column']): row for row in read('docs/measured.csv') if row['table'] == 'graphs, NAS FT beside NPB'}
    simulated = {size: kept[f'class {size}, simulated: flat, 8 nodes, 250 MB/s, 10 µs', 'NPB/graph'] for size in 'WA'}
    hosts = kept['class W, 2 hosts made of namespaces, 1 Gb/s and 100 µs', 'NPB/graph']
    by = 'docs/measured.csv: fft3d --npb W --graph beside NPB 3.3'
    ours = Series('here, graph beside NPB 3.3 on MPI, 8 nodes', 'ratio', WHOLE,
                  [(f'FT {size}', float(row['value'])) for size, row in simulated.items()], by, simulated['W']['date'], 0)
    between = Series('here, the same, two hosts of 1 Gb/s and 100 µs', 'ratio', MEASURED, [
        (f'FT W, {word}', float(hosts[k])) for word, k in (('least', 'low'), ('most', 'high'))], by, hosts['date'],
                     float(hosts['high']) / float(hosts['low']))
    figure('CT3', 'Table 3: FT beside MPI', [ours, between], [
        beside('FT W, 8 nodes, beside FT B', (ours, 'FT W'), 'CGD slabs beside MPI', 'FT B', 'ratio', TIMES),
        beside('FT A, 8 nodes, beside FT C', (ours, 'FT A'), 'CGD slabs beside MPI', 'FT C', 'ratio', TIMES),
        beside('FT W, two hosts, beside FT B', lambda get: (get(between, 'FT W, least') * get(between, 'FT W, most')) ** 0.5,
               'CGD slabs beside MPI', 'FT B', 'ratio', TIMES)],
        'apps/fft3d --graph beside NPB 3.3 on MPI, which this tree does not have: kept from an earlier comparison',
        'The times in seconds of its parts, among 128 processors.',
        note='The rounds of the earlier comparison were not kept, and those between hosts differ by more than the tolerance.')


def stencil(c, figure, on_today):
    side, steps, nodes = c.size(512, 64), 100, c.up_to(2, 8, 32, 128)
    ways = {1: 'a halo a step', 2: 'merged: two steps a halo', 4: 'four steps a halo'}
    last, cores = nodes[-1], c.near_threads[-1]

    def halo(where, threads, merged, number='seconds_min', options=''):
        arguments = f'{side} --steps {steps} --steps-per-halo {merged}{options}'
        if where == 'near':
            return c.near('stencil', threads, f'{arguments} --repeat 3', number)
        return c.sim('stencil', where, threads, f'{arguments} --no-data --profile', number)

    def step(run):
        return of(lambda s: s / steps * 1e6, run)

    def communication(threads, merged, options='', where=NODES):
        return step(of(lambda all_, compute: all_ - compute, *(halo(where, threads, merged, n, options) for n in ('seconds_min', 'compute'))))

    def nodes_of(unit, value, threads):
        return {k: Series(f'here, {way}, a thread a node', unit, WHOLE, [(t, value(t, k)) for t in threads]) for k, way in ways.items()}

    hidden = 'Here a halo travels while inner points are computed, so two halos cost little more than one.'
    waiting = {k: Series(f'here, {ways[k]}, no overlap', 'µs', WHOLE, [(last, communication(last, k, ' --no-overlap'))]) for k in (1, 2)}
    remote = {k: Series(f'here, {ways[k]}, no overlap, latency of 10 µs', 'µs', WHOLE, [
        (last, communication(last, k, ' --no-overlap', 'flat,link-latency=10 us'))]) for k in (1, 2)}
    overlap = Cause(
        CHANGED, 'Overlap. Here a halo travels while inner points are computed. Without that, as shown (--no-overlap); the longer the latency, the more merging gains, {} '
        'with 10 µs. What the {} µs of a halo in the paper are made of is not said.', lambda get, of: get(waiting[2], last) / get(waiting[1], last),
        lambda get, of: [get(remote[2], last) / get(remote[1], last), number_of(of, 'CGD, Table 4', 128, 'µs')])

    # A processor of the Altix takes 4,481 µs for a step: 6 operations for each of 512 x 512 points.
    altix = 'flat,flops=0.351 GFlop/s'
    slow = {k: Series(f'here, {ways[k]}, no overlap, cores of the Altix: computing', 'µs', WHOLE, [
        (t, step(halo(altix, t, k, 'compute', ' --no-overlap'))) for t in (1, last)]) for k in (1, 2)}
    published_waits = {1: ('CGD, Table 4', 128, 'µs', 'C6'), 2: ('CGD, merged steps, Table 4', 128, 'µs', 'C6')}

    def as_altix(get, of_, k):
        """µs of a step with the paper's communication."""
        return get(slow[k], last) + number_of(of_, *published_waits[k])

    def machine(planted):
        return Cause(
            PAPER, 'The machine. A processor of the Altix takes 4,481 µs for a step, one of flat 157. Communication of a step takes {} µs there ({} merged), and 1.4 to 2.5 here. '
            'With cores as slow, no overlap, and communication that takes as long as there, as shown.', planted,
            lambda get, of_: [number_of(of_, *published_waits[k]) for k in (1, 2)])

    waits = nodes_of('µs', communication, nodes)
    figure('C6', 'Figure 6: communication in a step of the stencil, 512 x 512', [*waits.values(), *waiting.values(), *remote.values()], [
        quotient(f'merged steps over a halo a step, {last} nodes', lambda get: get(waits[2], last) / get(waits[1], last),
                 ('CGD, merged steps, Table 4', 128, 'µs'), ('CGD, Table 4', 128, 'µs'), VARIANT, overlap)],
        'the text describes the program: apps/stencil, with one and with two steps a halo',
        note=hidden)

    speed = nodes_of('speed-up', lambda t, k: ratio(halo(NODES, 1, k), halo(NODES, t, k)), [1, *nodes])
    figure('C7', 'Figure 7: speed-up of the stencil, 512 x 512', [*speed.values(), *slow.values()], [
        beside(f'{name}: speed-up on {last}', (speed[k], last), published, 128, 'speed-up', SPEED_UP,
               cause=machine(lambda get, of_, k=k: get(slow[k], 1) / as_altix(get, of_, k)))
        for k, name, published in ((1, 'a halo a step', 'CGD, Table 4'), (2, 'merged steps', 'CGD, merged steps, Table 4'))],
        'the text describes the program: apps/stencil, with one and with two steps a halo', note=hidden)

    def total(name, how, value):
        return Series(name, 'µs', how, [('total', step(value))])

    steps_ = [total('here, a halo a step, near', MEASURED, halo('near', cores, 1)), total('here, merged, near', MEASURED, halo('near', cores, 2)),
              total('MPI by hand, MPICH, near', MEASURED, c.mpi('stencil_mpi', 2, f'{side} 1 {steps} 1 3')),
              total(f'here, a halo a step, {last} nodes', WHOLE, halo(NODES, last, 1)),
              total(f'here, merged, {last} nodes', WHOLE, halo(NODES, last, 2))]
    few = Cause(
        PAPER, 'Communication, of which two cores have nearly none: among two simulated nodes it is 0.24 of 79 µs. Among the 128 processors of the paper it takes {} µs by hand '
        'and {} in CGD, which is nearly all of the difference.', printed=lambda get, of_: [
            number_of(of_, name, 128, 'µs', 'C6') for name in ('MPI by hand, Table 4', 'CGD, Table 4')])
    figure('CT4', 'Table 4: a step of the stencil, 512 x 512', [*steps_, *slow.values()], [
        beside(f'MPI by hand over ours, {cores} cores', lambda get: get(steps_[2], 'total') / get(steps_[0], 'total'),
               'CGD beside MPI', 'total', 'ratio', TIMES, cause=few),
        quotient(f'a halo a step over merged steps, {last} nodes', lambda get: get(steps_[3], 'total') / get(steps_[4], 'total'),
                 ('CGD', 'total', 'µs'), ('CGD, merged steps', 'total', 'µs'), VARIANT,
                 machine(lambda get, of_: as_altix(get, of_, 1) / as_altix(get, of_, 2)))],
        'the text describes the program: apps/stencil; bench/apps/stencil_mpi.c by hand',
        note=hidden)
    on_today('CT4', 'Merging two steps of the stencil pays', 'times as fast, two steps a halo',
             lambda m: ratio(halo(m, c.many, 1), halo(m, c.many, 2)), least=1.05,
             why=hidden)
