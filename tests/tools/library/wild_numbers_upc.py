#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""wild_numbers_upc.py INCLUDE [HEADER...]: writes a UPC program whose case N makes a call of these headers, or of all of UPC's own, with one
number near 2^31, 2^32, 2^61, 2^63 or 2^64. `program` prints how many cases there are. A call must end well, or end the program with
one line. A call that is added to these headers must be described below. Sizes of upc_memcpy and the like are the program's
promise, as in C."""
import pathlib
import re
import sys

HEADERS = sys.argv[2:] or ['upc.h', 'upc_castable.h', 'upc_collective.h', 'upc_io.h']
VALUES = ['2147483648u', '4294967296u', '2305843009213693952u', '4611686018427387904u', '9223372036854775808u', '18446744073709551608u',
          '18446744073709551615u']
PROMISED = re.compile(r'upc_mem(cpy|get|put|set)$|upc_all_f(read|write)_list|upc_all_fopen|upc_all_fcntl|upc_all_ftest')
ARGUMENTS = {  # by name: numbers, and what else is given
    'nblocks': '2', 'nbytes': '4', 'totalsize': '64', 'threadid': '0', 'nelems': '4', 'blk_size': '2', 'elem_size': '4',
    'bytes': '8', 'size': '4', 'nmemb': '2', 'blocksize': '1', 'offset': '0', 'origin': 'UPC_SEEK_SET', 'serial': '0',
    'dst': 'to', 'src': 'from', 'perm': 'perm', 'flags': '0', 'op': 'UPC_ADD', 'func': '0', 'A': 'from', 'variable': 'variable',
    'value': '&value', 'args': '&value', 'function': 'task', 'fd': 'file', 'buffer': 'memory', 'upc_all_sort.func': 'compare',
}
SHARED_BUFFER = 'upc_all_f(read|write)_shared'
# The program promises that it has so much memory: in files' buffers, and up to 4 GB at `args`.
LEFT_OUT = re.compile(r'upc_all_f(read|write)_(local|shared)\.(size|nmemb)')


def calls():
    for header in HEADERS:
        text = re.sub(r'/\*.*?\*/', '', (pathlib.Path(sys.argv[1]) / header).read_text(), flags=re.S)
        for result, name, given in re.findall(r'(?m)^(?:extern )?([a-zA-Z_][\w ]*[ *]+)(b?upc_\w+)\s*'
                                              r'\(((?:[^()]|\([^()]*\))*)\)\s*;', text):
            if re.search(r'size_t|\bint __(threadid|serial)|upc_off_t', given) and not PROMISED.search(name):
                yield result.strip(), name, re.split(r',\s*(?![^(]*\))', ' '.join(given.split()))


cases = []
for result, name, given in calls():
    arguments, numbers = [], []
    for one in given:
        function = re.match(r'.*\(\*(\w+)\)', one)
        argument = (function[1] if function else re.match(r'.*?(\w+)$', one)[1]).lstrip('_')
        value = ARGUMENTS.get(f'{name}.{argument}', ARGUMENTS.get(argument))
        if value is None:
            sys.exit(f'wild_numbers_upc.py: no value for the argument "{one}" of {name}')
        if argument == 'buffer' and re.match(SHARED_BUFFER, name):
            value = 'to'
        if re.match(r'(size_t|int|upc_off_t) __', one) and argument not in ('origin',):
            numbers.append(len(arguments))
        arguments.append((argument, value))
    for number in numbers:
        for x in VALUES:
            of = f'{name}.{arguments[number][0]}'
            if LEFT_OUT.match(of) or (x == VALUES[0] and arguments[number - 1][0] == 'args'):
                continue
            cast = '(int)' if given[number].startswith('int ') else ''
            changed = [cast + x if k == number else value for k, (_, value) in enumerate(arguments)]
            cases.append((f'{name}({", ".join(changed)})', name))
if len(cases) < 20:
    sys.exit(f'wild_numbers_upc.py: only {len(cases)} cases')
print('/* Made by wild_numbers_upc.py. */')
for header in dict.fromkeys(['upc.h', 'upc_collective.h', 'upc_io.h'] + HEADERS):
    print(f'#include <{header}>')
print('''\
#include <stdio.h>
#include <stdlib.h>
static shared [2] int from[2 * THREADS], to[2 * THREADS];
static shared [2] double wide[2 * THREADS];
static shared int perm[THREADS];
static upc_file_t *file;
static int memory[64];
static long long value;
static void task(void *arguments) {}
static int compare(shared void *a, shared void *b) { return *(shared int *)a - *(shared int *)b; }
static const char *const names[] = {''')
for text, _ in cases:
    print(f'  "{text}",')
print('''};
int main(int argc, char **argv) {
  shared void *variable;
  int one = argc > 1 ? atoi(argv[1]) : -1;
  if (one < 0) {
    if (MYTHREAD == 0) printf("%d\\n", (int)(sizeof names / sizeof *names));
    return 0;
  }
  if (MYTHREAD == 0) puts(names[one]);
  perm[MYTHREAD] = MYTHREAD;
  variable = upc_global_alloc(1, 4096);
  file = upc_all_fopen("numbers_upc.file", UPC_RDWR | UPC_CREATE | UPC_INDIVIDUAL_FP, 0, NULL);
  upc_barrier;
  switch (one) {''')
for number, (text, name) in enumerate(cases):
    print(f'  case {number}: (void){text}; break;')
print('''  }
  upc_barrier;
  return 0;
}''')
