#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a random program that is UPC and C at once: loops over arrays, which in UPC are shared.

    loops_as_c.py SEED [COUNT]      COUNT functions, each with one loop

The C compiler's program gives the right answer. Each function begins with the same values in all arrays, and prints a
line. The loops have what an optimiser of shared accesses must see: functions
of the C library that write what a subscript is read from, several indices of narrow and wrapping types, ends that are
read by pointers, and upc_forall with more than one step.
"""
import random
import sys

HEAD = '''#ifdef __UPC__
#include <upc_relaxed.h>
#else
#define shared
#define THREADS 1
#define MYTHREAD 0
#define upc_barrier
#define upc_forall(a, b, c, affinity) for (a; b; c)
#endif
/* What all programs have is compiled fast. */
#define STRAIGHT __attribute__((optnone, noinline))
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 70000, WORDS = 64 };
#ifdef __UPC__
#define ARRAY(block, type, name) shared [block] type name[N * THREADS]
#define FORALL(a, b, c, affinity) upc_forall (a; b; c; affinity)
#define IN_TASK(statement) upc_on (MYTHREAD) { statement }
#else
#define ARRAY(block, type, name) type name[N]
#define FORALL(a, b, c, affinity) for (a; b; c)
#define IN_TASK(statement) { statement }
#endif
#ifdef __UPC__
#define MINE(element) (upc_threadof(&(element)) == MYTHREAD)
#else
#define MINE(element) 1
#endif
ARRAY(1, int, A);
ARRAY(7, int, B);
ARRAY(64, long, C);
ARRAY(1, unsigned char, D);
ARRAY(9000, double, E);
struct point { char c; int x; double z; };
ARRAY(5, struct point, P);
ARRAY(3, int, where);
#ifdef __UPC__
shared [] long *F, *shared F_of; /* on the last thread */
#else
long F[N];
#endif
ARRAY(1, unsigned long, parts);
ARRAY(1, unsigned long, sums);
shared int bound;
struct limits { long n; int by; unsigned mask; } limits;
char text[32], *words[WORDS];
int col[WORDS], number;

static int helper(int i) { return 2 * i + 3; }
static void put(char *to, int i) { to[0] = (char)('0' + i % 10); }
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
'''

# type: first values that may wrap, and how a subscript is made of the index so that it lies inside of the arrays
TYPES = {
    'unsigned char': ([0, 3, 250], ['{v}', '{v} + 7', '2 * {v}']),
    'signed char': ([0, 100, -120], ['{v} + 128', '{v} + 200']),
    'unsigned short': ([0, 5, 65530], ['{v}', '{v} + 9']),
    'short': ([0, 10, 300], ['{v}', '3 * {v} + 1']),
    'int': ([0, 7, 500], ['{v}', '{v} + 5', '{v} * 3', '{v} + helper({v} % 9)']),
    'unsigned': ([1000, 4294967290], ['{v} + 2000u', '{v} & 255', '(unsigned char){v}', '({v} + 9u) % 1000']),
    'long': ([0, 40], ['{v}', '4 * {v} + 2']),
    'size_t': ([0, 13], ['{v}', '{v} + 11']),
}
LIBRARY = [  # statement, and what it makes of memory as a number from 0 to some hundreds
    ('sprintf(own, "%d", (int)(R));', '(own[0] & 63)'),
    ('snprintf(text, sizeof text, "%d", (int)(R));', '(text[0] & 63) + (int)(R)'),
    ('sscanf(words[R], "%7s", own);', '(own[0] & 63)'),
    ('sscanf(words[R], "%d", &number);', 'number'),
    ('memcpy(own, words[R], 2);', '(own[0] & 63)'),
    ('strcpy(text, words[R]);', '(text[0] & 63)'),
    ('strcpy(own, words[R]); strtok(own, "3");', '(own[0] & 31)'),
    ('put(own, (int)(R));', '(own[0] & 63)'),
    ('memset(own, (int)(R), 3);', '(own[1] & 63)'),
    ('col[0] = (int)(R); qsort(col, 4, sizeof *col, ascending);', '(col[0] & 63)'),
    ('own[0] = (char)strtol(words[R], &end, 10);', '(own[0] & 63)'),
    ('col[R] = (int)(R) * 5 % 61;', 'col[R]'),
    ('next = fmemopen(words[R], 2, "r"); if (fgets(own, 3, next)) {} fclose(next);', '(own[0] & 63)'),
    ('l->mask = (unsigned)(R);', 'l->mask'),
]


def statements(rng, indices):
    """The body: reads and updates, among calls that change what the subscripts are read from."""
    def subscript():
        kind, name = rng.choice(indices)
        return rng.choice(TYPES[kind][1]).format(v=name)
    out, read = [], [subscript()]
    for _ in range(rng.randrange(3)):
        call, value = rng.choice(LIBRARY)
        out.append(call.replace('R', 'round_ % WORDS'))
        read.append(value.replace('R', 'round_ % WORDS'))
    for _ in range(rng.randrange(1, 4)):
        array, at = rng.choice('ABCDE'), rng.choice(read + [subscript()])
        out.append(rng.choice([
            f's = s * 31 + (unsigned long){array}[{at}];', f's += (unsigned long){array}[{at}];',
            f'{array}[{at}] += {rng.randrange(1, 5)};', f'{array}[{at}] = (int)(s & 15);',
            f's += (unsigned long)({array}[{at}] + A[col[round_ % WORDS]]);',
            f'if (A[{at}] & 1) s += (unsigned long){array}[{at}];']))
    calls, rest = out[:len(read) - 1], out[len(read) - 1:]
    return calls + rest if rng.random() < 0.8 else rest + calls


def loop(rng, k):
    """A function that runs one loop of at most 60 rounds and returns a checksum."""
    indices = [(rng.choice(list(TYPES)), name) for name in 'ijk'[:rng.randrange(1, 4)]]
    starts = [rng.choice(TYPES[kind][0]) for kind, _ in indices]
    steps = [rng.choice(['{v}++', '{v}++', '++{v}', '{v} += 2', '{v} = {v} + 3', '{v} += (unsigned char)l->by'])
             .format(v=name) for _, name in indices]
    rounds = rng.randrange(1, 61)
    kind, name = rng.choice(indices)
    end = rng.choice([f'{starts[[n for _, n in indices].index(name)]} + {rounds}', '300', '2 * rounds', 'l->n',
                      'bound', '(long)1 << 40'])
    condition = rng.choice([f'{name} < {end}', f'{name} <= {end}', f'round_ < {rounds}', f'{name} < {end}'])
    body = [f'if (++round_ == {rounds}) break;'] + statements(rng, indices)
    if rng.random() < 0.5:
        body.append(body.pop(0))
    declared = ' '.join(f'{t} {n} = ({t}){v}u;' if v > 2**31 else f'{t} {n} = {v};'
                        for (t, n), v in zip(indices, starts))
    text = f'static __attribute__((noinline)) unsigned long loop_{k}(void) {{\n'
    text += '  char own[64] = "7", *end; FILE *next; struct limits *l = &limits;\n'
    text += f'  unsigned long s = 0; long rounds = {rounds}; int round_ = 0; {declared}\n'
    text += '  (void)own, (void)end, (void)next, (void)l, (void)rounds;\n'
    if rng.random() < 0.25:
        text += f'  while ({condition}) {{\n    ' + '\n    '.join(body + [f'{step};' for step in steps]) + '\n  }\n'
    else:
        text += f'  for (; {condition}; {", ".join(steps)}) {{\n    ' + '\n    '.join(body) + '\n  }\n'
    return text + '  return s * 31 + (unsigned long)' + ' + (unsigned long)'.join(n for _, n in indices) + ';\n}\n'


def even(rng, k):
    """A loop without other exits whose indices move evenly, of up to 1,100 rounds, perhaps in another one."""
    rounds, nested = rng.choice([1, 7, 63, 500, 1023, 1024, 1025, 1100, rng.randrange(1100)]), rng.random() < 0.3
    if nested:
        rounds = min(rounds, 300)

    def at():
        by, last = rng.choice([1, 1, 1, -1, 2, 3, -3, 7, 0]), 6 * rounds
        first = rng.randrange(50) + (last if by < 0 else 0)
        return f'{by} * i + {first}' + (' + 11 * j' if nested and rng.random() < 0.7 else '')

    def element():
        return rng.choice([f'{rng.choice("ABCDEF")}[{at()}]', f'{rng.choice("ABCDEF")}[{at()}]', f'P[{at()}].x',
                           f'P[{at()}].z', f'P[{at()}].c', f'{rng.choice("ACEF")}[where[{at()}]]',
                           f'C[where[where[{at()}]]]', 'B[col[i % WORDS]]', f'P[where[{at()}]].x', f'*(F + ({at()}))'])
    body = []
    for _ in range(rng.randrange(1, 5)):
        body.append(rng.choice([
            f's = s * 31 + (unsigned long){element()};', f's += (unsigned long){element()};',
            f's += (unsigned long)({element()} + {element()});', f'if (i % 3 == 1) s += (unsigned long){element()};',
            f'if ((int){element()} & 1) s += (unsigned long){element()};',
            f'{rng.choice("ABCDEF")}[{at()}] = (int)({element()}) & 63;', f'P[{at()}].x = (int)(s & 31);',
            f'{rng.choice("ABCDEF")}[{at()}] += {rng.randrange(1, 5)};', f'A[where[{at()}]] ^= (int)(s & 7);']))
    one = f'for (i = 0; i < {rng.choice([str(rounds), "rounds"])}; i++) {{\n    ' + '\n    '.join(body) + '\n  }'
    if nested:
        one = f'for (j = 0; j < {rng.randrange(1, 6)}; j++)\n  {one}'
    return f'''static __attribute__((noinline)) unsigned long loop_{k}(void) {{
  unsigned long s = 0; long i, j = 0, rounds = {rounds}; (void)rounds;
  {one}
  return s * 31 + (unsigned long)(i + j);
}}
'''


def forall(rng, k):
    """The same for a upc_forall: the sum of all threads, and the indices behind the loop."""
    rounds = rng.randrange(1, 200)
    kind = rng.choice(list(TYPES))
    start, at = rng.choice(TYPES[kind][0]), rng.choice(TYPES[kind][1]).format(v='k')
    second = rng.choice(['k++', 'k += 3', 'k = (%s)(3ul * k + 1)' % kind, 'k += (unsigned char)l->by'])
    affinity = rng.choice(['i', '&B[i]', '&C[2 * i]', 'i / 3', '&A[i + 1]', 'continue'])
    value = rng.choice(['(unsigned long)k', '(unsigned long)(i * k)'])
    add = f'parts[MYTHREAD] += {value};' if affinity != 'continue' else f's += {value};'
    if affinity != 'continue':
        add += f' parts[MYTHREAD] += (unsigned long)A[(unsigned long)({at}) % 60000];'
    return f'''static __attribute__((noinline)) unsigned long loop_{k}(void) {{
  struct limits *l = &limits; unsigned long s = 0; long i; {kind} k = ({kind}){start}u; int t;
  (void)l; parts[MYTHREAD] = 0; upc_barrier;
  FORALL(i = 0, i < {rounds}, (i++, {second}), {affinity}) {{ {add} }}
  upc_barrier;
  for (t = 0; t < THREADS; t++) s += parts[t];
  upc_barrier;
  return s * 31 + (unsigned long)k + (unsigned long)i;
}}
'''


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    rng = random.Random(seed)
    together = [rng.random() < 0.2 for _ in range(count)]
    print(HEAD)
    for k in range(count):
        print((forall if together[k] else loop if rng.random() < 0.6 else even)(rng, k))
    print('''static void begin(void) {
  int i;
  for (i = 0; i < WORDS; i++) words[i] = malloc(8), sprintf(words[i], "%d", i * 7 % 60);
#ifdef __UPC__
  if (MYTHREAD == THREADS - 1) F_of = upc_alloc(N * sizeof *F);
  upc_barrier;
  F = F_of;
#endif
}

/* Each thread has the same private values, and fills the elements that it has. */
STRAIGHT static void fill(void) {
  int i;
  for (i = 0; i < WORDS; i++) col[i] = i * 11 % 50;
  limits.n = 90, limits.by = 1, limits.mask = 7, number = 0;
  memset(text, 0, sizeof text);
  if (MYTHREAD == 0) bound = 77;
  for (i = 0; i < 8000; i++) {
    if (MINE(A[i])) A[i] = i;
    if (MINE(B[i])) B[i] = 3 * i + 1;
    if (MINE(C[i])) C[i] = 5 * i;
    if (MINE(D[i])) D[i] = (unsigned char)i;
    if (MINE(E[i])) E[i] = i + 2;
    if (MINE(F[i])) F[i] = i ^ 5;
    if (MINE(where[i])) where[i] = (int)(i * 7l % 1999);
    if (MINE(P[i])) P[i].c = (char)(i % 100), P[i].x = i + 3, P[i].z = i * 2;
  }
  upc_barrier;
}

/* A sum of all elements in which each has a weight of its own. */
STRAIGHT static unsigned long all(void) {
  unsigned long s = 0, i;
  int t;
  upc_barrier;
  for (i = 0; i < 8000; i++) {
    if (MINE(A[i])) s += (2 * i + 3) * (unsigned long)A[i];
    if (MINE(B[i])) s += (4 * i + 5) * (unsigned long)B[i];
    if (MINE(C[i])) s += (6 * i + 7) * (unsigned long)C[i];
    if (MINE(D[i])) s += (8 * i + 9) * (unsigned long)D[i];
    if (MINE(E[i])) s += (10 * i + 11) * (unsigned long)E[i];
    if (MINE(F[i])) s += (12 * i + 13) * (unsigned long)F[i];
    if (MINE(where[i])) s += (14 * i + 15) * (unsigned long)where[i];
    if (MINE(P[i])) s += (16 * i + 17) * (unsigned long)(P[i].c + P[i].x + (long)P[i].z);
  }
  sums[MYTHREAD] = s;
  upc_barrier;
  for (s = 0, t = 0; t < THREADS; t++) s += sums[t];
  upc_barrier;
  return s;
}

int main(void) {
  static shared unsigned long result;
  unsigned long values;
  begin();''')
    for k in range(count):
        print('  fill();')
        if together[k]:
            print(f'  values = loop_{k}();\n  if (MYTHREAD == 0) result = values;')
        else:
            print(f'  if (MYTHREAD == 0) {{ IN_TASK(result = loop_{k}();) }}')
        print(f'  values = all();\n  if (MYTHREAD == 0) printf("loop {k}: %lu %lu\\n", result, values), fflush(stdout);')
    print('  return 0;\n}')


if __name__ == '__main__':
    main()
