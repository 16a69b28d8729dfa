#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""collective_bases.py INCLUDE HEADER: writes a UPC program whose case N makes a collective of the header with one of its pointers on
a thread other than 0. `program` prints a line for each case: what the call's line must say, or PASS; it makes the latter. UPC 1.3
(7.3.1) demands affinity to thread 0 where an argument has a block on each thread; other arguments may begin on any thread, and the program then
compares all elements with what the definition says. A call that is added to the header must be described below."""
import pathlib
import re
import sys

HEADER = sys.argv[2]
BLOCK = 4
# What each call does with arrays in blocks of 4 elements: the arguments that must be on thread 0; the call without its pointers;
# what element i of `to` must be then, where dst begins at element d and src at element s. What is not written stays 99.
IN_RANGE = 'i >= d && i < d + %s'
CALLS = {
    'broadcast': ({'dst'}, '4 * sizeof(int), 0', 'i < 4 * THREADS ? value(s + i % 4) : 99'),
    'scatter': ({'dst'}, 'sizeof(int), 0', 'i < 4 * THREADS && i % 4 == 0 ? value(s + i / 4) : 99'),
    'gather': ({'src'}, 'sizeof(int), 0', f'{IN_RANGE % "THREADS"} ? value(4 * (i - d)) : 99'),
    'gather_all': ({'dst', 'src'}, 'sizeof(int), 0', None),
    'exchange': ({'dst', 'src'}, 'sizeof(int), 0', None),
    'permute': ({'dst', 'src', 'perm'}, '4 * sizeof(int), 0', None),
    'reduce': (set(), 'UPC_ADD, N, 4, NULL, 0', 'i == d ? sum(s, N) : 99'),
    'prefix_reduce': (set(), 'UPC_ADD, N, 4, NULL, 0', f'{IN_RANGE % "N"} ? sum(s, i - d + 1) : 99'),
    'reduce_all': ({'dst'}, 'UPC_ADD, N, 4, NULL, 0', 'i < N && i % 4 == 0 ? sum(s, N) : 99'),
    'sort': (set(), 'sizeof(int), N, 4, order, 0', f'{IN_RANGE % "N"} ? 2 * d + N - 1 - i : i'),  # of ascending numbers, the largest first
}
TYPE = 'C|UC|S|US|I|UI|L|UL|F|D|LD'


def fail(text):
    sys.exit(f'collective_bases.py: {text}')


def calls():
    text = (pathlib.Path(sys.argv[1]) / HEADER).read_text()
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    for name, given in re.findall(r'(?m)^(?:extern )?void\s+(b?upc_all_\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*;', text):
        plain, letters = re.match(rf'b?upc_all_([a-z_]+?)({TYPE})?$', name).groups()
        if plain not in CALLS:
            fail(f'{name} is not in CALLS')
        pointers = re.findall(r'shared\s+(?:const\s+)?\w+\s*\*\s*(?:__restrict\s+)?__(\w+)', re.sub(r'\(\*.*?\)\s*\([^)]*\)', '', given))
        yield name, plain, letters or 'I', pointers


cases = []
for name, plain, type_, pointers in calls():
    first, rest, wanted = CALLS[plain]
    for moved in pointers:
        for thread in (1, 2) if type_ == 'I' else (1,):
            base = {'dst': f'&to_{type_}[d]', 'src': f'&from_{type_}[s]', 'perm': '&perm[p]', 'A': f'&to_{type_}[d]'}
            where = {'dst': 'd', 'src': 's', 'perm': 'p', 'A': 'd'}[moved]
            must = f'{name}: {moved}: a place on thread {thread}, must be on thread 0' if moved in first else 'PASS'
            begin = f'{where} = {thread if where == "p" else BLOCK * thread};'
            begin += f' ASCENDING({type_});' if plain == 'sort' else f' FILL({type_});'
            end = f'CHECK({type_}, {wanted});' if moved not in first else ''
            cases.append((must, f'{begin} {name}({", ".join(base[p] for p in pointers)}, {rest}); {end}'))
if len(cases) < 20:
    fail(f'only {len(cases)} cases')
types = {'C': 'signed char', 'UC': 'unsigned char', 'S': 'short', 'US': 'unsigned short', 'I': 'int', 'UI': 'unsigned', 'L': 'long',
         'UL': 'unsigned long', 'F': 'float', 'D': 'double', 'LD': 'long double'}
print(f'''/* Made by collective_bases.py. */
#include <upc.h>
#include <{HEADER}>''')
print('''\
#include <stdio.h>
#include <stdlib.h>
#define N (4 * THREADS)
static shared int perm[2 * THREADS];
static int value(int i) { return i % 5 + 1; }
static int sum(int from, int n) { return n == 0 ? 0 : value(from + n - 1) + sum(from, n - 1); }
static int order(shared void *a, shared void *b) { return *(shared int *)b - *(shared int *)a; }
#define FILL(T) upc_forall (i = 0; i < 2 * N; i++; &to_##T[i]) to_##T[i] = 99, from_##T[i] = value(i); upc_barrier
#define ASCENDING(T) upc_forall (i = 0; i < 2 * N; i++; &to_##T[i]) to_##T[i] = i; upc_barrier
#define CHECK(T, want) upc_barrier; for (i = 0; i < 2 * N; i++) wrong += to_##T[i] != (want)
''')
for letters, type_ in types.items():
    print(f'static shared [4] {type_} to_{letters}[8 * THREADS], from_{letters}[8 * THREADS];')
print('static const char *const must[] = {', *(f'  "{must}",' for must, _ in cases), '};', sep='\n')
print('''
static int make(int one) {
  int d = 0, s = 0, p = 0, i, wrong = 0;
  switch (one) {''')
for number, (_, text) in enumerate(cases):
    print(f'  case {number}: {text} break;')
print('''  }
  upc_barrier;
  if (wrong > 0 && MYTHREAD == 0) printf("case %d: %d elements are wrong\\n", one, wrong);
  return wrong;
}

int main(int argc, char **argv) {
  int i, wrong = 0;
  perm[MYTHREAD] = perm[THREADS + MYTHREAD] = (MYTHREAD + 1) % THREADS;
  if (argc > 1) return make(atoi(argv[1])) > 0;
  for (i = 0; i < (int)(sizeof must / sizeof *must); i++) {
    if (MYTHREAD == 0) puts(must[i]);
    if (must[i][0] == 'P') wrong += make(i);
  }
  return wrong > 0;
}''')
