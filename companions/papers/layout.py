# SPDX-License-Identifier: BSD-3-Clause
"""The figures of: Performance without Pain = Productivity, data layout and collective communication in UPC."""
import csv
import sys

from figures import CHANGED, COUNTED, FORMULA, LINES, PEAK, PIECES, RATE, ROOT, UNKNOWN, WHOLE, WORD, Cause, Series, beside
from runs import Run, of, ratio

sys.path.append(str(ROOT / 'bench/torus'))
import programs

# The torus, and the grid of threads, for each number of processors: two a node.
SHAPES = {4: ('2x1x1', 2, 2), 8: ('2x2x1', 2, 4), 16: ('2x2x2', 4, 4), 32: ('4x2x2', 4, 8), 64: ('4x4x2', 8, 8), 128: ('4x4x4', 8, 16)}
TREES = ('flat', 'chain', 'binomial', 'kary:2', 'fork')
FITTED = 'segments of 8 KB and copies of 300 MB/s were chosen by Figure 8'


def part(run, threads, peak):
    """The part of the peak that a rate in GFlop/s is."""
    return of(lambda rate: rate / (threads * peak), run)


def peak(machine, kind):
    """GFlop/s of a core in computations of a kind, as the machine's file has them."""
    words = [line.split() for line in (ROOT / 'companions/sim/machines' / machine.split(',')[0]).read_text().splitlines()]
    rate, = (float(line[1]) for line in words if line[:1] == ['flops'])
    efficiency, = (float(line[2]) for line in words if line[:2] == ['efficiency', kind])
    return rate * efficiency


def drawing(what):
    return f'build/bin/upc-stride-show {what} --no-colour --svg build/papers/drawing.svg'


def add(c, figure, on_today):
    """c: the commands; figure(..) adds a Figure, on_today(..) a Conclusion."""
    point_to_point(c, figure, on_today)
    drawings(figure)
    as_printed(figure)
    blue_gene(c, figure)
    maps(figure)
    dgemm = "part of dgemm's peak"
    on_today('P8', 'The product is bound by computing: 85 % of the peak', dgemm,
             lambda m: part(product(c, c.many, '', m), c.many, peak(m, 'dgemm')), least=0.85)
    order, block = c.size((16000, 250), (400, 50))
    on_today('P9', 'Cholesky reaches less of the peak than the product: 56 %', dgemm,
             lambda m: part(c.sim('cholesky', m, c.many, f'{order} --block {block} --no-data', 'gflops'), c.many, peak(m, 'dgemm')),
             most=0.85)
    n, grid = c.size((512, '8x8'), (16, '2x2'))
    on_today('P10', 'The FFT is bound by communication', 'part of the time in transforms',
             lambda m: part(c.sim('fft3d', m, c.many, f'{n} {n} {n} --grid {grid} --no-data', 'gflops'), c.many, peak(m, 'fft')), most=0.5,
             why='One core of a node computes, with links of 24.5 GB/s for itself. All its cores would share them.')


def product(c, threads, how='', machine=None):
    """A product of matrices with as much of C on each thread, whatever their number."""
    each, block = c.size((2000, 500), (200, 50))
    rows = 1
    while 4 * rows * rows <= threads:
        rows *= 2
    columns = threads // rows
    return c.sim('matmul', machine or f'bluegene-l,torus={SHAPES[threads][0]}', threads,
                 f'{each * rows} {each * columns} {8 * block} --block {block} --grid {rows}x{columns} --no-data{how}', 'gflops')


def point_to_point(c, figure, on_today):
    threads = c.up_to(4, 16, 64, 128)
    first, last = threads[0], threads[-1]

    def of_peak(name, run):
        return Series(name, 'part of the peak', WHOLE, [(t, part(run(t), t, programs.DGEMM * 1e-9)) for t in threads])

    copies = of_peak('Figure 1 as printed', lambda t: c.printed(1, *SHAPES[t]))
    broadcasts = of_peak('Figure 7 as printed', lambda t: c.printed(7, *SHAPES[t]))
    faster = [of_peak(name, lambda t, how=how: product(c, t, how))
              for name, how in (('matmul --plain: a block of A is fetched once', ' --plain'), ('matmul: broadcasts are ahead', ''))]
    up_to = min(16, last)
    figure('P1', 'Figure 1: a product by copies between two threads; Figure 7: by collectives', [copies, broadcasts, *faster], [
        beside(f'Figure 1: of the part of the peak among {first}, what {up_to} threads keep', lambda get: get(copies, up_to) / get(copies, first),
               'text: good up to about 16 threads', 16, 'scaling', WORD),
        beside(f'Figure 7: part of the peak among {last} processors', (broadcasts, last), 'the paper, text: 15 % below the peak', 128,
               'part of the peak', PEAK, FITTED)],
        'Figures 1 and 7 as printed, the function of examples/figure1.upc and figure7.upc; a faster form beside each',
        note='Beyond 16 threads the printed Figure 1 decays, as the paper says without a number; Figure 7 does not.')
    on_today('P1', 'Broadcasts beat point-to-point copies', 'times as fast',
             lambda m: ratio(product(c, c.many, '', m), product(c, c.many, ' --plain', m)), least=1.1,
             why='Links of 24.5 GB/s, 160 times those of Blue Gene/L, bring the same blocks many times in the time of one multiplication.')


