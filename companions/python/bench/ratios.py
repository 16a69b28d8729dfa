# SPDX-License-Identifier: BSD-3-Clause
"""Operations of NumPy beside NumPy on one thread, Dask and Heat on two processes, from files of `NAME: TIME` lines.

usage: ratios.py FOLDER PEER...        the files FOLDER/ours1, FOLDER/ours2 and FOLDER/PEER"""
import pathlib
import statistics
import sys


def read(name):
    times = {}
    for line in (pathlib.Path(sys.argv[1]) / name).read_text().splitlines():
        operation, _, time = line.rpartition(': ')
        times.setdefault(operation, []).append(float(time))
    return times


for peer in sys.argv[2:]:
    ours, theirs, threads = read('ours1' if peer == 'numpy' else 'ours2'), read(peer), 1 if peer == 'numpy' else 2
    for operation in (one for one in ours if one in theirs):
        pairs = list(zip(ours[operation], theirs[operation]))
        ratios = [one / other for one, other in pairs]
        print(f'{operation}, {threads} threads: {statistics.median(one for one, _ in pairs):.2f} ms, {peer} '
              f'{statistics.median(other for _, other in pairs):.2f} ms, ratio {statistics.median(ratios):.3g} '
              f'({min(ratios):.3g}..{max(ratios):.3g})')
