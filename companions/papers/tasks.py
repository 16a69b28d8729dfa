# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Performance Evaluation of Chapel's Task Parallel Features."""
from commands import NODE, NODES, scaled, speed_up
from figures import APART_RUN, CHANGED, MEASURED, PAPER, SPEED_UP, TIMES, UNKNOWN, WHOLE, Cause, Series, beside, number_of, quotient
from runs import ratio

ONE_NODE, FASTER = 'here, one node of 16 cores', 'faster form, one node of 16 cores'


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    figure('T1 to T6', 'Figures 1 to 6: programs in Chapel', apart='Programs: TT2 runs 1 and 2, TT4 runs 3 and 4, TT5 runs 5, TT6 to TT8 run 6.')
    forms(c, figure, on_today)
    queens, points, terms = c.size(13, 8), c.size(2048, 128), c.size(8400000, 100000)
    t = Table(c, f'nqueens-pairs {queens}', f'nqueens {queens}', ('OpenMP tasks in C, gcc', f'nqueens {queens}'))
    figure('TT2', 'Table 2: n queens, n = 13', t.series(), [
        t.speed_up('Ness, Chapel', 4), t.speed_up('Ness, Chapel', 16), t.speed_up('HPCx, Chapel', 16),
        *t.peer('Ness, C')], 'Figures 1 and 2 as printed: tasks nqueens-pairs; nqueens, for far threads too, stands beside it')
    size = c.size(512, 64)
    t = Table(c, f'recursive {size}', f'strassen {size}')

    def longer(threads):
        return [c.changed('tasks', 'SMALL_PRODUCTS', 10, NODE, threads, f'recursive {size} --beside recursive --repeat {c.size(5, 1)}', number, host=1)
                for number in ('seconds_median', 'first seconds_median')]

    products = Series('one node of 16 cores, each small product ten times', 'speed-up', WHOLE, [
        (threads, ratio(*longer(threads))) for threads in t.threads if threads in (4, 16)])
    last = min(16, t.last)
    figure('TT3', "Table 3: Strassen's product by recursion, 512 x 512", [*t.series(), products], [
        t.speed_up('Ness, Chapel', 4, Cause(
            CHANGED, 'Small products. They are short beside the sums: all takes 20 ms on one thread here, {} in the paper. Here each small product is '
            'computed ten times.', lambda get, of: get(products, 4), lambda get, of: [number_of(of, 'Ness, Chapel', 1, 'ms')])),
        t.speed_up('Ness, Chapel', 16, Cause(
            UNKNOWN, 'Small products are short, as with 4 threads. If each is computed ten times, ours gains more than Ness. What stops Ness is not known: '
            'its program in C stops at {}, HPCx at {}, and the paper does not know why.', lambda get, of: get(products, last),
            lambda get, of: [number_of(of, 'Ness, C', 16, 'speed-up'), number_of(of, 'HPCx, Chapel', 16, 'speed-up')]))],
        'by the text, which prints no program: sums in one cobegin, seven products in another, three loops below 64 x 64: tasks recursive; '
        'strassen, with dgemm, stands beside it',
        'HPCx and Ness, C: they do not scale (1.02 and 2.24 on 16), and the paper does not know why.',
        note='One thread makes the last sums of a product: as four tasks these gain a twentieth. Simulated threads share the caches of one core of '
             'this host, so they compute for longer than real ones: two gain 1.6 simulated, and 2.0 on two cores.')
    t = Table(c, f'mandelbrot-parts {points}', f'mandelbrot {points}', ('OpenMP tasks in C, gcc', f'mandelbrot {points}'), repeat=2)
    last = min(16, t.last)
    square = Series('one node of 16 cores, the square from -1.5 - i to 0.5 + i', 'speed-up', WHOLE, [
        (last, ratio(*beside_serial(c, NODE, last, f'mandelbrot-parts {points}', 2, ' --square -1.5,-1,2')))])
    plane = Cause(
        CHANGED, 'The part of the plane, which the paper does not name. Here one of the 64 tasks takes a twelfth of all, so no number of threads is more than '
        'twelve times as fast. In the square from -1.5 - i to 0.5 + i the longest is a 26th. Both machines of the paper gain alike.',
        lambda get, of: get(square, last))
    figure('TT4', 'Table 4: Mandelbrot set, 2048 x 2048', [*t.series(), square], [
        t.speed_up('Ness, Chapel', 4), t.speed_up('Ness, Chapel', 16, plane), t.speed_up('HPCx, Chapel', 16, plane), *t.peer('Ness, C')],
        'Figures 3 and 4 as printed: tasks mandelbrot-parts; mandelbrot, with smaller tasks, stands beside it',
        note='The paper names neither the part of the plane nor the most steps. Here it is the square from -2.25 - 1.5i to 0.75 + 1.5i, and 255.')
    pi(c, figure, terms)
    black_scholes(c, figure)
    conclusions(c, on_today, points)


