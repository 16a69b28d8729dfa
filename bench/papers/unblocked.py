# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Chapel Unblocked, Recent Communication Optimizations in Chapel."""
from commands import DRAGONFLY
from figures import HOLDS, NOT, SIMULATED, Lacking, Series, read
from runs import of, ratio


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    nodes = c.up_to(2, 4, 8, 16, 32, 64, 128)
    sort(c, figure, on_today, nodes)
    stream(c, figure, on_today, nodes)
    starts(c, figure, on_today, nodes)
    updates(c, figure, on_today, nodes)


def sort(c, figure, on_today, nodes):
    keys, few, repeat = c.size((1 << 20, 1 << 14, 3), (1 << 12, 1 << 10, 1))
    peers = c.near_threads[1:]
    cores, last = c.near_threads[-1], nodes[-1]

    def simulated(machine, threads, how=''):
        return c.sim('isx', machine, threads, f'{few}{how}', host=1)

    def claim(get):
        ours, theirs = get(0, cores), get(2, cores)
        return (HOLDS if ours < 1.1 * theirs else NOT,
                f'On {cores} cores {ours * 1e3:.1f} ms, SHMEM {theirs * 1e3:.1f} ms. Among {last} simulated nodes weak scaling keeps '
                f'{get(3, last):.0%} of the speed: {few:,} keys a node make short messages.')

    by_hand = f'{keys} {8 * keys} {repeat}'
    figure('U1', 'ISx: a sort of integers beside SHMEM', [
        Series('here', 's', 'measured', [(t, c.near('isx', t, f'{keys} --range {8 * keys} --repeat {repeat}')) for t in c.near_threads]),
        Series('MPI by hand, MPICH', 's', 'measured', [(t, c.mpi('isx_mpi', t, by_hand)) for t in peers]),
        Series('OpenSHMEM, Open MPI', 's', 'measured', [(t, c.shmem('isx_shmem', t, by_hand)) for t in peers]),
        Series('here, weak scaling, dragonfly', 'part of the speed of two nodes', 'simulated', [
            (t, ratio(simulated(DRAGONFLY, 2), simulated(DRAGONFLY, t))) for t in nodes])], claim)
    on_today('U1', 'Buckets exchanged in bulk beat copies by each thread', 'times as fast, exchange beside gets',
             lambda m: ratio(simulated(m, c.many, ' --plain'), simulated(m, c.many)), lambda v: v > 1.1)


def stream(c, figure, on_today, nodes):
    length, part = c.size((1 << 24, 1 << 16), (1 << 14, 1 << 10))
    cores, last = c.near_threads[-1], nodes[-1]

    def near(threads, how=''):
        return c.near('stream', threads, f'{length} --repeat 5{how}')

    def simulated(machine, threads):
        """Global beside EP."""
        return ratio(*(c.sim('stream', machine, threads, f'{part * threads} --repeat 5{how}', host=1) for how in (' --ep', '')))

    def rate(how):
        return [(t, of(lambda s: 24e-9 * length / s, near(t, how))) for t in c.near_threads]

    def claim(get):
        return (HOLDS if get(2, cores) > 0.9 else NOT,
                f'Global has {get(2, cores):.2f} of the speed of EP on {cores} cores, and {get(3, last):.2f} among {last} simulated nodes.')

    figure('U2', 'STREAM: the loop over shared arrays (Global) beside the one over private arrays (EP)', [
        Series('Global', 'GB/s', 'measured', rate('')), Series('EP', 'GB/s', 'measured', rate(' --ep')),
        Series('Global beside EP', 'ratio', 'measured', [(t, ratio(near(t, ' --ep'), near(t))) for t in c.near_threads]),
        Series('Global beside EP, dragonfly', 'ratio', 'simulated', [(t, simulated(DRAGONFLY, t)) for t in nodes])], claim)
    on_today('U2', 'STREAM Global is on par with EP', 'speed of Global / EP', lambda m: simulated(m, c.many), lambda v: v > 0.9,
             why='Computing times are measured on this machine, and differ when it is busy.')


