# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Performance Evaluation of Chapel's Task Parallel Features."""
from commands import NODE, NODES, scaled, speed_up
from figures import MEASURED, SPEED_UP, TIMES, WHOLE, Series, beside, quotient
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
    figure('TT3', "Table 3: Strassen's product by recursion, 512 x 512", t.series(), [
        t.speed_up('Ness, Chapel', 4), t.speed_up('Ness, Chapel', 16)],
        'by the text, which prints no program: sums in one cobegin, seven products in another, three loops below 64 x 64: tasks recursive; '
        'strassen, with dgemm, stands beside it',
        'HPCx and Ness, C: they do not scale (1.02 and 2.24 on 16), and the paper does not know why.',
        note="The paper's product takes 1,890 ms on one thread, and 20 here, so tasks and sums weigh more. Beside the same without tasks 16 "
             'threads are 7.0 times as fast with 512 x 512 numbers, 8.8 with 1,024 x 1,024, and 9.9 with 2,048 x 2,048, which take about as '
             'long as those of the paper. One thread makes the last sums of a product: as four tasks these gain a twentieth.')
    t = Table(c, f'mandelbrot-parts {points}', f'mandelbrot {points}', ('OpenMP tasks in C, gcc', f'mandelbrot {points}'), repeat=2)
    figure('TT4', 'Table 4: Mandelbrot set, 2048 x 2048', t.series(), [
        t.speed_up('Ness, Chapel', 4), t.speed_up('Ness, Chapel', 16), t.speed_up('HPCx, Chapel', 16), *t.peer('Ness, C')],
        'Figures 3 and 4 as printed: tasks mandelbrot-parts; mandelbrot, with smaller tasks, stands beside it',
        note='The paper does not say which part of the plane it computes, nor how many steps at most. Here one of the 64 tasks takes a '
             'twelfth of the time, so no number of threads is more than twelve times as fast.')
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


