# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Performance without Pain = Productivity, data layout and collective communication in UPC."""
import sys

from figures import HOLDS, NOT, ROOT, SIMULATED, Series
from runs import Run, of, ratio

sys.path.append(str(ROOT / 'bench/torus'))
import programs

TORUS = {2: '1x1x1', 4: '2x1x1', 8: '2x2x1', 16: '2x2x2', 32: '4x2x2', 64: '4x4x2', 128: '4x4x4'}
GFLOPS = {'fat-tree': 48, 'dragonfly': 39.2}     # of a core, as machines/ has them
DGEMM, FFT = 0.9, 0.1                            # and the efficiency there


def part(run, threads, peak):
    """The part of the peak that a rate in GFlop/s is."""
    return of(lambda rate: rate / (threads * peak), run)


def peak(machine, efficiency):
    return efficiency * GFLOPS[machine.split(',')[0]]


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    point_to_point(c, figure, on_today)
    drawings(c, figure)
    as_printed(c, figure)
    blue_gene(c, figure)
    maps(c, figure)
    dgemm = "part of dgemm's peak"
    on_today('P8', 'The product is bound by computing: 85 % of the peak', dgemm,
             lambda m: part(product(c, c.many, '', m), c.many, peak(m, DGEMM)), lambda v: v > 0.85)
    order, block = c.size((16000, 250), (400, 50))
    on_today('P9', 'Cholesky reaches less of the peak than the product: 56 %', dgemm,
             lambda m: part(c.sim('cholesky', m, c.many, f'{order} --block {block} --no-data', 'gflops'), c.many, peak(m, DGEMM)),
             lambda v: v < 0.85)
    n, grid = c.size((512, '8x8'), (16, '2x2'))
    on_today('P10', 'The FFT is bound by communication', 'part of the time in transforms',
             lambda m: part(c.sim('fft3d', m, c.many, f'{n} {n} {n} --grid {grid} --no-data', 'gflops'), c.many, peak(m, FFT)),
             lambda v: v < 0.5,
             why='One core of a node computes, with links of 24.5 GB/s for itself. All its cores would share them.')


def product(c, threads, how='', machine=None):
    """A product of matrices with as much of C on each thread, whatever their number."""
    each, block = c.size((2000, 500), (200, 50))
    rows = 1
    while 4 * rows * rows <= threads:
        rows *= 2
    columns = threads // rows
    return c.sim('matmul', machine or f'bluegene-l,torus={TORUS[threads]}', threads,
                 f'{each * rows} {each * columns} {8 * block} --block {block} --grid {rows}x{columns} --no-data{how}', 'gflops')


def point_to_point(c, figure, on_today):
    threads = c.up_to(4, 8, 16, 32, 64, 128)
    first, last = threads[0], threads[-1]

    def claim(get):
        copies, broadcasts = get(0, last), get(1, last)
        if copies < 0.9 * broadcasts:
            return SIMULATED, (f'The product with copies has {get(0, first):.0%} of the peak among {first} processors and {copies:.0%} '
                               f'among {last}; broadcasts have {broadcasts:.0%} there.')
        return NOT, f'Up to {last} processors copies lose little: they have {copies:.0%} of the peak, broadcasts {broadcasts:.0%}.'

    figure('P1', 'Figure 1: a product with point-to-point copies, beside the collectives of Figure 7', [
        Series(name, 'part of the peak', 'simulated', [(t, part(product(c, t, how), t, programs.DGEMM * 1e-9)) for t in threads])
        for name, how in (('copies, Figure 1 (matmul --plain)', ' --plain'), ('broadcasts (matmul)', ''))], claim)
    on_today('P1', 'Broadcasts beat point-to-point copies', 'times as fast',
             lambda m: ratio(product(c, c.many, '', m), product(c, c.many, ' --plain', m)), lambda v: v > 1.1,
             why='Links of 24.5 GB/s, 160 times those of Blue Gene/L, bring the same blocks many times in the time of one multiplication.')


def drawings(c, figure):
    for name, title, what in (
            ('P2', 'Figure 2: trees of collectives, here the fork tree over a 4 x 4 grid',
             "'shared [4][4] A[32][32]' --grid 4x4 --threads 16 --tree fork"),
            ('P4', 'Figure 4: the tiles of a matrix on a grid of threads',
             "'shared [4][4] A[32][32]' --grid 4x4 --threads 16 --section '1, :'"),
            ('P5', 'Figure 5: a plane of the 3-D FFT on a grid of 4 x 2 threads',
             "'shared [1][2][8] A[4][4][8]' --grid 4x2x1 --threads 8 --section '1, :, :'")):
        figure(name, title, [], lambda get: (HOLDS, 'Drawn by the functions that the library calls.'),
               drawing=f'build/bin/upc-stride-show {what} --no-colour --svg build/papers/drawing.svg')


def as_printed(c, figure):
    programs_ = ('figure3a', 'figure3b', 'figure7', 'figure11', 'figure12')
    functions = {'figure7': '/^static void multiply/,/^}/p', 'figure11': '/^static void factor/,/^}/p',
                 'figure12': '/^int main/,/fft(myA, myB, NX/p'}

    def claim(get):
        if not all(get(0, name) == 1 for name in programs_):
            return NOT, 'A program fails its check.'
        lines = [f'{get(1, name):.0f}' for name in functions]
        return HOLDS, (f'All five pass. Their functions have {", ".join(lines)} lines with guards at the edges, for 15, 25 and 17 in the '
                       'summary of the paper.')

    figure('P7', 'Figures 3, 7, 11 and 12: the programs, as printed', [
        Series('passes its check on 4 threads (1: yes)', 'result', 'measured', [
            (name, Run(f'build/bin/upcrun -n 4 build/examples/{name}', 'PASS')) for name in programs_]),
        Series('lines of the function and of its arrays', 'lines', 'counted', [
            (name, Run(f"sed -n '{lines}; /^shared .*(grid)/p' examples/{name}.upc | grep -vc '^ *$'", 'number'))
            for name, lines in functions.items()])], claim)