def starts(c, figure, on_today, nodes):
    times, last = c.size(20, 2), nodes[-1]
    ways = {'answers': ('one after the other, each answers before the next is told', 'everywhere', ' --serial'),
            'none': ('one after the other, without answers between', 'each', ''), 'tree': ('by a tree', 'everywhere', '')}

    def seconds(machine, threads, how):
        _, program, option = ways[how]
        return c.sim('tasks', machine, threads, f'{program} {times} --repeat 1{option}')

    def gain(machine, threads, how):
        return ratio(seconds(machine, threads, 'answers'), seconds(machine, threads, how))

    kept = next(float(row['value']) for row in read('measured.csv') if row['row'] == '1,024 threads' and row['column'] == 'ratio' and
                row['table'] == 'tasks on all threads, simulated: flat, one thread a node')

    def claim(get):
        return (SIMULATED if get(3, last) > 2 else NOT,
                f'Not to wait for answers is {get(3, last):.1f} times as fast among {last} nodes, a tree {get(4, last):.0f} times, and '
                f'{kept:.0f} times among 1,024; the paper has 9 at 1,024 for its changes.')

    figure('U3', 'Remote task creation: a task on each thread, and a wait', [
        *(Series(text, 'µs', 'simulated', [(t, of(lambda s: s / times * 1e6, seconds(DRAGONFLY, t, how))) for t in nodes])
          for how, (text, *_) in ways.items()),
        *(Series(ways[how][0], 'times as fast', 'simulated', [(t, gain(DRAGONFLY, t, how)) for t in nodes]) for how in ('none', 'tree')),
        Series('by a tree, flat', 'times as fast', 'simulated', [(1024, kept)], 'docs/measured.csv: tasks everywhere')], claim)
    on_today('U3', 'Starting tasks without waiting for acknowledgements pays', 'times as fast', lambda m: gain(m, c.many, 'none'),
             lambda v: v > 2)


def updates(c, figure, on_today, nodes):
    ways = {'': 'unordered', ' --ordered': 'ordered', ' --plain': 'made unordered by upcc from plain code'}
    near, far = c.size((18, 14), (10, 10))
    nodes = c.size([*nodes, 1024], nodes)

    def rate(where, threads, how):
        if where == 'near':
            words, run = near, c.near('randomaccess', threads, f'{near}{how} --repeat 3')
        elif where == 'far':
            words, run = far, c.far('randomaccess', threads, f'{far}{how}')
        else:
            words = (threads - 1).bit_length() + (8 if threads < 1024 else 2)  # 2^8 words and 1,024 updates a thread
            run = c.sim('randomaccess', where, threads, f'{words}{how}')
        return of(lambda s: 4 * 2 ** words / s * 1e-9, run)

    def curves(name, how, where, threads):
        return [Series(f'{text}, {name}', 'GUP/s', how, [(t, rate(where, t, option)) for t in threads]) for option, text in ways.items()]

    def gain(machine, threads, how):
        return ratio(rate(machine, threads, how), rate(machine, threads, ' --ordered'))

    def last_of(get, threads):
        """The most nodes for which there are values: many take long."""
        try:
            return get(10, threads[-1]) and get(9, threads[-1]) and threads[-1]
        except Lacking:
            return last_of(get, threads[:-1]) if len(threads) > 1 else threads[0]

    def claim(get):
        library, compiler = get(3, 2) / get(4, 2), get(5, 2) / get(4, 2)
        most = last_of(get, nodes)
        return (HOLDS if min(library, compiler) > 4.5 else NOT,
                f'Two far threads make {library:,.0f} times as many updates unordered, and {compiler:,.0f} times from plain code; '
                f'{most:,} simulated nodes {get(9, most):,.0f} and {get(10, most):,.0f} times; the paper has 4.5.')

    figure('U4', 'RandomAccess: updates ordered, unordered, and made unordered by the compiler', [
        *curves('near', 'measured', 'near', c.near_threads), *curves('far, MPICH', 'measured', 'far', c.size((2, 4), (2,))),
        *curves('dragonfly', 'simulated', DRAGONFLY, nodes),
        *(Series(text, 'times as fast unordered', 'simulated', [(t, gain(DRAGONFLY, t, how)) for t in nodes])
          for how, text in (('', 'by the library, dragonfly'), (' --plain', 'by upcc from plain code, dragonfly')))], claim,
           note='Simulated: 256 words of the table and 1,024 updates for each node; among 1,024 nodes 4 words and 16, '
                'so its rates are not those of a longer run. The three take six minutes.')
    on_today('U4', 'Unordered updates are several times as fast, also by the compiler alone', 'times as fast, plain code',
             lambda m: gain(m, c.many, ' --plain'), lambda v: v > 4)
