# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Optimizing Communication Scheduling using Dataflow Semantics."""
from commands import NODE, NODES, speed_up
from figures import APART, HOLDS, NOT, SIMULATED, Series, read
from runs import Run, of, ratio


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    transform(c, figure, on_today)
    stencil(c, figure, on_today)


def counted(files):
    """Lines that are neither empty nor comments."""
    return Run(f"cat {files} | sed 's,/\\*.*\\*/,,' | grep -vc '^ *\\(\\*.*\\|/\\*.*\\|\\)$'", 'number')


def transform(c, figure, on_today):
    size, threads = c.size('W', 'S'), c.up_to(1, 2, 4, 8, 16)
    last, node = threads[-1], threads[:4]
    graph, planes = f'--npb {size} --graph', f'--npb {size}'

    def on(machine, how):
        return lambda t: c.sim('fft3d', machine, t, f'{how} --plan estimate', host=1)

    def lines_claim(get):
        return (HOLDS if get(0, 'lines') < 830 else NOT,
                f'The graph and the benchmark have {get(0, "lines"):.0f} lines. They call FFTW, so a comparison with programs that contain '
                'an FFT flatters them.')

    figure('CT1', 'Table 1: lines of FT, and its speed-up', [
        Series('here: FT as a graph of steps', 'lines', 'counted', [
            ('lines', counted('apps/fft3d/graph.upc apps/fft3d/npb.upc apps/fft3d/npb_checksums.h'))]),
        Series('here: all of apps/fft3d', 'lines', 'counted', [('lines', counted('apps/fft3d/*.upc apps/fft3d/*.h'))]),
        Series(f'here, class {size}, graph, a thread a node', 'speed-up', 'simulated', speed_up(on(NODES, graph), threads))], lines_claim)

    def node_claim(get):
        return APART, (f'On {node[-1]} cores of a simulated node the graph is {get(3, node[-1]):.2f} times as fast as our own form by '
                       'planes. The peers of the paper, NPB on OpenMP and MPI, are not in this tree; CT3 has them.')

    figure('C4', f'Figure 4: FT A on eight cores, here class {size}', [
        Series('here, graph, near', 'speed-up', 'measured', speed_up(lambda t: c.near('fft3d', t, f'{graph} --repeat 3'), c.near_threads)),
        Series('here, graph, one node', 'speed-up', 'simulated', speed_up(on(NODE, graph), node)),
        Series('here, planes, one node', 'speed-up', 'simulated', speed_up(on(NODE, planes), node)),
        Series('here, graph beside planes, one node', 'times as fast', 'simulated', [
            (t, ratio(on(NODE, planes)(t), on(NODE, graph)(t))) for t in node])], node_claim)

    def speed_claim(get):
        return (SIMULATED if get(0, last) > 0.5 * last else NOT,
                f'Among {last} threads of a smaller class the graph has a speed-up of {get(0, last):.1f}, planes {get(1, last):.1f}; the '
                'paper has 97 to 121 among 128 with class C, 256 times as large.')

    figure('C5', f'Figure 5: speed-up of FT C on Altix, here class {size}', [
        Series('here, graph, a thread a node', 'speed-up', 'simulated', speed_up(on(NODES, graph), threads)),
        Series('here, planes, a thread a node', 'speed-up', 'simulated', speed_up(on(NODES, planes), threads)),
        Series('linear', 'speed-up', 'computed', [(t, t) for t in (1, 16, 128)], 'the number of threads')], speed_claim)
    beside_mpi(figure)
    on_today('CT3', 'Smaller slabs overlap communication: FT is faster', 'four slabs a thread beside one, times as fast',
             lambda m: ratio(*(c.sim('fft3d', m, c.size(16, 4), f'{graph} --parts {k} --plan estimate', host=1) for k in (1, 4))),
             lambda v: v > 1.02, why='Class W is small: in four parts its messages are short.')


