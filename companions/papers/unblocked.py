# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Chapel Unblocked, Recent Communication Optimizations in Chapel."""
from commands import DRAGONFLY
from figures import APART_RUN, CHANGED, MAGNITUDE, MEASURED, PAPER, VARIANT, WHOLE, WORD, Cause, Series, beside, read
from runs import of, ratio


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    nodes = c.up_to(2, 4, 8, 16, 32, 64, 128)
    figure('Plots', 'The plots of the slides', apart='The slides keep their numbers in pictures. What their text gives is below, for each of the '
           'four programs.')
    sort(c, figure, on_today, nodes)
    stream(c, figure, on_today, nodes)
    starts(c, figure, on_today, nodes)
    updates(c, figure, on_today, nodes)


def sort(c, figure, on_today, nodes):
    keys, few, repeat = c.size((1 << 20, 1 << 14, 3), (1 << 12, 1 << 10, 1))
    peers = c.near_threads[1:]
    cores, last = c.near_threads[-1], nodes[-1]

    def simulated(machine, threads, how='', n=few, host=1):
        return c.sim('isx', machine, threads, f'{n}{how}', host=host)

    by_hand = f'{keys} {8 * keys} {repeat}'
    ours = Series('here', 's', MEASURED, [(t, c.near('isx', t, f'{keys} --range {8 * keys} --repeat {repeat}')) for t in c.near_threads])
    shmem = Series('OpenSHMEM, Open MPI', 's', MEASURED, [(t, c.shmem('isx_shmem', t, by_hand)) for t in peers])
    weak = Series('here, weak scaling, dragonfly', 'part of the speed of two nodes', WHOLE, [
        (t, ratio(simulated(DRAGONFLY, 2), simulated(DRAGONFLY, t))) for t in nodes])
    pair = Series(f'two nodes, {keys:,} keys a node', 's', WHOLE, [(2, simulated(DRAGONFLY, 2, ' --repeat 1', keys))])
    alone = Series(f'{keys:,} keys a node, messages alone', 's', WHOLE, [
        (t, simulated(DRAGONFLY, t, ' --repeat 1', keys, 0)) for t in (2, last)])
    short = Series(f'{few:,} keys a node, messages alone', 's', WHOLE, [(last, simulated(DRAGONFLY, last, host=0))])
    sorting = Series(f'two nodes, {few:,} keys a node', 's', WHOLE, [(2, simulated(DRAGONFLY, 2))])
    many = Cause(
        CHANGED, f'Keys. {few:,} a node make short messages, which alone take {{}} µs among {last} nodes; two nodes sort in {{}}. The buckets of the paper have hundreds of MB. With '
        f'{keys:,} keys, and computing that takes as long as on two nodes, as shown. A whole run cannot show it: this host computes for all 128 threads, one after '
        'the other, and a phase lasts as long as the slowest (upcrun -why).',
        lambda get, of_: get(pair, 2) / (get(pair, 2) - get(alone, 2) + get(alone, last)),
        lambda get, of_: [1e6 * get(short, last), 1e6 * get(sorting, 2)])
    figure('U1', 'ISx: a sort of integers beside SHMEM', [
        ours, Series('MPI by hand, MPICH', 's', MEASURED, [(t, c.mpi('isx_mpi', t, by_hand)) for t in peers]), shmem, weak, pair, alone, short, sorting], [
        beside(f'time over that of SHMEM, {cores} cores', lambda get: get(ours, cores) / get(shmem, cores),
               'text: Chapel 1.18 beside SHMEM', 'up to', 'times as fast', VARIANT),
        beside(f'part of the speed that {last} nodes keep', (weak, last), 'text: Chapel 1.17 scaled well', 256,
               'part of the speed of two nodes', WORD, cause=many)],
        'apps/isx; the slides name the program and do not print it',
        'Chapel 1.17, up to 1.3 times slower than SHMEM: another version of their compiler.')
    on_today('U1', 'Buckets exchanged in bulk beat copies by each thread', 'times as fast, exchange beside gets',
             lambda m: ratio(simulated(m, c.many, ' --plain'), simulated(m, c.many)), least=1.1)


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

    measured = Series('Global beside EP', 'ratio', MEASURED, [(t, ratio(near(t, ' --ep'), near(t))) for t in c.near_threads])
    scaled = Series('Global beside EP, dragonfly', 'ratio', WHOLE, [(t, simulated(DRAGONFLY, t)) for t in nodes])
    published = 'text: Global beside EP at 1,024 locales', 1024, 'ratio'
    figure('U2', 'STREAM: the loop over shared arrays (Global) beside the one over private arrays (EP)', [
        Series('Global', 'GB/s', MEASURED, rate('')), Series('EP', 'GB/s', MEASURED, rate(' --ep')), measured, scaled], [
        beside(f'speed of Global over EP, {cores} cores', (measured, cores), *published, VARIANT, cause=Cause(
            APART_RUN, 'Pages. Linux gives the private arrays of EP large pages, and shared memory small ones by default. Without large pages (prctl) EP takes 1.3 times as long, and '
            'Global as long as before, in six runs of each in alternation on a busy host.')),
        beside(f'speed of Global over EP, {last} nodes', (scaled, last), *published, VARIANT)],
        'both loops as printed: apps/stream, and --ep',
        'The gain of 1.1 from one version of Chapel to the next.')
    on_today('U2', 'STREAM Global is on par with EP', 'speed of Global / EP', lambda m: simulated(m, c.many), least=0.9,
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

    kept = next(row for row in read('docs/measured.csv') if row['row'] == '1,024 threads' and row['column'] == 'ratio' and
                row['table'] == 'tasks on all threads, simulated: flat, one thread a node')
    ours = {how: Series(ways[how][0], 'times as fast', WHOLE, [(t, gain(DRAGONFLY, t, how)) for t in nodes]) for how in ('none', 'tree')}
    tree = Series('by a tree, flat', 'times as fast', WHOLE, [(1024, float(kept['value']))], 'docs/measured.csv: tasks everywhere', kept['date'])
    published = 'fast task creation at 1,024 locales', 1024, 'times as fast'
    figure('U3', 'Remote task creation: a task on each thread, and a wait', [
        *(Series(text, 'µs', WHOLE, [(t, of(lambda s: s / times * 1e6, seconds(DRAGONFLY, t, how))) for t in nodes])
          for how, (text, *_) in ways.items()), *ours.values(), tree], [
        beside(f'without answers between, {last} nodes', (ours['none'], last), *published, MAGNITUDE),
        beside('by a tree, 1,024 nodes', (tree, 1024), *published, MAGNITUDE, cause=Cause(
            CHANGED, 'The algorithm. A tree tells all nodes in ten rounds. The loop of the paper tells one node after the other, without waiting: so here among '
            f'{last} nodes.', lambda get, of_: get(ours['none'], last)))],
        'the loop as printed: tasks each, and everywhere --serial with an answer before the next; a tree stands beside it',
        note='In the paper the 9 times are of fewer messages as well as of not waiting. A tree is neither.')
    on_today('U3', 'Starting tasks without waiting for acknowledgements pays', 'times as fast', lambda m: gain(m, c.many, 'none'),
             least=2)


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

    def gains(where, threads, how, name):
        return [Series(f'{text}, {name}', 'times as fast unordered', how, [
            (t, ratio(rate(where, t, option), rate(where, t, ' --ordered'))) for t in threads])
            for option, text in (('', 'by the library'), (' --plain', 'by upcc from plain code'))]

    last = c.size(128, 4)
    words = (last - 1).bit_length() + 8
    added = Series('ordered, dragonfly, by additions', 's', WHOLE, [
        (last, c.changed('randomaccess', 'ORDERED_OP', 'UPC_ADD', DRAGONFLY, last, f'{words} --ordered'))])
    short = Series('unordered, dragonfly, at most four in a message', 's', WHOLE, [
        (last, c.sim('randomaccess', DRAGONFLY, last, f'{words}', setting='UPC_STRIDE_TEST=eager=48 '))])
    compiled = Series('made unordered by upcc from plain code, dragonfly', 's', WHOLE, [(last, c.sim('randomaccess', DRAGONFLY, last, f'{words} --plain'))])
    twice = ('An ordered exclusive or is a get and a compare and swap here, two round trips and more where threads contend for a word; in the paper the network makes it, in '
             'one. And unordered updates go by many in a message here, and by one in the paper, which names the rate of small messages as the limit. ')
    causes = [
        Cause(PAPER, twice + 'The simulated rows show both.')] * 2 + [
        Cause(CHANGED, twice + 'With additions, which take one round trip, and at most four updates in a message, as shown.',
              lambda get, of_: get(added, last) / get(short, last)),
        Cause(CHANGED, twice + 'With additions, which take one round trip, as shown; messages of code that upcc has changed cannot be made shorter.',
              lambda get, of_: get(added, last) / get(compiled, last))]
    few = c.size((2, 4), (2,))
    far_gains, simulated = gains('far', few, MEASURED, 'far, MPICH'), gains(DRAGONFLY, nodes, WHOLE, 'dragonfly')
    figure('U4', 'RandomAccess: updates ordered, unordered, and made unordered by the compiler', [
        *curves('near', MEASURED, 'near', c.near_threads), *curves('far, MPICH', MEASURED, 'far', few),
        *curves('dragonfly', WHOLE, DRAGONFLY, nodes), *far_gains, *simulated, added, short, compiled], [
        beside(f'{s.name}, {t}', (s, t), 'text: unordered beside ordered', 'any', 'times as fast unordered', MAGNITUDE, cause=cause)
        for (s, t), cause in zip([*((s, 2) for s in far_gains), *((s, last) for s in simulated)], causes)],
        'the loop as printed, from which upcc makes unordered updates; apps/randomaccess',
        'The gain of 6 in a year: two versions of Chapel.',
        note='Simulated: 256 words of the table and 1,024 updates for each node; among 1,024 nodes 4 words and 16, so its rates are not those '
             'of a longer run. The three take six minutes.')
    on_today('U4', 'Unordered updates are several times as fast, also by the compiler alone', 'times as fast, plain code',
             lambda m: ratio(rate(m, c.many, ' --plain'), rate(m, c.many, ' --ordered')), least=4)
