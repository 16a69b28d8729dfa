# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Performance Evaluation of Chapel's Task Parallel Features."""
from commands import NODE, NODES, scaled, speed_up
from figures import HOLDS, NOT, SIMULATED, Series
from runs import ratio


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    forms(c, figure, on_today)
    queens, points, terms = c.size(13, 8), c.size(2048, 128), c.size(8400000, 100000)
    scaling(c, figure, 'TT2', 'Table 2: n queens, n = 13', f'nqueens {queens}', peer=True)
    scaling(c, figure, 'TT3', "Table 3: Strassen's product by recursion, 512 x 512", f'recursive {c.size(512, 64)}', far=False)
    scaling(c, figure, 'TT4', 'Table 4: Mandelbrot set, 2048 x 2048', f'mandelbrot {points}', peer=True)
    scaling(c, figure, 'TT5', 'Table 5: pi, 8.4 million points', f'pi {terms}', peer=True, most=32)
    prices = f'montecarlo {c.size(32000, 1000)}'
    for name, title in (('TT6', 'Table 6: Black-Scholes on Ness'), ('TT7', 'Table 7: Black-Scholes on HPCx'),
                        ('TT8', 'Table 8: Black-Scholes on HECToR')):
        scaling(c, figure, name, f'{title}, 32,000 simulations of 91 days', prices, most=32,
                note='The paper has three programs, for no, one and several locales. Ours is one, for near and far threads.')
    fixed = 'Far threads do not take tasks from each other: each has a fixed share, and shares differ.'
    for name, text, program, why in (
            ('TT2', 'n queens scale with the threads', f'nqueens {c.size(14, 8)}', fixed),
            ('TT4', 'Mandelbrot parts scale with the threads', f'mandelbrot {points}', fixed),
            ('TT5', 'pi scales on distributed memory', f'pi {c.size(100000000, 100000)}', 'A share takes less than starting the tasks.'),
            ('TT8', 'Black-Scholes scales on distributed memory', prices,
             'Eight tasks of each node add to variables of thread 0, while a node computes for less than 1 ms in all.')):
        on_today(name, text, f'speed-up on {c.many} nodes',
                 lambda m, program=program: ratio(*(c.sim('tasks', m, t, f'{program} --repeat 1', host=1) for t in (1, c.many))),
                 lambda v: v > c.many / 2, why=why)


def forms(c, figure, on_today):
    names = ('single', 'sync', 'loop', 'cobegin', 'coforall')
    times, few = c.size((5000, 200), (100, 10))

    def near(form):
        return lambda t: c.near('tasks', t, f'{form} {times} --repeat 3')

    def simulated(form, machine):
        return lambda t: c.sim('tasks', machine, t, f'{form} {few} --repeat 1', host=1)

    def claim(get):
        single, cobegin = get(0, 1), get(3, 1)
        return (HOLDS if single > cobegin else NOT,
                f'The form with single variables takes {single:.2g} ms on one thread, cobegin {cobegin:.2g} ms: to begin and await each task '
                'on its own costs more. In the paper forms take 313 to 352 ms there.')

    figure('TT1', 'Table 1: eight tasks and a wait, 5,000 times', [
        *(Series(f'{form}, near', 'ms', 'measured', scaled(1e3 * 5000 / times, near(form), c.near_threads)) for form in names),
        *(Series(f'{form}, one node', 'ms', 'simulated', scaled(1e3 * 5000 / few, simulated(form, NODE), c.up_to(1, 2, 4, 8)))
          for form in ('loop', 'coforall'))], claim,
           note='In the paper the forms are begin_single, begin_sync, begin_param (here loop), cobegin and coforall.')
    on_today('TT1', 'Tasks begun one by one cost more than by one coforall', 'time of loop / coforall',
             lambda m: ratio(*(simulated(form, m)(c.many) for form in ('loop', 'coforall'))), lambda v: v > 1.1,
             why='With one thread on a node thread 0 runs all eight tasks itself, in both forms.')


def scaling(c, figure, name, title, program, peer=False, far=True, most=16, note=''):
    """A program by threads: speed-up and time, near and far, measured and simulated."""
    repeat = c.size(5, 1)
    threads = c.up_to(1, 2, 4, 8, 16)
    last, cores = threads[-1], c.near_threads[-1]

    def near(t):
        return c.near('tasks', t, f'{program} --repeat {repeat}')

    def simulated(machine):
        return lambda t: c.sim('tasks', machine, t, f'{program} --repeat 1', host=1)

    series = [Series('here, near threads', 'speed-up', 'measured', speed_up(near, c.near_threads)),
              Series('here, one node of 16 cores', 'speed-up', 'simulated', speed_up(simulated(NODE), threads)),
              Series('here, near threads', 'ms', 'measured', scaled(1e3, near, c.near_threads)),
              Series('here, one node of 16 cores', 'ms', 'simulated', scaled(1e3, simulated(NODE), threads))]
    if far:
        nodes = [t for t in c.up_to(1, 2, 4, 8, 16, 32) if t <= most]
        series += [Series('here, a thread a node', 'speed-up', 'simulated', speed_up(simulated(NODES), nodes)),
                   Series('here, far threads', 'ms', 'measured',
                          scaled(1e3, lambda t: c.far('tasks', t, f'{program} --repeat {repeat}'), c.near_threads[1:]))]
    if peer:
        series += [Series('OpenMP tasks in C, gcc', 'ms', 'measured',
                          scaled(1e3, lambda t: c.alone('tasks_gcc', f'{t} {program} {repeat}'), c.near_threads))]

    def claim(get):
        text = f'Speed-up {get(1, last):.1f} among {last} threads of a simulated node; measured {get(0, cores):.2f} on {cores} cores.'
        if far:
            return SIMULATED if get(1, last) > 0.5 * last else NOT, text
        return (SIMULATED if get(1, last) < 0.75 * last else NOT,
                f'As in the paper it scales worst. {text} The sums of quarters move as much data as the products use.')

    figure(name, title, series, claim, note=note)
