#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a random program that is UPC and C at once: loops that read shared arrays and write the thread's own part of
them by private pointers.

    own_as_c.py SEED COUNT FILE OTHER      COUNT functions in FILE, and what they call in OTHER

The C compiler's program gives the right answer. Each function begins with the same values in all arrays, and prints a
line. One thread runs it, and is far from the others. It writes its own elements by stores, by calls of the C library, by
functions of both files, by memory from upc_cast, and through pointers that go backwards. Inner loops read other types at
the same places, and may be left early.
"""
import random
import re
import sys

THREADS, BLOCK, BYTES, EDGE = 3, 1200, 8192, 8
SIZE = THREADS * BLOCK

HEAD = f'''#ifdef __UPC__
#include <upc_relaxed.h>
#include <upc_castable.h>
#define ARRAY(type, name) shared [BLOCK] type name[BLOCK * THREADS]
#define POINTER(type) shared [BLOCK] type *
#define BYTES_OF(type) shared [] type *
#define CAST(pointer) upc_cast(pointer)
#else
#define THREADS {THREADS}
#define MYTHREAD 0
#define upc_barrier
#define ARRAY(type, name) type name[BLOCK * THREADS]
#define POINTER(type) type *
#define BYTES_OF(type) type *
#define CAST(pointer) ((void *)(pointer))
#endif
/* What all programs have is compiled fast. */
#define STRAIGHT __attribute__((optnone, noinline))
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {{ BLOCK = {BLOCK}, SIZE = {SIZE}, BYTES = {BYTES} }};
struct point {{ char c; short h; int x; double z; long w[2]; }};
extern ARRAY(int, A);
extern ARRAY(long, L);
extern ARRAY(unsigned char, D);
extern ARRAY(double, E);
extern ARRAY(struct point, P);
extern ARRAY(int, where); /* of numbers below SIZE */
extern BYTES_OF(char) F;  /* on the last thread */
extern const char *words[64];

void other_set(int *p, int v);
int other_swap(int *p);
void other_bytes(unsigned char *p, int n, int v);
void other_shared(POINTER(int) p, int v);
void other_keep(long *p);
unsigned long other_back(POINTER(int) p, int n);
unsigned long other_walk(POINTER(long) p, int n, long *own);
'''

OTHER = '''
void other_set(int *p, int v) { *p = v; }
int other_swap(int *p) { int had = p[0]; p[0] = p[1], p[1] = had; return had; }
void other_bytes(unsigned char *p, int n, int v) { for (int i = 0; i < n; i++) p[i] = (unsigned char)(v + i); }
void other_shared(POINTER(int) p, int v) { *p = v; }
void other_keep(long *p) { static long *kept; if (kept && p) ++*kept; kept = p; }
unsigned long other_back(POINTER(int) p, int n) {
  unsigned long s = 0;
  for (; n > 0; n--) s = s * 31 + (unsigned long)*p--;
  return s;
}
unsigned long other_walk(POINTER(long) p, int n, long *own) {
  unsigned long s = 0;
  for (int i = 0; i < n; i++) { s = s * 31 + (unsigned long)p[i]; if (i % 3 == 1) ++*own; }
  return s;
}
'''

MAIN_HEAD = '''
ARRAY(int, A);
ARRAY(long, L);
ARRAY(unsigned char, D);
ARRAY(double, E);
ARRAY(struct point, P);
ARRAY(int, where);
#ifdef __UPC__
BYTES_OF(char) F;
static BYTES_OF(char) shared F_of;
static shared unsigned long results, hashes[THREADS];
#else
char F_bytes[BYTES] __attribute__((aligned(16))), *F = F_bytes;
static unsigned long results, hashes[THREADS];
#endif
const char *words[64];
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static unsigned long here(POINTER(int) p, int n, int *own) {
  unsigned long s = 0;
  for (; n > 0; n--, p--) { s = s * 31 + (unsigned long)*p; if (n % 2) *own += 1; }
  return s;
}
static __attribute__((noinline)) unsigned long called(POINTER(struct point) p, int n, struct point *own) {
  unsigned long s = 0;
  for (int i = 0; i < n; i++) { own->x++, own->w[1] ^= i; s = s * 31 + (unsigned long)(p[i].x + p[i].w[1]); }
  return s;
}
'''

FILL = '''
STRAIGHT static unsigned long hash_of(int t) { /* of a thread's own memory, by private pointers */
  unsigned long s = 0;
  for (int i = 0; i < BLOCK; i++) {
    int n = t * BLOCK + i;
    struct point *p = (struct point *)&P[n];
    s = s * 31 + (unsigned long)*(int *)&A[n] + 3ul * (unsigned long)*(long *)&L[n] + 5ul * *(unsigned char *)&D[n];
    s += (unsigned long)(long)*(double *)&E[n] + 7ul * (unsigned long)*(int *)&where[n];
    s += (unsigned long)(p->c + p->h + p->x + (long)p->z + p->w[0] + 3 * p->w[1]);
  }
  for (int i = 0; i < BYTES && t == THREADS - 1; i++) s = s * 31 + (unsigned char)((char *)F)[i];
  return s;
}
STRAIGHT static void fill(int t) {
  for (int i = 0; i < BLOCK; i++) {
    int n = t * BLOCK + i;
    A[n] = n % 77, L[n] = 5 * n, D[n] = (unsigned char)(n % 251), E[n] = n + 2, where[n] = (int)(n * 7l % SIZE);
    P[n].c = (char)(n % 100), P[n].h = (short)(n % 1000), P[n].x = n + 3, P[n].z = n * 2, P[n].w[0] = n, P[n].w[1] = -n;
  }
  for (int i = 0; i < BYTES && t == THREADS - 1; i++) F[i] = (char)(i * 13 % 101);
}
static void fill_all(void) {
#ifdef __UPC__
  fill(MYTHREAD);
#else
  for (int t = 0; t < THREADS; t++) fill(t);
#endif
  upc_barrier;
}
static void report(int k) {
  int t;
  hashes[MYTHREAD] = hash_of(MYTHREAD);
#ifndef __UPC__
  for (t = 0; t < THREADS; t++) hashes[t] = hash_of(t);
#endif
  upc_barrier;
  if (MYTHREAD == 0) {
    printf("%d: %lu", k, results);
    for (t = 0; t < THREADS; t++) printf(" %lu", hashes[t]);
    printf("\\n");
    fflush(stdout);
  }
  upc_barrier;
}
int main(void) {
  int i;
  for (i = 0; i < 64; i++) words[i] = strcpy(malloc(8), "0"), sprintf((char *)words[i], "%d", i * 7 % 60);
#ifdef __UPC__
  if (MYTHREAD == THREADS - 1) F_of = upc_alloc(BYTES);
  upc_barrier;
  F = F_of;
#endif
'''


class Function:
    """`variables`: those in scope, each with the first and the last value that it may have."""

    def __init__(self, rng, number):
        self.rng, self.number, self.me, self.names = rng, number, rng.randrange(THREADS), 0
        self.budget = 1 # rounds of all loops around
        self.read_at, self.own = [], [] # what was read: arrays and subscripts; subscripts in the own block

    def chance(self, x):
        return self.rng.random() < x

    def within(self, variables, size):
        """A subscript from EDGE to size - EDGE - 1."""
        rng, size = self.rng, size - 2 * EDGE
        if not variables or self.chance(0.1):
            return str(EDGE + rng.randrange(size))
        name, (low, high) = rng.choice(list(variables.items()))
        by = rng.choice([1, 1, 1, 1, -1, -1, 2, 3, 0])
        ends = (by * low, by * high)
        first, last = -min(ends), size - 1 - max(ends)
        if last < first or self.chance(0.08):
            return f'{EDGE} + (int)(({name} * {rng.choice((1, 3, 5))} + {rng.randrange(size)}) % {size})'
        return f'{by} * {name} + {EDGE + rng.randint(first, min(last, first + rng.choice((5, 50, size))))}'

    def again(self, known, variables):
        """One of the subscripts that are known, as a round before or after has it; or none."""
        of_scope = [k for k in known if all(v in variables for v in re.findall(r'\b[ijk]\d+', k[-1]))]
        if not of_scope:
            return None
        array, at = self.rng.choice(of_scope)
        names = re.findall(r'\b[ijk]\d+', at)
        if names:
            name = self.rng.choice(names)
            at = re.sub(rf'\b{name}\b', self.rng.choice((name, f'({name} + 1)', f'({name} + 1)', f'({name} - 1)')), at)
        return array, at

    def place(self, variables, depth=0):
        kind = self.rng.random()
        if kind < 0.6 or depth > 1:
            if kind < 0.25: # in the own block
                at = self.within(variables, BLOCK)
                self.own.append(('', at))
                return f'{self.me * BLOCK} + {at}'
            return self.within(variables, SIZE)
        return f'where[{self.place(variables, depth + 1)}]' if kind < 0.93 else f'D[{self.place(variables, depth + 1)}]'

    def of_bytes(self, variables):
        kind, size = self.rng.choice((('char', 1), ('short', 2), ('int', 4), ('int', 4), ('long', 8), ('long', 8)))
        return f'((BYTES_OF({kind}))F)[{self.within(variables, BYTES // size)}]'

    def other_type(self, variables):
        """Part of an element, by a pointer of another type."""
        array, kind, n = self.rng.choice((('L', 'int', 2), ('L', 'short', 4), ('E', 'int', 2), ('A', 'short', 2)))
        owner = self.rng.randrange(THREADS)
        return (f'((BYTES_OF({kind}))(BYTES_OF({"double" if array == "E" else "long" if array == "L" else "int"}))'
                f'&{array}[{owner * BLOCK}])[{n} * ({self.within(variables, BLOCK)}) + {self.rng.randrange(n)}]')

    def element(self, variables):
        at = self.place(variables)
        self.read_at.append(('', at))
        return self.rng.choice((
            f'A[{at}]', f'A[{at}]', f'L[{at}]', f'L[{at}]', f'D[{at}]', f'(long)E[{at}]', f'P[{at}].x', f'P[{at}].h',
            f'P[{at}].w[1]', f'(long)P[{at}].z', f'where[{at}]', self.of_bytes(variables), self.of_bytes(variables),
            self.other_type(variables)))

    def read(self, variables):
        one = f's = s * 31 + (unsigned long){self.element(variables)};'
        if self.chance(0.15):
            return f'if ({self.element(variables)} & {self.rng.choice((1, 3))}) {one}'
        if self.chance(0.1):
            return f's += (unsigned long)({self.element(variables)} + {self.element(variables)});'
        return one

    def by_shared(self, variables):
        at, rng = self.place(variables), self.rng
        if self.chance(0.6) and (known := self.again(self.read_at, variables)):
            return self.rng.choice((
                f'A[{known[1]}] = (int)(s & 63);', f'A[{known[1]}] += 3;', f'L[{known[1]}] = (long)(s & 255);',
                f'P[{known[1]}].x = (int)(s & 31);', f'P[{known[1]}].w[1] += 2;', f'E[{known[1]}] = (double)(s & 15);',
                f'where[{known[1]}] = (int)(s % SIZE);'))
        return rng.choice((
            f'A[{at}] = (int)(s & 63);', f'A[{at}] += {rng.randrange(1, 5)};', f'L[{at}] = (long)(s & 255);',
            f'P[{at}].x = (int)(s & 31);', f'P[{at}].w[1] += 2;', f'E[{at}] = (double)(s & 15);', f'D[{at}] ^= 5;',
            f'other_shared(&A[{at}], (int)(s & 7));', f'where[{at}] = (int)(s % SIZE);',
            f'((BYTES_OF(int))F)[{self.within(variables, BYTES // 4)}] = (int)(s & 127);',
            f'((BYTES_OF(long))F)[{self.within(variables, BYTES // 8)}] += 3;'))

    def by_private(self, variables):
        rng = self.rng
        at = self.within(variables, BLOCK)
        if self.chance(0.6) and (known := self.again(self.own, variables)):
            at = known[1]
        value = rng.choice(('(int)(s & 63)', '(int)(s & 31)', str(rng.randrange(50))))
        lists = [
            f'a[{at}] = {value};', f'a[{at}] += 1;', f'l[{at}] ^= {value};', f'l[{at}]++;', f'd[{at}] = (unsigned char){value};',
            f'e[{at}] = {value};', f'p[{at}].x = {value};', f'p[{at}].w[1] += 3;',
            f'{{ struct point *q = &p[{at}]; q->h = (short){value}; q->z += 1; }}', f'w[{at}] = (int)(s % SIZE);',
            f'other_set(&a[{at}], {value});', f's += (unsigned long)other_swap(&w[{at}]);',
            f'other_bytes(&d[{at}], 6, {value});', f'other_keep(&l[{at}]);',
            f'memset(&a[{at}], {rng.randrange(9)}, 8);', f'memset(&d[{at}], {value}, 5);', f'memset(&l[{at}], 1, 8);',
            f'memcpy(&a[{at}], &a[{rng.randrange(BLOCK - 8)}], 4);', f'memmove(&w[{at}], &w[{rng.randrange(BLOCK - 8)}], 12);',
            f'memcpy(&l[{at}], &s, 8);', f'sscanf(words[s % 64], "%d", &a[{at}]);', f'sscanf(words[s % 64], "%d", &w[{at}]);',
            f'frexp((double)(s & 1023), &a[{at}]);',
            f'memcpy(&d[{at}], "12345", 6); strtok((char *)&d[{at}], "{rng.randrange(1, 6)}");',
            f'qsort(&w[{at}], 4, sizeof *w, by_value);', f'qsort(&a[{at}], 3, sizeof *a, by_value);',
            f'snprintf((char *)&d[{at}], 6, "%d", (int)(s & 1023));', f'*(int *)CAST(&A[{self.me * BLOCK} + {at}]) += 2;',
            f'{{ long *cast = CAST(&L[{self.me * BLOCK} + {at}]); *cast = (long)(s & 511); }}',
            f'*--back = {value}; if (back < a + 4) back = a + BLOCK;', f'if (a[{at}] & 1) a[{at}]--;']
        if self.me == THREADS - 1:
            lists += [f'f[{self.within(variables, BYTES)}] = (char){value};',
                      f'memset(&f[{self.within(variables, BYTES)}], {value}, 7);'] * 3
        return rng.choice(lists)

    def call(self, variables):
        rng, at = self.rng, self.within(variables, BLOCK)
        n = rng.choice((1, 5, 20, 60)) if self.budget < 100 else rng.choice((1, 4))
        base = f'({self.place(variables)})'
        back, on = f'{n} + {base} % (SIZE - {n})', f'{base} % (SIZE - {n})'
        return 's = s * 31 + ' + rng.choice((
            f'other_back(&A[{back}], {n});', f'here(&A[{back}], {n}, &a[{at}]);', f'other_walk(&L[{on}], {n}, &l[{at}]);',
            f'called(&P[{on}], {n}, &p[{at}]);', f'here(&where[{back}], {n}, &a[{at}]);'))

    def leave(self, variables):
        condition = self.rng.choice((
            f'(s & 7) == {self.rng.randrange(8)}', f'{self.element(variables)} % 5 == {self.rng.randrange(5)}',
            f'{self.rng.choice(list(variables))} == {self.rng.randrange(40)}'))
        return f'if ({condition}) {self.rng.choice(("break", "break", "break", "continue"))};'

    def loop(self, variables, depth):
        """A loop over a new index, or over pointers."""
        rng, name = self.rng, 'ijk'[depth] + str(self.names)
        self.names += 1
        rounds = rng.choice((3, 12, 40)) if depth else rng.choice((1, 7, 40, 40, 200, 1024, 1100))
        if depth and self.budget < 50 and self.chance(0.1):
            rounds = rng.choice((300, 1030))
        while rounds > 1 and self.budget * rounds > 6000:
            rounds //= 3
        around, self.budget = self.budget, self.budget * rounds
        low, high = rng.randrange(4), 0
        first, high = str(low), low + rounds - 1
        outer = [v for v in variables if variables[v][1] < 2000]
        if outer and self.chance(0.4): # from where the loop around is
            first = rng.choice(outer)
            low, high = variables[first][0], variables[first][1] + rounds - 1
        inside = {**variables, name: (min(low, high), max(low, high))}
        body = self.body(inside, depth + 1)
        self.budget = around
        counts, pointers = f'int n{name} = 0', ''
        kind = rng.random()
        if kind < 0.2: # down
            text = f'for (int {name} = {first} + {rounds - 1}; {name} >= {first}; {name}--) {{'
        elif kind < 0.4: # with a pointer that moves
            array, type_ = rng.choice((('A', 'int'), ('L', 'long'), ('where', 'int'), ('P', 'struct point'), ('D', 'unsigned char')))
            down = self.chance(0.6)
            begin = (rounds if down else 0) + rng.randrange(SIZE - rounds)
            pointer = f'm{name}'
            pointers = f'POINTER({type_}) {pointer} = &{array}[{begin}]; '
            text = (f'for (int {name} = {first}; {name} < {first} + {rounds}; {name}++, {pointer}{"--" if down else "++"}) {{')
            body.insert(rng.randrange(len(body) + 1), f's = s * 31 + (unsigned long){pointer}->x;' if array == 'P' else
                        f's = s * 31 + (unsigned long)*{pointer};')
        else:
            text = f'for (int {name} = {first}; {name} < {first} + {rounds}; {name}++) {{'
        return ['{ ' + pointers + text] + ['  ' + line for line in body] + ['} }']

    def body(self, variables, depth):
        rng, lines = self.rng, []
        for _ in range(rng.randrange(1, 4) + (rng.randrange(6, 9) if self.chance(0.12) else 0)):
            lines.append(self.read(variables))
        for make, often in ((self.by_private, 1.3), (self.by_shared, 0.7), (self.call, 0.12), (self.leave, 0.3)):
            while rng.random() < often / (often + 1):
                lines.insert(rng.randrange(len(lines) + 1), make(variables))
        if depth < 3 and self.chance(0.45):
            at = rng.randrange(len(lines) + 1)
            lines[at:at] = self.loop(variables, depth)
        return lines

    def text(self):
        me = self.me * BLOCK
        lines = ['unsigned long s = 1;',
                 f'int *a = (int *)&A[{me}], *w = (int *)&where[{me}], *back = a + BLOCK;',
                 f'long *l = (long *)&L[{me}]; unsigned char *d = (unsigned char *)&D[{me}];',
                 f'double *e = (double *)&E[{me}]; struct point *p = (struct point *)&P[{me}];',
                 f'char *f = {"(char *)F" if self.me == THREADS - 1 else "(char *)0"};',
                 '(void)a, (void)w, (void)back, (void)l, (void)d, (void)e, (void)p, (void)f;']
        for _ in range(self.rng.randrange(1, 3)):
            self.budget, self.read_at, self.own = 1, [], []
            lines += self.loop({}, 0)
        lines += ['other_keep(0);', 'return s;']
        return f'static __attribute__((noinline)) unsigned long f{self.number}(void) {{\n  ' + '\n  '.join(lines) + '\n}\n'


def main():
    seed, count, file, other = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    rng = random.Random(seed)
    functions = [Function(rng, k) for k in range(count)]
    with open(other, 'w') as out:
        out.write(HEAD + OTHER)
    with open(file, 'w') as out:
        out.write(HEAD + MAIN_HEAD + '\n'.join(f.text() for f in functions) + FILL)
        for f in functions:
            out.write(f'  fill_all();\n#ifdef __UPC__\n  if (MYTHREAD == {f.me})\n#endif\n'
                      f'    results = f{f.number}();\n  upc_barrier;\n  report({f.number});\n')
        out.write('  return 0;\n}\n')


if __name__ == '__main__':
    main()
