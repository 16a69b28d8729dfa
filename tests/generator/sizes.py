# SPDX-License-Identifier: BSD-3-Clause
"""A random program with arrays whose sizes depend on THREADS. It prints the size of each, found in several ways.

usage: sizes.py SEED COUNT

Compiled for the dynamic environment it must print what it prints with -T n, where THREADS is a number.
Each size is positive for 1 to 7 threads. Some are written in two ways, in two declarations of a function."""
import random
import sys

MACROS = '''#include <stdio.h>
#include <upc.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { SEVEN = 7 };
'''


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.arrays = []                       # names of arrays that a sizeof may have

    def leaf(self):
        choices = ['THREADS'] * 4 + [str(self.random.randint(1, 9)), 'SEVEN', f'{self.random.randint(1, 5)}u', 'sizeof(short)']
        if self.arrays:
            choices.append(f'sizeof {self.random.choice(self.arrays)}')
        return self.random.choice(choices)

    def expression(self, depth):
        if depth == 0:
            return self.leaf()
        a, b, c = (self.expression(depth - 1 - self.random.randint(0, depth - 1)) for _ in range(3))
        number = self.random.randint(1, 9)
        return self.random.choice([
            f'MAX({a}, {b})', f'MIN({a}, {b})', f'({a} + {b})', f'({a} - {b})', f'({a} * {number})', f'({a} / {number})',
            f'({a} % {number})', f'({a} < {b} ? {a} : {c})', f'({a} && {b})', f'({a} == {b} || !{c})', f'({a} >= {b})',
            f'(-{a})', f'(long)({a})', f'(unsigned char)({a})', f'({a} ^ {b})', f'(~{a} & 15)', f'({a} << {number % 4})'])

    # A size that is written in two ways, from 1 to 200 for 1 to 7 threads. It may fall, and be no multiple of THREADS.
    def twice(self):
        n, few = self.random.randint(20, 60), self.random.randint(1, 7)
        return self.random.choice([
            (f'{n} - THREADS', f'-THREADS + {n}'), (f'{n} - 2 * THREADS', f'{n} - THREADS - THREADS'),
            (f'MAX(THREADS, {few})', f'THREADS < {few} ? {few} : THREADS'), (f'MIN({few}, THREADS)', f'MIN(THREADS, {few})'),
            (f'{n} / (THREADS + {few})', f'{n} / ({few}u + THREADS)'), (f'{few} * THREADS', f'THREADS * {few}'),
            (f'{n} - THREADS % 5 * {few}', f'{n} + THREADS % 5 * -{few}'), ('1 << THREADS', '2 << THREADS - 1'),
            (f'THREADS + {few}', f'{few + 3} + THREADS - 3'), (f'{few} * THREADS', f'MAX({few} * THREADS, THREADS)'),
            (f'{n} - MAX({few}, THREADS) * 2', f'THREADS > {few} ? {n} - 2 * THREADS : {n - 2 * few}')])

    def size(self):
        if self.random.random() < 0.3:
            return self.twice()[0]
        # Unsigned, since the expression may be negative.
        return f'(unsigned)({self.expression(self.random.randint(1, 3))}) % {self.random.randint(2, 40)} + 1'

    def function(self, number):
        one, two, three = self.size(), self.size(), self.size()
        first, second = self.twice()
        lines = [f'static int rows{number}(int a[][{two}], char (*b)[{one}]) {{ return (int)(sizeof *a + 100 * sizeof *b); }}',
                 f'static int same{number}(int (*a)[{first}]);',
                 f'static int same{number}(int (*a)[{second}]) {{ return (int)sizeof *a; }}',
                 f'static void f{number}(void) {{', f'  typedef short row[{three}];', f'  char a[{one}];', f'  int b[3][{two}];',
                 f'  row c[2], *d = &c[1];', f'  double e[{one}][{two}];']
        self.arrays = ['a', 'b', '*b', 'c', '*d']
        lines += [f'  int g[{self.size()}];', f'  char h[sizeof g / sizeof *g + {self.random.randint(0, 3)}];']
        self.arrays = []
        prints = ['sizeof a', 'sizeof b', 'sizeof *b', 'sizeof c', 'sizeof *d', 'sizeof(row)', 'sizeof e', 'sizeof g', 'sizeof h',
                  f'sizeof(long[2][{three}])', f'(size_t)((char *)(d + 1) - (char *)d)', f'(size_t)rows{number}(b, &a)', f'(size_t)same{number}(0)',
                  f'sizeof(char[sizeof(row) + {one}])']
        lines.append(f'  printf("{number}:{" %zu" * len(prints)}\\n", {", ".join(prints)});')
        return '\n'.join(lines + ['}', ''])

    def program(self, count):
        functions = [self.function(i) for i in range(count)]
        calls = ' '.join(f'f{i}();' for i in range(count))
        return MACROS + '\n'.join(functions) + f'\nint main(void) {{ if (MYTHREAD == 0) {{ {calls} }} return 0; }}\n'


print(Generator(int(sys.argv[1])).program(int(sys.argv[2])), end='')