def conclusions(c, on_today, points):
    fixed = 'Far threads do not take tasks from each other: each has a fixed share, and shares differ.'
    for name, text, program, why in (
            ('TT2', 'n queens scale with the threads', f'nqueens {c.size(14, 8)}', fixed),
            ('TT4', 'Mandelbrot parts scale with the threads', f'mandelbrot {points}', fixed),
            ('TT5', 'pi scales on distributed memory', f'pi {c.size(100000000, 100000)}', 'A share takes less than starting the tasks.'),
            ('TT8', 'Black-Scholes scales on distributed memory', f'montecarlo {c.size(32000, 1000)}',
             'Each node adds to four variables of thread 0, and computes for less than 1 ms in all.')):
        on_today(name, text, f'speed-up on {c.many} nodes',
                 lambda m, program=program: ratio(*(c.sim('tasks', m, t, f'{program} --repeat 3', host=1) for t in (1, c.many))),
                 least=c.many / 2, why=why)


def beside_serial(c, machine, threads, program, repeat, options='', host=1):
    """(the same without tasks, with tasks): seconds on a simulated machine, of runs in alternation, so that a change of this host's speed
    changes both."""
    return [c.sim('tasks', machine, threads, f'{program} --beside {program.split()[0]} --repeat {repeat}{options}', number, host=host)
            for number in ('seconds_median', 'first seconds_median')]


class Table:
    """A program by threads: speed-up and time, near and on a simulated node; a faster form, and a peer in C."""

    def __init__(self, c, printed, faster, peer=None, repeat=5):
        self.c, self.threads, self.repeat = c, c.up_to(1, 2, 4, 8, 16), c.size(repeat, 1)
        self.last = self.threads[-1]
        self.node, faster_form = (
            Series(name, 'speed-up', WHOLE, [(t, ratio(*self.both(program)(t))) for t in self.threads])
            for name, program in ((ONE_NODE, printed), (FASTER, faster)))
        self.all = [
            self.node, faster_form,
            Series('here, near threads', 'speed-up', MEASURED, speed_up(self.near(printed), c.near_threads)),
            Series(ONE_NODE, 'ms', WHOLE, scaled(1e3, lambda t: self.both(printed)(t)[1], self.threads)),
            Series('here, near threads', 'ms', MEASURED, scaled(1e3, self.near(printed), c.near_threads)),
            Series('faster form, near threads', 'ms', MEASURED, scaled(1e3, self.near(faster), c.near_threads))]
        self.in_c = None
        if peer:
            name, program = peer

            def run(t):
                return c.alone('tasks_gcc', f'{t} {program} {self.repeat}')

            self.in_c = Series(name, 'speed-up', MEASURED, speed_up(run, c.near_threads))
            self.all += [self.in_c, Series(name, 'ms', MEASURED, scaled(1e3, run, c.near_threads))]

    def near(self, program):
        return lambda t: self.c.near('tasks', t, f'{program} --repeat {self.repeat}')

    def both(self, program):
        return lambda t: beside_serial(self.c, NODE, t, program, self.repeat)

    def series(self):
        return self.all

    def speed_up(self, published, threads, cause=None):
        threads = min(threads, self.last)
        return beside(f'{published}: speed-up on {threads}', (self.node, threads), published, threads, 'speed-up', SPEED_UP, cause=cause)

    def peer(self, published):
        """Tasks in C on the cores that are here."""
        cores = self.c.near_threads[-1]
        return [beside(f'{published}: speed-up on {cores}', (self.in_c, cores), published, cores, 'speed-up', SPEED_UP)] if cores > 1 else []


