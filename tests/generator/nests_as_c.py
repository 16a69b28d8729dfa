#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a random program that is UPC and C at once: nests of loops that gather, as sparse products do.

    nests_as_c.py SEED [COUNT]      COUNT functions, each with one or two nests

The C compiler's program gives the right answer. Each function begins with the same values in all arrays, and prints a
line. Loops have ends that are read from arrays; subscripts go through up to
three arrays, shared and private; reads stand behind conditions that are known before the loop, and behind others; loops
end early; and arrays that are read are written.
"""
import random
import sys

HEAD = '''#include <stdio.h>
#ifdef __UPC__
#include <upc_relaxed.h>
#define ARRAY(block, type, name) shared [block] type name[M * THREADS]
#define ON_THREAD_0(type, name) shared [] type name[M]
#define POINTER(block, type, name) shared [block] type *name
#define MINE(element) (upc_threadof(&(element)) == MYTHREAD)
#else
#define MINE(element) 1
#define MYTHREAD 0
#define THREADS 1
#define shared
#define upc_barrier
#define ARRAY(block, type, name) type name[M]
#define ON_THREAD_0(type, name) type name[M]
#define POINTER(block, type, name) type *name
#endif
/* What all programs have is compiled fast. */
#define STRAIGHT __attribute__((optnone, noinline))
enum { N = 4096, M = 4 * N };
typedef struct { unsigned a; unsigned long b; } record_t;
int p0[M], p1[M], private_start[M];
unsigned long out[M], private_values[M];
shared unsigned long sums[THREADS];
'''
SHARED = (('int', 'i0'), ('int', 'i1'), ('unsigned long', 'v0'), ('unsigned', 'v1'), ('unsigned long', 'v2'),
          ('int', 'start'), ('record_t', 'records'))
FILL = '''static unsigned long mixed(unsigned long array, unsigned long i) {
  unsigned long x = (array * M + i + 1) * 88172645463325252;
  x ^= x >> 32, x *= 0x9e3779b97f4a7c15, x ^= x >> 29;
  return x * 31 + (x >> 17);
}
/* Each thread has the same private values, and fills the elements that it has. */
STRAIGHT static void fill(void) {
  int at = 0, private_at = 0;
  for (int i = 0; i < M; i++) {
    p0[i] = mixed(0, i) % N, p1[i] = (i + mixed(1, i) % 9) % N, private_values[i] = mixed(2, i), out[i] = 0;
    if (MINE(i0[i])) i0[i] = mixed(3, i) % N;
    if (MINE(i1[i])) i1[i] = (i + mixed(4, i) % 20) % N;
    if (MINE(v0[i])) v0[i] = mixed(5, i);
    if (MINE(v1[i])) v1[i] = mixed(6, i);
    if (MINE(v2[i])) v2[i] = mixed(7, i);
    if (MINE(by_pointer_to[i])) by_pointer_to[i] = mixed(8, i);
    if (MINE(records[i])) records[i].a = mixed(9, i), records[i].b = mixed(10, i);
    if (MINE(start[i])) start[i] = at;
    at += mixed(11, i) % 23 ? mixed(12, i) % 6 : mixed(12, i) % 40;
    if (at > N - 50) at = mixed(13, i) % 100;
    private_start[i] = private_at, private_at += mixed(14, i) % 5;
    if (private_at > N - 50) private_at = 0;
  }
  upc_barrier;
}
/* A sum of what is written, in which each element has a weight of its own. */
STRAIGHT static unsigned long all(void) {
  unsigned long s = 0;
  for (unsigned long i = 0; i < M; i++) {
    if (MINE(v1[i])) s += (2 * i + 3) * v1[i];
    if (MINE(v2[i])) s += (4 * i + 5) * v2[i];
    if (MYTHREAD == 0) s += (6 * i + 7) * out[i];
  }
  sums[MYTHREAD] = s;
  upc_barrier;
  s = 0;
  for (int t = 0; t < THREADS; t++) s += sums[t];
  upc_barrier;
  return s;
}
'''


class Function:
    def __init__(self, rng):
        self.rng = rng

    def moving(self, variable):
        factor = self.rng.choice((1, 1, 1, 1, 2, 3))
        text = f'{factor} * {variable} + {self.rng.choice((0, 0, 1, 2, 3))}'
        return f'({text}) % N' if self.rng.random() < 0.3 else text

    def subscript(self, variables, depth=0):
        kind = self.rng.random()
        if kind < 0.35 or depth == 3:
            return self.moving(self.rng.choice(variables))
        if kind < 0.85:
            return f'{self.rng.choice(("i0", "i1", "p0", "p1"))}[{self.subscript(variables, depth + 1)}]'
        return f'({self.subscript(variables, depth + 1)} + {self.rng.choice(variables)}) % N'

    def read(self, variables):
        array = self.rng.choice(('v0', 'v1', 'v2', 'records', 'by_pointer', 'private_values'))
        text = f'{array}[{self.subscript(variables)}]'
        return f'{text}.{self.rng.choice("ab")}' if array == 'records' else text

    def statement(self, variables):
        rng, read, kind = self.rng, lambda: self.read(variables), self.rng.random()
        known = self.moving(variables[-1])
        if kind < 0.62:
            return f's += {rng.choice(("", "3 * ", "n * "))}{read()};'
        if kind < 0.72:
            return f'if ({read()} % {rng.choice((2, 3, 5))} == {rng.choice((0, 1))}) s += {read()};'
        if kind < 0.78:
            return f'if (p1[{known}] % {rng.choice((2, 3))}) s ^= {read()};'
        if kind < 0.82:
            return f'if ({read()} % 97 == {rng.randrange(97)}) break;'
        if kind < 0.85:
            return f'if (p0[{known}] % 61 == {rng.randrange(61)}) break;'
        if kind < 0.88:
            return f'if ({read()} % 7 == 1) continue;'
        if kind < 0.92:
            return f'out[{known}] += {read()};'
        if kind < 0.94:
            value = rng.choice(('s', read()))
            return f'{rng.choice(("v1", "v2"))}[{self.subscript(variables)}] {rng.choice(("+=", "^=", "="))} {value};'
        return f's += {read()} * {read()};'

    def loop(self, variables, deeper):
        rng, v = self.rng, 'ijk'[len(variables)]
        first, end, step = '0', rng.choice((5, 40, 200, 700)), 1
        if variables:
            around, kind = variables[-1], rng.choice(('shared', 'shared', 'private', 'count', 'steps'))
            if kind == 'count':
                end = rng.choice((1, 3, 8, 30))
            elif kind == 'steps':
                first, end, step = f'{around} % 5', rng.choice((6, 20)), rng.choice((1, 1, 2))
            else:
                starts = 'start' if kind == 'shared' else 'private_start'
                first, end = f'{starts}[{around}]', f'{starts}[{around} + 1]'
        indent = '  ' * (len(variables) + 1)
        text, nested = f'{indent}for (int {v} = {first}; {v} < {end}; {v} += {step}) {{\n', False
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            if deeper and not nested and rng.random() < 0.75:
                text, nested = text + self.loop(variables + [v], deeper - 1), True
            else:
                text += f'{indent}  {self.statement(variables + [v])}\n'
        return text + f'{indent}}}\n'


def main():
    rng, count = random.Random(int(sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    block = lambda: rng.choice(('', '1', '7', '64', 'M', '300', '1000', '256'))
    print(HEAD, end='')
    array = lambda block, kind, name: f'ARRAY({block}, {kind}, {name});' if block else f'ON_THREAD_0({kind}, {name});'
    for kind, name in SHARED:
        print(array(block(), kind, name))
    pointed = block()
    print(array(pointed, 'unsigned long', 'by_pointer_to'))
    print(f'POINTER({pointed}, unsigned long, by_pointer);')
    print(FILL, end='')
    for k in range(count):
        print(f'__attribute__((noinline)) unsigned long nests_{k}(unsigned long n) {{\n  unsigned long s = 1;')
        for _ in range(rng.choice((1, 1, 2))):
            print(Function(rng).loop([], rng.choice((1, 1, 2))), end='')
        print('  return s;\n}')
    print('int main(void) {\n  static unsigned long result;\n  by_pointer = by_pointer_to + 5;')
    for k in range(count):
        print(f'  fill();\n  if (MYTHREAD == 0) result = nests_{k}({k % 5 + 1});\n  upc_barrier;\n  {{\n'
              f'    unsigned long values = all();\n    if (MYTHREAD == 0)\n'
              f'      printf("nests {k}: %lu %lu\\n", result, values), fflush(stdout);\n  }}')
    print('  return 0;\n}')


if __name__ == '__main__':
    main()
