#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes a UPC program of random upc_forall loops: foralls.py SEED COUNT.

Each loop runs twice: as upc_forall, and by its definition, as a for loop with a test by upc_threadof or by the remainder. Both must
visit the same iterations in the same order, and leave the same values behind."""
import random
import sys

HEAD = r'''#include "../check.h"
#include <upc_relaxed.h>
shared int ones[400 * THREADS];
shared [3] int threes[400 * THREADS];
shared [64] long wide[400 * THREADS];
shared [7] struct { char a; double b[2]; } members[400 * THREADS];
shared [5] int rows[80 * THREADS][10];
shared [] int whole[400];
/* What the compiler cannot know. */
static volatile int unknown;
static int zero;
static int n4 = 4, n7 = 7, m3 = -3;
static unsigned long seen;
static long count;
static void note(unsigned long i) { seen = seen * 31 + i + 1; count++; }
'''


# An array of 400 elements or more, how many, and what is taken of an element.
ARRAYS = [('ones', 400, ''), ('threes', 400, ''), ('wide', 400, ''), ('members', 400, '.b[1]'), ('rows', 80, '[3]'), ('whole', 400, '')]


def subscript(rng, most):
    """An expression of the index that stays in 0..most-1 while the index is in 0..39."""
    scale = rng.choice([1, 1, 1, 2, 3, 5]) if most >= 400 else 1
    offset = rng.randrange(0, most - 40 * scale)
    return rng.choice([f'{scale} * i + {offset}', f'{offset} + i * {scale}', f'{offset + 39 * scale} - {scale} * i'])


def affinity(rng):
    """The affinity, and the number of the thread by its definition."""
    kind = rng.randrange(9)
    if kind == 8:  # the same for all iterations
        number = rng.choice(['n7', 'n4 * THREADS / 3', 'm3', 'n7 / m3', '5'])
        pointer = rng.choice(['&threes[n7 * n4]', '&rows[n7][3]', '&wide[130]', 'whole'])
        return rng.choice([(number, rest(number)), (pointer, f'(long)upc_threadof({pointer})')])
    if kind < 4:
        array, most, part = rng.choice(ARRAYS)
        element = f'{array}[{subscript(rng, most)}]{part}'
        pointer = rng.choice([f'&{element}', f'&{element}', f'&(&{element})[0]', f'rows[i / 3 + {rng.randrange(40)}]'])
        return pointer, f'(long)upc_threadof({pointer})'
    number = rng.choice(['i', f'i + {rng.randrange(-50, 50)}', f'{rng.randrange(-50, 50)} - i', f'{rng.randrange(1, 9)} * i', 'i * THREADS',
                         'm3 * i', 'i * n7', 'i + j'])
    if kind == 4:
        return number, rest(number)
    if kind == 5:
        return f'({number}) % THREADS', rest(number)
    by = rng.choice(['2', '3', '8', 'n4', 'n7', 'm3', 'THREADS', '(n4 * THREADS)', '40'])
    return f'({number}) / {by}', rest(f'({number}) / {by}')


def rest(number):
    return f'((({number}) + zero) % THREADS + THREADS) % THREADS'


def loop(rng, k):
    type_ = rng.choice(['int', 'int', 'int', 'long', 'short', 'unsigned', 'unsigned long', 'signed char', 'size_t'])
    low, high = sorted((rng.randrange(0, 40), rng.randrange(0, 40)))
    step = rng.choice([1, 1, 1, 2, 3, 7])
    up = rng.random() < 0.75
    if 'unsigned' in type_ or type_ == 'size_t':
        up = True
    zero = ['', ' + zero']
    test = rng.choice([f'i < {high}{rng.choice(zero)}', f'i <= {high}{rng.choice(zero)}', f'{high}{rng.choice(zero)} > i', f'i != {low + (high - low) // step * step}'])
    head = f'i = {low}{rng.choice(zero)}; {test}; ' + rng.choice([f'i += {step}', f'i = i + {step}'] + (['i++', '++i'] if step == 1 else []))
    if not up:
        head = f'i = {high}; i > {low}; i -= {step}'
        if '!=' in test:
            head = f'i = {high}; i >= {low}; i -= {step}'
    second = rng.choice(['', '', ', j++', ', j += 2', ', j -= n4'])
    if '+ j' in head:
        second = ''
    expression, definition = affinity(rng)
    if type_ in ('unsigned long', 'size_t') and 'upc_threadof' not in definition and rng.random() < 0.3:  # round the end of the type, and through its middle
        head = rng.choice([f'i = {high}; i <= {high}; i -= {step}', f'i = {low} - 20ul; i != {low} + {step} * 20ul - 20; i += {step}',
                           f'i = (1ul << 63) - {low}; i < (1ul << 63) + {high + 1}; i += {step}'])
    body = rng.choice(['note(i);', 'note(i); s += i;', 'if (i % 3 == 1) continue; note(i); s ^= i;', 'note(i); t = i;', 'note(i + j); last = i + j;',
                       'for (int q = 0; q < i % 4; q++) note(q); s += 2;', 'note(i); if (s > 200) break; s += i;',
                       'upc_forall (int q = 0; q < 3; q++; q) note(q);'])
    plain = body.replace('upc_forall (int q = 0; q < 3; q++; q)', 'for (int q = 0; q < 3; q++)')
    declare = f'{type_} i = 0; int j = 5; long s = 0, t = -1, last = -2; seen = count = 0;'
    keep = 'long x[] = {(long)i, j, s, t, last, seen, count};'
    return f'''static void loop{k}(void) {{
  long a[7], b[7];
  {{ {declare} upc_forall ({head}{second}; {expression}) {{ {body} }} {keep} for (int q = 0; q < 7; q++) a[q] = x[q]; }}
  {{ {declare} for ({head}{second}) if (({definition}) == MYTHREAD) {{ {plain} }} {keep} for (int q = 0; q < 7; q++) b[q] = x[q]; }}
  for (int q = 0; q < 7; q++) CHECK_EQ(a[q], b[q]);
}}'''


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(HEAD)
    for k in range(count):
        print(loop(rng, k))
    print('int main(void) {\n  zero = unknown;')
    for k in range(count):
        print(f'  loop{k}();')
    print('  return done();\n}')


main()