def forms(c, figure, on_today):
    names = {'single': 'begin_single', 'sync': 'begin_sync', 'loop': 'begin_param', 'cobegin': 'cobegin', 'coforall': 'coforall'}
    times, few = c.size((5000, 200), (100, 10))
    threads = c.up_to(1, 2, 4, 8)
    last = threads[-1]

    def near(form):
        return lambda t: c.near('tasks', t, f'{form} {times} --repeat 3')

    def simulated(form, machine):
        return lambda t: c.sim('tasks', machine, t, f'{form} {few} --repeat 3', host=1)

    measured = {name: Series(f'{form}, near', 'ms', MEASURED, scaled(1e3 * 5000 / times, near(form), c.near_threads))
                for form, name in names.items()}
    node = {name: Series(f'{form}, one node', 'ms', WHOLE, scaled(1e3 * 5000 / few, simulated(form, NODE), threads))
            for form, name in names.items()}

    dispatch = Cause(
        APART_RUN, 'Begin. In the paper each begin dispatches its task, and cobegin and coforall dispatch all at once. Here each puts a task into a list of its '
        'thread: 304 instructions by begin and by coforall, 308 by cobegin, 311 by begin in a loop, 459 with a variable single (callgrind, one thread). '
        'On one thread the paper has {} and {} ms with begin and coforall: a dispatch costs where other threads are woken.',
        printed=lambda get, of: [number_of(of, 'begin_sync, v0.9', 1, 'ms'), number_of(of, 'coforall, v0.9', 1, 'ms')])

    def over_coforall(name, threads_):
        where = node if threads_ > c.near_threads[-1] or threads_ == 1 else measured
        return quotient(f'{name} over coforall, {threads_} threads',
                        lambda get: get(where[name], threads_) / get(where['coforall'], threads_),
                        (f'{name}, v0.9', threads_, 'ms'), ('coforall, v0.9', threads_, 'ms'), TIMES,
                        dispatch if name.startswith('begin') else None)

    figure('TT1', 'Table 1: eight tasks and a wait, 5,000 times', [*measured.values(), *node.values()], [
        *(over_coforall(name, t) for name in ('begin_single', 'begin_sync', 'begin_param', 'cobegin') for t in {2, last} if t > 1)],
        'the five forms of the text, which prints none: tasks single, sync, loop, cobegin, coforall',
        'Chapel 0.7 beside 0.9: two versions of another compiler. One thread with begin_single: the paper has no value, since it waits for ever.',
        note='The causes are the same in all rows with begin.')
    on_today('TT1', 'Tasks begun one by one cost more than by one coforall', 'time of loop / coforall',
             lambda m: ratio(*(simulated(form, m)(c.many) for form in ('loop', 'coforall'))), least=1.1,
             why='With one thread on a node thread 0 runs all eight tasks itself, in both forms.')


def several_nodes(threads, nodes):
    return f'flat,threads-per-node={threads // nodes}'


class Locales:
    """A program among the threads of some nodes. The paper's speed-ups are those over the fewest threads."""

    def __init__(self, c, name, program, threads, machine, host=1):
        threads = c.up_to(*threads)
        self.first, self.last = threads[0], threads[-1]

        def both(t):
            return beside_serial(c, machine(t), t, program, c.size(5, 1), host=host)

        self.speed_up = Series(name, 'speed-up', WHOLE, [(t, ratio(*both(t))) for t in threads])
        self.ms = Series(name, 'ms', WHOLE, scaled(1e3, lambda t: both(t)[1], threads))

    def gain(self, get, threads, first=None):
        """Of more threads over the fewest."""
        return get(self.speed_up, min(threads, self.last)) / get(self.speed_up, min(first or self.first, self.last))

    def beside(self, published, threads, cause=None, by_times=False):
        """The gain from the fewest threads on. by_times: that of the published times."""
        threads = min(threads, self.last)
        ends = [(published, threads, 'speed-up'), (published, self.first, 'speed-up')]
        if by_times:
            ends = [(published, self.first, 'ms'), (published, threads, 'ms')]
        return quotient(f'{published}: {threads} threads over {self.first}', lambda get: self.gain(get, threads), *ends, SPEED_UP, cause)


def two_nodes(c, name, program, host=1):
    return Locales(c, f'{name}, two nodes', program, (4, 8, 16, 32), lambda t: several_nodes(t, 2), host)


def one_fewer(c, name, program, host=1):
    """Two nodes as those of 4, 8, 16 and 32 threads, without one thread each."""
    return Locales(c, f'{name}, two nodes, one thread fewer on each', program, (2, 6, 14, 30), lambda t: several_nodes(t, 2), host)