def drawings(figure):
    """What a picture shows is counted by the library's own functions."""
    threads = "--grid 4x4 --threads 16"
    figure('P2', 'Figure 2: trees of collectives over a grid of 4 x 4', program='upc-stride-show draws what calls use',
           apart='A picture. Its text says that a tree is over all the threads, as any tree is.',
           drawings=[drawing(f"'shared [4][4] A[32][32]' {threads} --tree {tree}") for tree in TREES])
    passes = Series('passes its check on 4 threads', '1: yes', COUNTED, [
        (name, Run(f'build/bin/upcrun -n 4 build/examples/figure3{name}', 'PASS')) for name in 'ab'])
    figure('P3', 'Figure 3: a broadcast to every other row and column, and an exchange', [passes],
           program='Figure 3 as printed: examples/figure3a.upc, figure3b.upc', apart='Two calls, without a number. Both are run and checked.')
    figure('P4', 'Figure 4: the tiles of a matrix on a grid of threads', program='upc-stride-show draws what calls use',
           apart='That √N of N processors own a row follows from the shape of their grid.',
           drawings=[drawing(f"'shared [4][4] A[32][32]' {threads} --section '1, :'")])
    plane = "'shared [1][2][8] A[4][4][8]' --grid 4x2x1 --threads 8 --section '1, :, :'"
    figure('P5', 'Figure 5: a plane of the 3-D FFT on a grid of 4 x 2 threads', program='upc-stride-show draws what calls use',
           apart='That TY threads own NY/TY rows of a plane each follows from the shape of the array.', drawings=[drawing(plane)])
    figure('P6', 'Figure 6: one step of a factorization', apart='A picture of four quarters of a matrix, without a number.')


def as_printed(figure):
    functions = {'figure7': '/^static void multiply/,/^}/p', 'figure11': '/^static void factor/,/^}/p',
                 'figure12': '/^int main/,/fft(myA, myB, NX/p'}
    passes = Series('passes its check on 4 threads', '1: yes', COUNTED, [
        (name, Run(f'build/bin/upcrun -n 4 build/examples/{name}', 'PASS')) for name in functions])
    lines = Series('lines of the function and of its arrays', 'lines', COUNTED, [
        (name, Run(f"sed -n '{pattern}; /^shared .*(grid)/p' examples/{name}.upc | grep -vc '^ *$'", 'number'))
        for name, pattern in functions.items()])
    series = {'figure7': 'matrix multiplication, Figure 7, summary', 'figure11': 'Cholesky, Figure 11, summary',
              'figure12': '3-D FFT, Figure 12, summary'}
    figure('P7', 'Figures 7, 11 and 12: lines of three programs', [passes, lines], [
        beside(f'lines of {name}, if it passes its check', lambda get, name=name: get(lines, name) / get(passes, name),
               published, 'lines', 'lines', LINES) for name, published in series.items()],
        'Figures 7, 11 and 12 as printed, with guards at the edges: examples/')


def oldest_day(program, threads):
    """The day of the oldest row of bench/torus/torus.csv from which a printed program's rates on these numbers of threads follow."""
    with open(ROOT / 'bench/torus/torus.csv', newline='') as file:
        return min((row[5] for row in csv.reader(file)
                    if int(row[0]) in threads and row[1:3] == [programs.PRINTED, program] and len(row) > 5), default='')


