#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sentences that sum up tables of docs/measured.csv say what the tables say, in as many digits as they give, and their paragraph names the
machine of the figures. If a table is measured again, this names the sentences that are to be written again. Each number in a pattern is a
group; its values follow in this order."""
import importlib.machinery
import importlib.util
import pathlib
import re
import statistics
import sys

top = pathlib.Path(__file__).resolve().parents[3]
loader = importlib.machinery.SourceFileLoader('measured', str(top / 'scripts/measured'))
sys.dont_write_bytecode = True
measured = importlib.util.module_from_spec(importlib.util.spec_from_loader('measured', loader))
loader.exec_module(measured)
tables = measured.read()
APPLICATIONS, TWO, FOUR = 'applications', 'collectives beside MPI, 2 threads', 'collectives beside MPI, 4 threads on two cores'
N = r'([0-9]+(?:\.[0-9]+)?)'


looked_at = []  # the figures of the claim that is checked


def of(table, rows='', columns=''):
    """The figures of a table whose row and column match."""
    found = [f for f in tables[table] if re.search(rows, f['row']) and re.search(columns, f['column'])]
    if not found:
        sys.exit(f'FAILED: {table} has no rows {rows} with columns {columns}')
    looked_at.extend(found)
    return [float(f['value']) for f in found]


def least_most(*where):
    return min(of(*where)), max(of(*where))


def fastest():
    looked_at.extend(tables[APPLICATIONS])
    medians = [bar[1] for bar in measured.PICTURES['applications'][1][0][2](tables[APPLICATIONS])]
    return min(medians), max(medians)


def headline():
    """README's rows: times as fast as the faster peer."""
    rows = list(dict.fromkeys(f['row'] for f in tables['headline']))
    times = [of('headline', f'^{re.escape(row)}$', '^upc-stride')[0] / max(of('headline', f'^{re.escape(row)}$', '^peer')) for row in rows]
    return min(times), max(times)


NAMING = {'README', 'performance'}  # pages with figures of both machines
SHORT, LONG = '^(8|64|512) B$', '^[0-9]+ [KM]B$'
CLAIMS = [
    ('README', f'On this EPYC \\(Zen 4\\) upc-stride is {N} to {N} times as fast', headline),
    ('performance', f"README's, on an EPYC \\(Zen 4\\), are {N} to {N} times", headline),
    ('performance', f'applications on the library are {N} to {N} times as fast as the fastest', fastest),
    ('performance', f'On the EPYC they are {N} to {N} times as fast as OpenBLAS and FFTW with threads',
     lambda: least_most(APPLICATIONS, '', 'ratio to (OpenBLAS|FFTW threads$)')),
    ('performance', f'ScaLAPACK, MPI by hand and Global Arrays take {N} to {N} times as long',
     lambda: least_most(APPLICATIONS, '', 'ratio to (ScaLAPACK|MPI|Global)')),
    ('performance', f'STREAM takes {N} times as long as C with OpenMP', lambda: [1 / x for x in of(APPLICATIONS, '^stream', 'OpenMP')]),
    ('performance', f'a loop over a shared array takes {N} to {N} times the time of C', lambda: least_most('access, larger than the cache')),
    ('performance', f'in the cache, most loops take 1.0 to 2.0 times as long as in C, and some up to {N} times',
     lambda: [max(of('access, in the cache'))]),
    ('performance', rf'With two threads, on the EPYC \(Zen 4\), the library takes {N} of the time of the fastest', lambda: [statistics.geometric_mean(of(TWO))]),
    ('performance', f'With four threads on two cores of the Xeon it takes {N}', lambda: [statistics.geometric_mean(of(FOUR))]),
    ('performance', f'broadcasts and scatters of two threads take {N} to {N} of', lambda: least_most(TWO, '^(broadcast|scatter)$', SHORT)),
    ('performance', f'gathers and reductions {N} to {N}', lambda: least_most(TWO, '^(gather|gather_all|.*reduce.*)$', SHORT)),
    ('performance', f'From 4 KB on every call takes less than {N}', lambda: [max(of(TWO, '', LONG)) + 0.04]),
    ('performance', f'longer for a broadcast of 8 bytes \\({N} times\\), a scatter of 512 bytes \\({N}\\) and prefix_reduce up to 64 bytes \\({N}\\)',
     lambda: (*of(FOUR, '^broadcast$', '^8 B'), *of(FOUR, '^scatter$', '^512 B'), max(of(FOUR, '^prefix_reduce$', '^(8|64) B$')))),
    ('performance', rf'256 KB to 4 MB, two threads \| {N} to {N} \|', lambda: least_most('collectives beside memcpy', '', '2 threads')),
    ('performance', rf'the same, four threads on two cores \| {N} to {N} \|', lambda: least_most('collectives beside memcpy', '', '4 threads')),
    ('performance', rf'Berkeley UPC 2.8.0, two threads; four \| {N}; {N} \|', lambda: of('collectives beside Berkeley UPC 2.8.0')),
    ('performance', rf'for those from C \(`libupc_stride.so`\) \| {N} to {N} \|', lambda: least_most('collectives called from C', '', '^C/UPC')),
    ('performance', f'takes {N} to {N} of the time of the same program by hand', lambda: least_most('graphs', '', 'graph/by hand')),
    ('performance', f'finish {N} to {N} times as fast as one', lambda: least_most('tasks', '', 'gain of two threads')),
    ('troubleshooting', rf'`x\[col\[k\]\]` in the cache takes {N} to {N} times the time of C, in short rows of a sparse matrix {N} times',
     lambda: (*least_most('access, gathers in the cache', r'col\[k\]'), max(of('access, in the cache', '^sparse')))),
    ('comparisons', rf'\(#sorting\) \| ISx \| {N} to {N} \|', lambda: least_most('isx beside ISx', '', '^ratio')),
    ('comparisons', rf'MPI, OpenMP, OpenSHMEM \| {N} to {N} \|', lambda: least_most('NPB, PRK and UTS in UPC', '', '^best other')),
    ('comparisons', rf'\(#bale\) \| OpenSHMEM \| {N} to {N} \|', lambda: least_most('bale in UPC', '', '^ratio')),
]


def paragraphs(page):
    """A table belongs to what is above it."""
    text = (top / ('README.md' if page == 'README' else f'docs/{page}.md')).read_text()
    return [' '.join(one.split()) for one in re.split(r'\n\n(?!\|)', text)]


def wrong_with(page, pattern, values):
    found, paragraph = next(((m, one) for one in paragraphs(page) if (m := re.search(pattern, one))), (None, ''))
    if not found:
        return f'{page}.md has no sentence like {pattern}'
    unnamed = [name for name in measured.machines(looked_at).split(', ') if page in NAMING and name not in paragraph]
    if unnamed:
        return f'{page}.md: "{found[0]}": its paragraph does not say that the machine is {unnamed[0]}'
    right = [f'{value:.{len(said.partition(".")[2])}f}' for said, value in zip(found.groups(), values, strict=True)]
    return '' if right == list(found.groups()) else f'{page}.md: "{found[0]}": {", ".join(right)} would be right'


failed = []
for page, pattern, values in CLAIMS:
    looked_at.clear()
    if told := wrong_with(page, pattern, list(values())):
        failed.append(told)
print('\n'.join(failed) or f'{len(CLAIMS)} sentences: PASS')
sys.exit(1 if failed else 0)