def blue_gene(c, figure):
    """Few processors are simulated now, more are in docs/torus.csv."""
    rows = programs.read(ROOT / 'docs/torus.csv')
    fresh = c.size((32, 64, 128), (32,))
    last = fresh[-1]

    def step(threads, program, part_):
        file = 'build/papers/torus.csv'
        return Run(f"ONLY='{threads},fork:8192,(matmul|cholesky),' bench/torus/run {file} {threads} >&2 && "
                   f"grep '^{threads},fork:8192,' {file}", f'{threads},fork:8192,{program},{part_}')

    def rates(function, program, parts, each):
        """Series of the peak, and of the rate and its part of the peak: now, and as docs/torus.csv has it."""
        def rate(threads):
            return of(lambda *seconds: function({(threads, programs.PRINTED, program, p): s for p, s in zip(parts, seconds)}, threads),
                      *(step(threads, program, p) for p in parts))

        sizes = programs.sizes(rows, programs.PRINTED, program, parts[-1])
        kept = [(t, function(rows, t)) for t in sizes if t not in fresh]
        now = [(t, rate(t)) for t in fresh]
        by = 'make bench-torus'
        return [
            Series('computed peak', 'TFlop/s', 'computed', [(t, t * each * 1e-12) for t in sizes],
                   f'processors x {each * 1e-9} GFlop/s'),
            Series('run now', 'TFlop/s', 'simulated', now),
            Series('run now', 'part of the peak', 'simulated', [(t, part(v, t, each * 1e-12)) for t, v in now]),
            Series('docs/torus.csv', 'TFlop/s', 'simulated', kept, by),
            Series('docs/torus.csv', 'part of the peak', 'simulated', [(t, v / (t * each * 1e-12)) for t, v in kept], by)]

    def product_claim(get):
        now = get(2, last)
        return (SIMULATED if abs(now - 0.85) < 0.03 else NOT,
                f'{now:.1%} of the peak among {last} processors, {get(4, 2048):.1%} among 2,048, for 85 %. Two parameters of the machine '
                'were fitted to this figure.')

    figure('P8', 'Figure 8: matrix multiplication on Blue Gene/L',
           rates(programs.matmul, 'matmul', ('row', 'column'), programs.DGEMM), product_claim)
    paper = programs.cholesky(rows, 8192, programs.PRINTED, 250, (16, 512), 'cholesky-250-pieces')

    def cholesky_claim(get):
        return (NOT if paper < 0.9 * 8.6 else SIMULATED,
                f'Among 8,192 processors {paper:.2f} TFlop/s for 8.6: the paper names no size of blocks, and its grid of 16 x 512 has long '
                f'columns. The order holds: among {last} it has {get(2, last):.0%} of its peak, less than the product.')

    figure('P9', 'Figure 9: Cholesky factorization on Blue Gene/L',
           [*rates(programs.cholesky, 'cholesky', ('diagonal', 'across', 'solve', 'down'), programs.SEQUENTIAL),
            Series('16 x 512, pieces of the torus', 'TFlop/s', 'simulated', [(8192, paper)], 'make bench-torus')], cholesky_claim)

    def fft_claim(get):
        least, most = get(1, 16384), get(0, 16384)
        return (SIMULATED if least < 1.1 * 2.196 and most > 0.9 * 2.196 else NOT,
                f'By formula {least:.2f} to {most:.2f} TFlop/s among 16,384 nodes, for 2.196.')

    figure('P10', 'Figure 10: 3-D FFT on Blue Gene/L', [
        Series(name, 'TFlop/s', 'computed', [(t, programs.fft(t)[k]) for t in programs.TORUS], 'bench/torus/programs.py')
        for name, k in (('links and copies at once', 1), ('one after the other', 0))], fft_claim)


def maps(c, figure):
    places = ((128, '4x4x4x2', '8x16'), (1024, '8x8x8x2', '16x64'), (2048, '8x8x16x2', '16x128'), (4096, '8x16x16x2', '16x256'),
              (8192, '8x32x16x2', '16x512'))[:c.size(5, 1)]

    def hops(name, torus, grid):
        return Run(f"build/bin/upc-stride-map --torus {torus} --grid {grid} --map XT,YZ | "
                   f"sed -n 's/^{name} *\\([0-9.]*\\).*/{name} \\1/p'", name)

    def claim(get):
        return (HOLDS if get(0, 128) < get(1, 128) else NOT,
                f'XT,YZ puts neighbours {get(0, 128):.2f} links apart on average, threads in order {get(1, 128):.2f}. The row "64" of the '
                'paper has 128 processors: 4 x 4 x 4 nodes of two.')

    figure('PT1', 'Table 1: matrices on the torus', [
        Series(f'links between neighbours of the grid, {name}', 'links', 'computed', [(t, hops(name, *shape)) for t, *shape in places])
        for name in ('map XT,YZ', 'row-major')], claim)