def beside_serial(c, machine, threads, program, repeat):
    """(the same without tasks, with tasks): seconds on a simulated machine, of runs in alternation, so that a change of this host's speed
    changes both."""
    return [c.sim('tasks', machine, threads, f'{program} --beside {program.split()[0]} --repeat {repeat}', number, host=1)
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

    def speed_up(self, published, threads):
        threads = min(threads, self.last)
        return beside(f'{published}: speed-up on {threads}', (self.node, threads), published, threads, 'speed-up', SPEED_UP)

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

    def over_coforall(name, threads_):
        where = node if threads_ > c.near_threads[-1] or threads_ == 1 else measured
        return quotient(f'{name} over coforall, {threads_} threads',
                        lambda get: get(where[name], threads_) / get(where['coforall'], threads_),
                        (f'{name}, v0.9', threads_, 'ms'), ('coforall, v0.9', threads_, 'ms'), TIMES)

    figure('TT1', 'Table 1: eight tasks and a wait, 5,000 times', [*measured.values(), *node.values()], [
        *(over_coforall(name, t) for name in ('begin_single', 'begin_sync', 'begin_param', 'cobegin') for t in {2, last} if t > 1)],
        'the five forms of the text, which prints none: tasks single, sync, loop, cobegin, coforall',
        'Chapel 0.7 beside 0.9: two versions of another compiler. One thread with begin_single: the paper has no value, since it waits for ever.',
        note='Here no form begins its tasks dearer than another: each puts a task into a list of its thread.')
    on_today('TT1', 'Tasks begun one by one cost more than by one coforall', 'time of loop / coforall',
             lambda m: ratio(*(simulated(form, m)(c.many) for form in ('loop', 'coforall'))), least=1.1,
             why='With one thread on a node thread 0 runs all eight tasks itself, in both forms.')


def several_nodes(threads, nodes):
    return f'flat,threads-per-node={threads // nodes}'


class Locales:
    """A program among the threads of some nodes. The paper's speed-ups are those over the fewest threads."""

    def __init__(self, c, name, program, threads, machine):
        threads = c.up_to(*threads)
        self.first, self.last = threads[0], threads[-1]

        def both(t):
            return beside_serial(c, machine(t), t, program, c.size(5, 1))

        self.speed_up = Series(name, 'speed-up', WHOLE, [(t, ratio(*both(t))) for t in threads])
        self.ms = Series(name, 'ms', WHOLE, scaled(1e3, lambda t: both(t)[1], threads))

    def beside(self, published, threads):
        """The gain from the fewest threads on."""
        threads = min(threads, self.last)
        return quotient(f'{published}: {threads} threads over {self.first}',
                        lambda get: get(self.speed_up, threads) / get(self.speed_up, self.first),
                        (published, threads, 'speed-up'), (published, self.first, 'speed-up'), SPEED_UP)


def two_nodes(c, name, program):
    return Locales(c, f'{name}, two nodes', program, (4, 8, 16, 32), lambda t: several_nodes(t, 2))


def cores_of_two(c, name, program):
    return Locales(c, f'{name}, nodes of 2 cores', program, (2, 4, 8, 16, 32), lambda t: several_nodes(t, max(1, t // 2)))


def one_node(c, name, program, most=16):
    threads = [t for t in (1, 2, 4, 8, 16, 32) if t <= most]
    return Locales(c, f'{name}, one node', program, threads, lambda t: f'flat,threads-per-node={most}')


def pi(c, figure, terms):
    printed = f'pi-nested {terms}'
    node, two, twos = one_node(c, 'here', printed), two_nodes(c, 'here', printed), cores_of_two(c, 'here', printed)
    faster = cores_of_two(c, 'faster form', f'pi {terms}')

    def near(t):
        return c.near('tasks', t, f'{printed} --repeat {c.size(5, 1)}')

    figure('TT5', 'Table 5: pi, 8.4 million points', [
        *(s for l in (node, two, twos, faster) for s in (l.speed_up, l.ms)),
        Series('here, near threads', 'ms', MEASURED, scaled(1e3, near, c.near_threads))], [
        node.beside('Ness, Chapel', 8), node.beside('Ness, Chapel', 16), node.beside('HPCx, Chapel', 16),
        two.beside('HPCx, 2 locales', 32), twos.beside('HECToR, several locales', 16),
        twos.beside('HECToR, several locales', 32)],
        'Figure 5 as printed: tasks pi-nested; pi, which adds up on each thread first, stands beside it',
        'HPCx with SMT: no machine here has two threads on a core. C and MPI: no such peer is in the tree.',
        note='Ness and HPCx stop at 8 threads, and the paper does not say why; a node here has no such limit. On several nodes each task of '
             'the printed program adds to a variable of thread 0: here by messages of the machine flat, whose latency is another one.')


def black_scholes(c, figure):
    n = c.size(32000, 1000)
    multi, single = f'montecarlo {n}', f'montecarlo-single {n}'
    repeat = c.size(5, 1)
    serial = Series('here, serial', 'ms', MEASURED, scaled(1e3, lambda t: c.near('tasks', t, f'{single} --serial --repeat {repeat}'), [1]))
    near = [Series(f'here, near threads, {name}', 'ms', MEASURED,
                   scaled(1e3, lambda t, program=program: c.near('tasks', t, f'{program} --repeat {repeat}'), c.near_threads))
            for name, program in (('single locale', single), ('multi locale', multi))]
    shared = ('A task adds once to four variables, after all of its simulations: nothing else is shared, so threads of a simulated node scale. The '
              'nodes of the paper lose more, and it does not say by what.')
    program = 'Figure 6 as printed: tasks montecarlo for several locales, montecarlo-single for one, --serial for none'
    ness = [one_node(c, name, text) for name, text in (('single locale', single), ('multi locale', multi))]

    def of_all(*locales):
        return [s for l in locales for s in (l.speed_up, l.ms)]

    figure('TT6', 'Table 6: Black-Scholes on Ness, 32,000 simulations of 91 days', [*of_all(*ness), serial, *near], [
        ness[0].beside('Ness, single locale', 4), ness[0].beside('Ness, single locale', 16),
        ness[1].beside('Ness, multi locale', 4), ness[1].beside('Ness, multi locale', 16),
        quotient('serial over single locale, one thread', lambda get: get(serial, 1) / get(near[0], 1),
                 ('Ness, serial', 1, 'ms'), ('Ness, single locale', 1, 'ms'), TIMES)], program, note=shared)
    hpcx = [one_node(c, name, text, 32) for name, text in (('single locale', single), ('multi locale', multi))]
    two = two_nodes(c, 'multi locale', multi)
    figure('TT7', 'Table 7: Black-Scholes on HPCx', of_all(*hpcx, two), [
        hpcx[0].beside('HPCx, single locale', 8), hpcx[0].beside('HPCx, single locale', 16),
        hpcx[1].beside('HPCx, multi locale', 8), hpcx[1].beside('HPCx, multi locale', 16),
        two.beside('HPCx, 2 locales', 16), two.beside('HPCx, 2 locales', 32)], program,
        note=f'{shared} From 16 threads on HPCx runs two threads on a core; here each has a core. On two locales of the paper eight threads are '
             'nearly three times as fast as four.')
    twos, one = cores_of_two(c, 'multi locale', multi), one_node(c, 'single locale', single, 2)
    figure('TT8', 'Table 8: Black-Scholes on HECToR', of_all(twos, one), [
        one.beside('HECToR, single locale', 2), twos.beside('HECToR, several locales', 16),
        twos.beside('HECToR, several locales', 32)], program, note=shared)
