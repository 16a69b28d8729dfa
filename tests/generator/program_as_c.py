#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a program of many functions with loops over shared arrays, or the same loops in C over plain arrays.

    program_as_c.py upc|c LINES

It is for the compiler alone: its time, and the size of what it makes. The same LINES give the same loops in both.
"""
import random
import sys

ARRAYS = [(16, 'long'), (16, 'long'), (1, 'double'), (4, 'long'), (1, 'int'),
          (1, 'double'), (50, 'int'), (50, 'long'), (1, 'long'), (4, 'int')]


def declarations(upc):
    if not upc:
        return [f'{kind} A{k}[4000];' for k, (_, kind) in enumerate(ARRAYS)]
    return ['#include <upc_relaxed.h>'] + [
        f'shared [{block}] {kind} A{k}[1000 * THREADS];' for k, (block, kind) in enumerate(ARRAYS)]


def loop(upc, choose):
    to, left, right = (choose.randrange(len(ARRAYS)) for _ in range(3))
    dealt = choose.random() < 0.5
    head = f'upc_forall (i = 1; i < n - 1; i++; &A{to}[i])' if upc and dealt else 'for (i = 1; i < n - 1; i++)'
    return [f'  {head} {{',
            f'    A{to}[i] = A{left}[i - 1] + c * A{right}[i + 1];',
            f'    if (A{left}[i] > 3) s += A{right}[i];',
            '  }']


def function(upc, number, choose):
    lines = [f'void f{number}(int n, double c) {{', '  int i;', '  double s = 0;']
    for _ in range(choose.randint(2, 5)):
        lines += loop(upc, choose)
    return lines + (['  upc_barrier;'] if upc else []) + ['  A0[0] = s;', '}']


def main():
    upc, lines = sys.argv[1] == 'upc', int(sys.argv[2])
    choose = random.Random(1)
    text, length, number = declarations(upc), 0, 0
    while length < lines:
        body = function(upc, number, choose)
        text += body
        length += len(body) + (not upc)
        number += 1
    print('\n'.join(text + ['int main(void) { f0(3, 2.0); return 0; }']))


main()