def beside_mpi(figure):
    kept = {(row['row'], row['column']): row['value'] or f'{row["low"]} to {row["high"]}'
            for row in read('measured.csv') if row['table'] == 'graphs, NAS FT beside NPB'}
    simulated = {size: float(kept[f'class {size}, simulated: flat, 8 nodes, 250 MB/s, 10 µs', 'NPB/graph']) for size in 'WA'}
    hosts = kept['class W, 2 hosts made of namespaces, 1 Gb/s and 100 µs', 'NPB/graph']

    def claim(get):
        return (SIMULATED if min(simulated.values()) > 1.05 else NOT,
                f'The graph is {simulated["W"]:.2f} and {simulated["A"]:.2f} times as fast as NPB on MPI, for 1.22 and 1.26 in the paper. '
                f'Between two hosts it is {hosts}, where at most 1.06 to 1.31 is possible.')

    figure('CT3', 'Table 3: FT beside MPI', [
        Series('here, graph beside NPB 3.3 on MPI, 8 nodes', 'ratio', 'simulated', [(f'FT {size}', v) for size, v in simulated.items()],
               'docs/measured.csv: fft3d --npb W --graph beside NPB 3.3'),
        Series('here, the same, two hosts of 1 Gb/s and 100 µs', 'ratio', 'measured', [('FT W', hosts)], 'docs/measured.csv')], claim)


def stencil(c, figure, on_today):
    side, steps, nodes = c.size(512, 64), 100, c.up_to(2, 8, 32, 128)
    ways = {1: 'a halo a step', 2: 'merged: two steps a halo', 4: 'four steps a halo'}
    last, cores = nodes[-1], c.near_threads[-1]

    def halo(where, threads, merged, number='seconds_min'):
        arguments = f'{side} --steps {steps} --steps-per-halo {merged}'
        if where == 'near':
            return c.near('stencil', threads, f'{arguments} --repeat 3', number)
        return c.sim('stencil', where, threads, f'{arguments} --no-data --profile', number)

    def step(run):
        return of(lambda s: s / steps * 1e6, run)

    def communication(threads, merged):
        return step(of(lambda all_, compute: all_ - compute, *(halo(NODES, threads, merged, n) for n in ('seconds_min', 'compute'))))

    def halo_claim(get):
        return (SIMULATED if get(1, last) < get(0, last) else NOT,
                f'Merged steps take {get(1, last):.2f} µs of communication among {last} nodes, for {get(0, last):.2f} with a halo each '
                'step; the paper has 29.5 for 43. Here a halo travels while inner points are computed.')

    figure('C6', 'Figure 6: communication in a step of the stencil, 512 x 512', [
        Series(f'here, {name}, a thread a node', 'µs', 'simulated', [(t, communication(t, k)) for t in nodes])
        for k, name in ways.items()], halo_claim)

    def speed_claim(get):
        return (SIMULATED if get(1, last) > get(0, last) else NOT,
                f'Speed-up {get(0, last):.0f} with a halo each step and {get(1, last):.0f} with merged steps among {last} nodes; the paper '
                'has 56 and 67. Here a halo travels while inner points are computed.')

    figure('C7', 'Figure 7: speed-up of the stencil, 512 x 512', [
        Series(f'here, {name}, a thread a node', 'speed-up', 'simulated', speed_up(lambda t, k=k: halo(NODES, t, k), [1, *nodes]))
        for k, name in ways.items()], speed_claim)

    def step_claim(get):
        ours, merged, mpi = (get(k, 'total') for k in range(3))
        return (HOLDS if ours < 1.05 * mpi else NOT,
                f'On {cores} cores a step takes {ours:.0f} µs, merged {merged:.0f} µs, by hand in MPI {mpi:.0f} µs. The paper gains in the '
                f'communication of 128 processors, 56 of 94 µs by hand; on {cores} cores a step is nearly all computing.')

    figure('CT4', 'Table 4: a step of the stencil, 512 x 512', [
        Series('here, a halo a step, near', 'µs', 'measured', [('total', step(halo('near', cores, 1)))]),
        Series('here, merged, near', 'µs', 'measured', [('total', step(halo('near', cores, 2)))]),
        Series('MPI by hand, MPICH, near', 'µs', 'measured', [('total', step(c.mpi('stencil_mpi', 2, f'{side} 1 {steps} 1 3')))]),
        Series(f'here, a halo a step, {last} nodes', 'µs', 'simulated', [('total', step(halo(NODES, last, 1)))]),
        Series(f'here, merged, {last} nodes', 'µs', 'simulated', [('total', step(halo(NODES, last, 2)))])], step_claim)
    on_today('CT4', 'Merging two steps of the stencil pays', 'times as fast, two steps a halo',
             lambda m: ratio(halo(m, c.many, 1), halo(m, c.many, 2)), lambda v: v > 1.05,
             why='A halo travels while inner points are computed, so two halos cost little more than one.')