def cores_of_two(c, name, program, host=1):
    return Locales(c, f'{name}, nodes of 2 cores', program, (2, 4, 8, 16, 32), lambda t: several_nodes(t, max(1, t // 2)), host)


def one_node(c, name, program, most=16, host=1):
    threads = [t for t in (1, 2, 4, 8, 16, 32) if t <= most]
    return Locales(c, f'{name}, one node', program, threads, lambda t: f'flat,threads-per-node={most}', host)


# What the papers' machines lose, as their own tables show it.
NESS = Cause(
    PAPER, 'The node. On Ness the program in C and MPI for pi gains {} with 8 threads and {} with 16, while n queens, which takes {} ms on one thread, gains {}. '
    'So the node slows runs of some ms, in both languages; by what is not known. It is not the program: a simulated node has no such loss.',
    printed=lambda get, of: [number_of(of, *key) for key in (
        ('Ness, C and MPI', 8, 'speed-up', 'TT5'), ('Ness, C and MPI', 16, 'speed-up', 'TT5'), ('Ness, Chapel', 1, 'ms', 'TT2'),
        ('Ness, Chapel', 16, 'speed-up', 'TT2'))])


def stops_at_8(series, figure):
    """On a node of HPCx short programs take as long with 16 threads as with 8."""
    return Cause(
        UNKNOWN, 'The node. With 8 and 16 threads it takes {} and {} ms: no gain. N queens and Mandelbrot, which take longer, gain {} and {} with 16 on the '
        'same node. A loss that is the same for all is not the cause: with 16 threads pi loses {} ms, Black-Scholes {}.',
        printed=lambda get, of: [*(number_of(of, series, t, 'ms', figure) for t in (8, 16)), number_of(of, 'HPCx, Chapel', 16, 'speed-up', 'TT2'),
                            number_of(of, 'HPCx, Chapel', 16, 'speed-up', 'TT4'), lost(of, 16), lost(of, 16, 'HPCx, single locale', 'TT7')])


def lost(of, threads, series='HPCx, Chapel', figure='TT5'):
    """The ms of a published run beyond those of perfect threads."""
    return number_of(of, series, threads, 'ms', figure) - number_of(of, series, 1, 'ms', figure) / threads


def with_loss(locales, series, threads):
    """The gain of ours if its run, of the published length, lost what pi loses on the same node."""
    def gain(get, of):
        alone = number_of(of, series, 1, 'ms')
        return alone / (alone / locales.gain(get, threads) + lost(of, threads))
    return Cause(CHANGED, 'The node. Pi loses {} ms with 8 threads there beside perfect threads, and so does this program ({} ms). Ours with that loss.', gain,
                 lambda get, of: [lost(of, threads), lost(of, threads, series, 'TT7')])


def between_nodes(locales, threads, other):
    """The gain from 4 threads on, times what the paper's other program gains from one locale to two."""
    series = 'HECToR, several locales'
    return Cause(
        CHANGED, 'The step from one locale to two. There twice the threads gain {} in this program and {} in the other one of the paper, and about twice here. From 4 '
        'threads on ours gains as the paper: here with the first step of the other program.',
        lambda get, of: locales.gain(get, threads, 4) * number_of(of, series, 2, 'ms', other) / number_of(of, series, 4, 'ms', other),
        lambda get, of: [number_of(of, series, 2, 'ms') / number_of(of, series, 4, 'ms'),
                         number_of(of, series, 2, 'ms', other) / number_of(of, series, 4, 'ms', other)])


def fewer_workers(fewer, published, threads, figure):
    return Cause(
        CHANGED, 'As if one thread of each locale did not compute: 4, 8, 16 and 32 threads take {}, {}, {} and {} ms, and without one on each node ours gains as '
        'shown. The paper does not say what such a thread does.', lambda get, of: fewer.gain(get, threads - 2),
        lambda get, of: [number_of(of, published, t, 'ms', figure) for t in (4, 8, 16, 32)])


def pi(c, figure, terms):
    # Cores as fast as those of the paper: one takes 16.2 ms here, 112 on Ness and HECToR, 181 on HPCx.
    printed, amd, power = f'pi-nested {terms}', 7, 11
    ness, hpcx, two = one_node(c, 'Ness', printed, 16, amd), one_node(c, 'HPCx', printed, 16, power), two_nodes(c, 'HPCx', printed, power)
    fewer, twos = one_fewer(c, 'HPCx', printed, power), cores_of_two(c, 'HECToR', printed, amd)
    faster = cores_of_two(c, 'faster form', f'pi {terms}', amd)

    def near(t):
        return c.near('tasks', t, f'{printed} --repeat {c.size(5, 1)}')

    figure('TT5', 'Table 5: pi, 8.4 million points', [
        *(s for l in (ness, hpcx, two, fewer, twos, faster) for s in (l.speed_up, l.ms)),
        Series('here, near threads', 'ms', MEASURED, scaled(1e3, near, c.near_threads))], [
        ness.beside('Ness, Chapel', 8, NESS), ness.beside('Ness, Chapel', 16, NESS),
        hpcx.beside('HPCx, Chapel', 16, stops_at_8('HPCx, Chapel', 'TT5')),
        two.beside('HPCx, 2 locales', 32, fewer_workers(fewer, 'HPCx, 2 locales', 32, 'TT5')),
        *(twos.beside('HECToR, several locales', t, between_nodes(twos, t, 'TT8'), t == 16) for t in (16, 32))],
        'Figure 5 as printed: tasks pi-nested; pi, which adds up on each thread first, stands beside it',
        'HPCx with SMT: no machine here has two threads on a core. C and MPI: no such peer is in the tree.',
        note='Simulated cores are as fast as those of the paper, by the time of one thread: host-factor 7 for Ness and HECToR, 11 for HPCx. The speed-up of 14.16 '
             'that the paper prints for 16 threads of HECToR is not that of its times, 10.2: the times are compared.')


def black_scholes(c, figure):
    n = c.size(32000, 1000)
    multi, single = f'montecarlo {n}', f'montecarlo-single {n}'
    repeat = c.size(5, 1)
    serial = Series('here, serial', 'ms', MEASURED, scaled(1e3, lambda t: c.near('tasks', t, f'{single} --serial --repeat {repeat}'), [1]))
    near = [Series(f'here, near threads, {name}', 'ms', MEASURED,
                   scaled(1e3, lambda t, program=program: c.near('tasks', t, f'{program} --repeat {repeat}'), c.near_threads))
            for name, program in (('single locale', single), ('multi locale', multi))]
    shared = 'A task adds once to four variables, after all of its simulations: nothing else is shared, so threads of a simulated node scale.'
    program = 'Figure 6 as printed: tasks montecarlo for several locales, montecarlo-single for one, --serial for none'
    ness = [one_node(c, name, text) for name, text in (('single locale', single), ('multi locale', multi))]

    def of_all(*locales):
        return [s for l in locales for s in (l.speed_up, l.ms)]

    figure('TT6', 'Table 6: Black-Scholes on Ness, 32,000 simulations of 91 days', [*of_all(*ness), serial, *near], [
        *(locales.beside(name, t, NESS) for locales, name in zip(ness, ('Ness, single locale', 'Ness, multi locale')) for t in (4, 16)),
        quotient('serial over single locale, one thread', lambda get: get(serial, 1) / get(near[0], 1),
                 ('Ness, serial', 1, 'ms'), ('Ness, single locale', 1, 'ms'), TIMES,
                 Cause(APART_RUN, 'The compiler. Both forms are the same compiled function here: 28.13 and 28.16 million instructions for 2,000 simulations '
                       '(callgrind). The paper supposes that Chapel optimises parallel blocks otherwise.'))], program, note=shared)
    hpcx = [one_node(c, name, text, 32) for name, text in (('single locale', single), ('multi locale', multi))]
    two, fewer = two_nodes(c, 'multi locale', multi), one_fewer(c, 'multi locale', multi)
    names = 'HPCx, single locale', 'HPCx, multi locale'
    figure('TT7', 'Table 7: Black-Scholes on HPCx', of_all(*hpcx, two, fewer), [
        *(row for locales, name in zip(hpcx, names) for row in (
            locales.beside(name, 8, with_loss(locales, name, 8)), locales.beside(name, 16, stops_at_8(name, 'TT7')))),
        two.beside('HPCx, 2 locales', 16, fewer_workers(fewer, 'HPCx, 2 locales', 16, 'TT7')),
        two.beside('HPCx, 2 locales', 32, Cause(
            UNKNOWN, '32 threads take {} ms, 16 take {}: no gain, as on one node from 8 to 16 threads. On the same two nodes pi gains: {} and {} ms.',
            printed=lambda get, of: [*(number_of(of, 'HPCx, 2 locales', t, 'ms') for t in (32, 16)),
                                *(number_of(of, 'HPCx, 2 locales', t, 'ms', 'TT5') for t in (32, 16))]))], program, note=shared)
    twos, one = cores_of_two(c, 'multi locale', multi), one_node(c, 'single locale', single, 2)
    figure('TT8', 'Table 8: Black-Scholes on HECToR', of_all(twos, one), [
        one.beside('HECToR, single locale', 2, Cause(
            UNKNOWN, 'Two threads take {} ms, one {}. On the same node two halve the time of pi, in Chapel ({} of {} ms) and in C and MPI ({}). The paper only says '
            'that it is as expected.', printed=lambda get, of: [
                *(number_of(of, 'HECToR, single locale', t, 'ms') for t in (2, 1)),
                *(number_of(of, 'HECToR, one locale', t, 'ms', 'TT5') for t in (2, 1)), number_of(of, 'HECToR, C and MPI', 2, 'ms', 'TT5')])),
        *(twos.beside('HECToR, several locales', t, between_nodes(twos, t, 'TT5')) for t in (16, 32))], program, note=shared)
