# SPDX-License-Identifier: BSD-3-Clause
"""The rates and times of the paper's programs on a Blue Gene/L, from the times of their steps and from formulas.

`rows` is what `read` returns: seconds of each step that bench/torus/run has measured on the simulated machine, by (threads,
schedule, program, part). A program's time is a sum of its steps, since each broadcast of the printed figures ends for all
members before the next one begins. Rates are in TFlop/s.
"""
import csv
import math

# The grid of threads for each number of processors, and the torus of each number of nodes.
GRID = {32: (8, 4), 64: (8, 8), 128: (8, 16), 256: (8, 32), 512: (16, 32), 1024: (16, 64), 2048: (16, 128),
        4096: (16, 256), 8192: (16, 512), 16384: (16, 1024)}
TORUS = {32: (2, 4, 4), 64: (4, 4, 4), 128: (4, 4, 8), 512: (8, 8, 8), 1024: (8, 8, 16), 2048: (8, 16, 16),
         4096: (16, 16, 16), 16384: (16, 32, 32)}

# The machine.
LINK = 154e6                    # bytes a second of a link
COPY = 300e6                    # bytes a second that a processor passes on: the first fitted parameter
PRINTED = "fork:8192"           # broadcasts of the printed figures; the segments of 8 KB are the second one
MESSAGE = 3e-6                  # seconds of a processor to send a message and to receive one
SEGMENT = 65536                 # bytes of a segment, in which long messages go down other trees
DGEMM, SEQUENTIAL, FFT = 2.1e9, 1.875e9, 300e6  # flop/s of a processor: in dgemm, in sequential Cholesky, in FFTs

# The programs.
B_MATMUL, B_CHOLESKY = 500, 250 # extents of the blocks
TILES = 6                       # matmul: tiles of C that a thread has in each dimension
FFT_BYTES = 240e6               # bytes a node of each of the two arrays of the FFT


def read(name):
    rows = {}
    with open(name, newline="") as f:
        for threads, schedule, what, part, seconds, *_ in csv.reader(f): # behind it: the day of the run
            rows[int(threads), schedule, what, part] = float(seconds)
    return rows


def sizes(rows, schedule, what, part):
    return sorted(t for t, s, w, p in rows if (s, w, p) == (schedule, what, part))


def multiplied(threads, seconds, tiles=1):
    """The rate if each thread multiplies this number of tiles in this time."""
    return 1e-12 * threads * tiles * 2 * B_MATMUL ** 3 / seconds


def matmul(rows, threads, schedule=PRINTED):
    """The rate of Figure 7. An iteration of the loop over i has one broadcast along rows, and for each j one along columns."""
    row, column = (rows[threads, schedule, "matmul", part] for part in ("row", "column"))
    return multiplied(threads, row + TILES * column, TILES)


def panels(rows, threads, schedule):
    """The rate if each panel is broadcast once, as in ScaLAPACK."""
    return multiplied(threads, rows[threads, schedule, "panels", "panel"], TILES ** 2)


def steps_of(rows, threads, schedule, what):
    return {p: s for (t, sch, w, p), s in rows.items() if (t, sch, w) == (threads, schedule, what)}


def cholesky_size(threads, b):
    """The extent of the matrix, which fills the memory, and its tiles in a dimension."""
    n = math.sqrt(30e6 * threads)
    return n, round(n / b)