def blue_gene(c, figure):
    """Few processors are simulated now, more are in bench/torus/torus.csv."""
    rows = programs.read(ROOT / 'bench/torus/torus.csv')
    fresh = c.size((32, 64, 128), (32,))
    last = fresh[-1]

    def step(threads, program, part_):
        file = 'build/papers/torus.csv'
        return Run(f"ONLY='{threads},fork:8192,(matmul|cholesky),' bench/torus/run {file} {threads} >&2 && "
                   f"grep '^{threads},fork:8192,' {file} | cut -d, -f1-5", f'{threads},fork:8192,{program},{part_}')

    def rates(function, program, parts, each):
        """Series of the peak, and of the rate and its part of the peak: now, and as bench/torus/torus.csv has it."""
        def rate(threads):
            return of(lambda *seconds: function({(threads, programs.PRINTED, program, p): s for p, s in zip(parts, seconds)}, threads),
                      *(step(threads, program, p) for p in parts))

        sizes = programs.sizes(rows, programs.PRINTED, program, parts[-1])
        kept = [(t, function(rows, t)) for t in sizes if t not in fresh]
        now = [(t, rate(t)) for t in fresh]
        by, day = 'make bench-torus; a test computes bench/torus/torus.csv again', oldest_day(program, [t for t, _ in kept])
        return [
            Series('computed peak', 'TFlop/s', FORMULA, [(t, t * each * 1e-12) for t in sizes], f'processors x {each * 1e-9} GFlop/s'),
            Series('here', 'TFlop/s', PIECES, now),
            Series('here', 'part of the peak', PIECES, [(t, part(v, t, each * 1e-12)) for t, v in now]),
            Series('bench/torus/torus.csv', 'TFlop/s', PIECES, kept, by, day),
            Series('bench/torus/torus.csv', 'part of the peak', PIECES, [(t, v / (t * each * 1e-12)) for t, v in kept], by, day)]

    series = rates(programs.matmul, 'matmul', ('row', 'column'), programs.DGEMM)
    below = 'the paper, text: 15 % below the peak'
    trees = Series("a broadcast as printed over a tile by trees that share no link", 'times as long', PIECES, [
        (1024, programs.printed_over_trees(rows, 1024))], 'make bench-torus', oldest_day('matmul', [1024]))
    figure('P8', 'Figure 8: matrix multiplication on Blue Gene/L', [*series, trees], [
        *(beside(f'part of the peak, {t:,} processors', (series[2], t), below, t, 'part of the peak', PEAK, FITTED) for t in fresh if t in (32, 128)),
        *(beside(f'part of the peak, {t:,} processors', (series[4], t), below, t, 'part of the peak', PEAK, FITTED)
          for t, _ in series[4].points if t in (512, 1024, 2048)),
        beside('TFlop/s, 16,384 processors', (series[3], 16384), 'the paper, summary', 16384, 'TFlop/s', RATE, FITTED),
        beside('part of the peak, 16,384 processors', (series[4], 16384), 'the paper, summary: 84 % of sequential', 16384, 'part of the peak',
               PEAK, FITTED),
        beside('the printed broadcast beside trees that share no link', (trees, 1024), "text: a factor of 3 away from MPI's own broadcast", 'any',
               'times as long', WORD)],
        'Figure 7 as printed, by its broadcasts and products; P1 runs it whole',
        note='Two parameters of the machine were fitted to this figure: how fast a processor passes bytes on, and the bytes of a segment. The '
             "paper estimates MPI's broadcast, and says no more of it; here trees that use all links of a node stand for it.")

    series = rates(programs.cholesky, 'cholesky', ('diagonal', 'across', 'solve', 'down'), programs.SEQUENTIAL)
    cholesky_on_the_grid(figure, rows, series, last)

    series = [Series(name, 'TFlop/s', FORMULA, [(t, programs.fft(t)[k]) for t in programs.TORUS], 'bench/torus/programs.py')
              for name, k in (('links and copies at once', 1), ('one after the other', 0))]
    figure('P10', 'Figure 10: 3-D FFT on Blue Gene/L', series, [
        beside('TFlop/s, 16,384 nodes: links and copies at once', (series[0], 16384), 'the paper', 16384, 'TFlop/s', RATE, cause=Cause(
            CHANGED, 'Copies. A processor of this machine passes bytes on while links carry others. With one after the other, as shown. The paper does not say '
            'which its formula counts.', lambda get, of: get(series[1], 16384))),
        beside('TFlop/s, 16,384 nodes: one after the other', (series[1], 16384), 'the paper', 16384, 'TFlop/s', RATE)],
        "Figure 12, by the paper's own formula")