def tiles_of_busiest(m, down, across):
    """What the busiest thread has of the m x m tiles that are left, on a grid of down x across: its tile rows, its tiles on and
    above the diagonal, and its tiles in a row."""
    groups = -(-m // down)
    return groups, sum(-(-(m - i * down) // across) for i in range(groups)), -(-m // across)


def cholesky_seconds(cost, grid, tiles):
    """The time of Figure 11. The loops over i and j go in groups of a tile for each row or column of the grid."""
    seconds = 0.0
    for k in range(tiles):
        groups, upper, width = tiles_of_busiest(tiles - k - 1, *grid)
        seconds += cost["diagonal"] + width * cost["solve"] + groups * cost["across"] + upper * cost["down"]
    return seconds


def cholesky(rows, threads, schedule=PRINTED, b=B_CHOLESKY, grid=None, name=None, together=None, costs=None):
    """The rate of Figure 11. `together`: the row with the time of its lines 18 and 19, if their broadcasts are in flight together.
    `costs`: seconds of steps in the place of those of the rows."""
    cost = steps_of(rows, threads, schedule, name or ("cholesky" if b == B_CHOLESKY else f"cholesky-{b}"))
    if together:
        cost["across"] = rows[threads, schedule, together, "across"]
    cost.update(costs or {})
    n, tiles = cholesky_size(threads, b)
    return 1e-12 * n ** 3 / 3 / cholesky_seconds(cost, grid or GRID[threads], tiles)


WHOLE_TILES = 62                # of the runs of all of Figure 11


def whole_over_steps(rows, threads, schedule=PRINTED, how=""):
    """The time of a run of all of Figure 11 over the sum of its steps: broadcasts of a step are under way when the next one begins. `how`:
    "-together" if a thread's broadcasts of lines 18 and 19 are in flight together."""
    cost = steps_of(rows, threads, schedule, "cholesky")
    cost["across"] = rows[threads, schedule, f"cholesky{how}", "across"]
    steps = cholesky_seconds(cost, GRID[threads], WHOLE_TILES)
    return rows[threads, schedule, f"figure11-{B_CHOLESKY}{how}", "factor"] / steps


def balanced(threads, b, grid):
    """The rate of Figure 11 if only the busiest thread's products and solutions take time, in one step after the other."""
    n, tiles = cholesky_size(threads, b)
    seconds = sum((2 * upper + width) * b ** 3 / DGEMM for _, upper, width in (tiles_of_busiest(tiles - k - 1, *grid) for k in range(tiles)))
    return 1e-12 * n ** 3 / 3 / seconds


def printed_over_trees(rows, threads):
    """The time of a broadcast of a tile as Figure 7 makes it, over that of a tile of a panel by trees that share no link."""
    panel = rows[threads, "torus", "panels", "panel"] - TILES ** 2 * 2 * B_MATMUL ** 3 / DGEMM
    return rows[threads, PRINTED, "matmul", "row"] / (panel / (2 * TILES))


def seconds_ahead(cost, b, grid, tiles, steps):
    """The time of the first steps of apps/cholesky, with look-ahead. In step k a thread updates its tiles with row k. Meanwhile
    row k + 1, which is updated first, is factored and broadcast, one tile after the other. A step takes the longer of both, for
    the thread with the most tiles."""
    gemm, seconds = 2 * b ** 3 / DGEMM, 0.0
    for k in range(steps):
        groups, upper, width = tiles_of_busiest(tiles - k - 1, *grid)
        row = width * (cost["down"] + cost["solve"]) + cost["diagonal"] + groups * cost["across"]
        seconds += max(upper * gemm + width * cost["solve"], row)
    return seconds


def rate_ahead(cost, threads, b, grid):
    """The rate of apps/cholesky, with look-ahead."""
    n, tiles = cholesky_size(threads, b)
    return 1e-12 * n ** 3 / 3 / seconds_ahead(cost, b, grid, tiles, tiles)


def exchange_time(members, bytes_, rings):
    """Each member sends `bytes_` in all, over rings of these sizes. Seconds of the busiest link, and of the copies."""
    return max(bytes_ * ring / 8 for ring in rings) / LINK, bytes_ * (members - 1) / members / COPY


def fft(nodes):
    """The rates of Figure 12, one processor a node: exchanges along Y x Z, then along X. The first if links and copies work one
    after the other, the second if they work at once."""
    x, y, z = TORUS[nodes]
    points = FFT_BYTES / 16 * nodes
    flops = 5 * points * math.log2(points)
    compute = flops / nodes / FFT
    moves = exchange_time(y * z, FFT_BYTES, (y, z)), exchange_time(x, FFT_BYTES, (x,))
    return 1e-12 * flops / (compute + sum(map(sum, moves))), 1e-12 * flops / (compute + sum(map(max, moves)))


def fft_whole(rows, nodes, what="fft-whole", factor=1, transform=FFT):
    """The rate of Figure 12 with exchanges that were run, of all bytes: transforms and exchanges come one after the other."""
    points = FFT_BYTES / 16 * nodes
    flops = 5 * points * math.log2(points)
    moves = sum(rows[nodes, "shares", what, part] for part in ("rows", "columns"))
    return 1e-12 * flops / (flops / nodes / transform + factor * moves)


def fft_overlapped(torus, sizes_):
    """The times of apps/fft3d on X x (Y Z) nodes: `wait` for messages, `overlap` them with the transforms of planes, pass them
    on with a second processor, the `helper`; `alone` are the transforms. And the number of operations. For each plane of a node
    there is an exchange along a row and one along a column; these use different links."""
    x, y, z = torus
    nodes, points = x * y * z, math.prod(sizes_)
    bytes_, planes = 16 * points / nodes, sizes_[0] / x
    flops = [5 * points * math.log2(n) for n in sizes_]
    in_x, in_planes = flops[0] / nodes / FFT, sum(flops[1:]) / nodes / FFT
    moves = exchange_time(y * z, bytes_, (y, z)), exchange_time(x, bytes_, (x,))
    links = [link for link, _ in moves]
    own = sum(copy for _, copy in moves) + planes * (y * z - 1 + x - 1) * MESSAGE
    return {"wait": in_x + in_planes + sum(links) + own, "overlap": in_x + max(in_planes + own, *links),
            "helper": in_x + max(in_planes, own, *links), "alone": in_x + in_planes}, sum(flops)


def larger(rows, threads, torus, fft_torus):
    """The best rate of each program on a machine that was not simulated: matmul, Cholesky, FFT, and the FFT's part of the time
    in transforms. A message of a tree arrives later by each further link of its way, as long as the sum of the torus' sizes: for
    matmul by the time of a segment, for Cholesky by what 32 x 16 nodes take more than 16 x 16."""
    x, y, z = torus
    hop = SEGMENT / LINK + SEGMENT / COPY + MESSAGE
    panel = rows[1024, "torus", "panels", "panel"] + (x + y + z - 24) * hop  # that of 8 x 8 x 8 nodes, and further links
    line, cube = (steps_of(rows, 8192, "torus", f"cholesky-250-{x}") for x in ("pieces", "cube"))
    cost = dict(cube, **{p: cube[p] + (line[p] - cube[p]) * (y + z - 32) / 16 for p in ("across", "diagonal")})
    cost["down"] = cube["down"] + (cube["down"] - line["down"]) * (x - 16) / 8
    by, flops = fft_overlapped(fft_torus, (round((FFT_BYTES / 16 * threads) ** (1 / 3)),) * 3)
    seconds = min(by["wait"], by["overlap"])
    return (multiplied(threads, panel, TILES ** 2), rate_ahead(cost, threads, 250, (2 * x, y * z)), 1e-12 * flops / seconds,
            by["alone"] / seconds)