def cholesky_on_the_grid(figure, rows, series, last):
    """Cholesky among 8,192 processors on the paper's grid of 16 x 512: as printed, and what bounds it."""
    grid, pieces = (16, 512), 'cholesky-250-pieces'
    steps = programs.cholesky(rows, 8192, programs.PRINTED, 250, grid, pieces)
    by, day = 'make bench-torus', oldest_day(pieces, [8192])

    def on_grid(name, rate, how=PIECES, source=by):
        return Series(f'16 x 512, {name}', 'TFlop/s', how, [(8192, rate)], source, day if how == PIECES else '')

    printed = on_grid('blocks of 250, as printed: the sum of its steps', steps)
    whole = {t: on_grid(f'the same, as much less as a whole run among {t} takes', steps / programs.whole_over_steps(rows, t)) for t in (128, 512)}
    together = on_grid("the same, a thread's broadcasts along rows together",
                       programs.cholesky(rows, 8192, programs.PRINTED, 250, grid, pieces, f'{pieces}-together'))
    across = rows[8192, programs.PRINTED, f'{pieces}-together', 'across']
    behind, third = (
        programs.cholesky(rows, 8192, programs.PRINTED, 250, grid, pieces, costs={'across': across, **costs})
        for costs in ({'down': 2 * 250 ** 3 / programs.DGEMM}, {'across': across / 3}))
    longest = max(programs.whole_over_steps(rows, t, how='-together') for t in (128, 512))
    in_flight = Cause(
        CHANGED, 'Which broadcasts are in flight together. As printed, a thread makes those of lines 18 and 19 one after the other; the paper says that those along one dimension go at the '
        'same time, and does not print how. If they do: as shown.', lambda get, of_: get(together, 8192))
    others = [programs.cholesky(rows, 8192, programs.PRINTED, b, grid, f'cholesky-{b}-pieces') for b in (125, 500)]
    square = programs.cholesky(rows, 8192, programs.PRINTED, 250, (32, 256), 'cholesky-250-cube', 'cholesky-250-cube-together')
    not_printed = Cause(
        UNKNOWN, f'Each of three changes would be enough: broadcasts down columns that cost nothing beside products ({behind:.2f} TFlop/s), broadcasts along rows that are three '
        f"times as fast, as the paper estimates MPI's to be ({third:.2f}), or a grid of 32 x 256 ({square:.2f}), where Table 1 has 16 x 512. The paper does not say that it made one. "
        f'Not the cause: steps that are added up, since whole runs among 128 and 512 take {longest:.2f} of their sum or less. Blocks of 125 and 500 '
        f'were run as printed: {others[0]:.2f} and {others[1]:.2f}.')
    bounds = [on_grid(f'blocks of {b}, bound by the load of the busiest thread', programs.balanced(8192, b, grid), FORMULA, 'bench/torus/programs.py')
              for b in (125, 250, 500)]
    figure('P9', 'Figure 9: Cholesky factorization on Blue Gene/L', [*series, printed, *whole.values(), together, *bounds], [
        beside('as printed: the sum of its steps', (printed, 8192), 'the paper', 8192, 'TFlop/s', RATE, cause=in_flight),
        *(beside(f'as printed: shorter, as a whole run among {t}', (s, 8192), 'the paper', 8192, 'TFlop/s', RATE, cause=in_flight)
          for t, s in whole.items()),
        beside('broadcasts along rows together', (together, 8192), 'the paper', 8192, 'TFlop/s', RATE, cause=not_printed),
        beside('the same: part of sequential Cholesky', lambda get: get(together, 8192) / (8192 * programs.SEQUENTIAL * 1e-12),
               'the paper, summary: 56 % of sequential', 8192, 'part of the peak', PEAK, cause=not_printed)],
        'Figure 11 as printed, by its steps',
        note=f'As printed, the sum of steps is too long, and the rate of it too low: whole runs are shorter, since a broadcast is under way when the next one begins. '
             f'The load alone bounds the rate on this grid, since the matrix is a triangle. Among {last} processors Cholesky '
             'has less of its peak than the product, as in the paper. Not modelled: that small blocks have a lower sequential rate, as the paper says; '
             'and rows and columns of the whole machine at one time, since pieces of its torus were run. The paper names no size of blocks.')


def maps(figure):
    places = ((64, 128, '4x4x4x2', '8x16'), (1024, 1024, '8x8x8x2', '16x64'), (2048, 2048, '8x8x16x2', '16x128'),
              (4096, 4096, '8x16x16x2', '16x256'), (8192, 8192, '8x32x16x2', '16x512'))

    def hops(name, torus, grid):
        return Run(f"build/bin/upc-stride-map --torus {torus} --grid {grid} --map XT,YZ | "
                   "sed -n 's/^\\(map XT,YZ\\|row-major\\) *\\([0-9.]*\\).*/\\1 \\2/p'", name)

    series = [Series(f'links between neighbours of the grid, {name}', 'links', FORMULA, [(t, hops(name, *shape)) for _, t, *shape in places])
              for name in ('map XT,YZ', 'row-major')]
    figure('PT1', 'Table 1: matrices on the torus', series, program='upc-stride-map, as UPC_STRIDE_MAP=XT,YZ places threads',
           apart='The table gives sizes alone: its grid of X T x Y Z threads follows from its torus. What this map is worth is beside it.',
           note='The row "64" of the paper has 128 processors: 4 x 4 x 4 nodes of two.')
