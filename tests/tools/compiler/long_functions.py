#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""long_functions.py SHAPE N upc|c: a function with N of something, as UPC or as C with the same text."""
import sys

LENGTH = 4096


def array(name, upc, type_='double'):
    return f'shared {type_} {name}[{LENGTH} * THREADS];' if upc else f'extern {type_} {name}[{LENGTH}];'


def body(head, lines, last=''):
    return [head, '{', *lines, last, '}']


def text(shape, n, upc):
    shared = 'shared ' if upc else ''
    a, b, each = array('A', upc), array('B', upc), range(n)
    put = 'upc_memput' if upc else '__builtin_memcpy'
    return {
        'products': [a, b] + body('double f(long i)', ['return', ' + '.join(f'A[i + {k}] * B[i + {3 * k}]' for k in each) + ';']),
        'pointers': body(f'double f({", ".join(f"{shared}double *p{k}" for k in each)})',
                         ['return', ' + '.join(f'*p{k}' for k in each) + ';']),
        'arrays': [array(f'A{k}', upc) for k in each] +
                  body('double f(long i)', ['double s = 0;', *(f's += A{k}[i];' for k in each)], 'return s;'),
        'copies': [a, b] + body('void f(long i)', [f'A[i + {k}] = B[i + {k}] + 1;' for k in each]),
        'writes': [a] + body('void f(double x)', [f'A[{3 * k}] = x;' for k in each]),
        'additions': [f'double g({shared}double *p);'] +
                     body(f'double f({shared}double *p, long i)', ['double s = 0;', *(f's += g(p + (i + {k}));' for k in each)], 'return s;'),
        'members': [f'struct s {{ {" ".join(f"int m{k};" for k in each)} }};',
                    f'{shared or "extern "}struct s S[{"THREADS" if upc else LENGTH}];'] +
                   body('int f(long i)', ['int r = 0;', *(f'r += S[i + {k}].m{k};' for k in each)], 'return r;'),
        'puts': [a] + body('void f(double *x, long i)', [f'{put}(&A[i + {k}], x + {k}, 8);' for k in each]),
        'conditions': [a] + body('void f(long i)', [f'if (A[i + {k}] > {k}) A[i] = {k};' for k in each]),
    }[shape]


def main():
    shape, n, language = sys.argv[1:]
    upc = language == 'upc'
    print('\n'.join((['#include <upc.h>'] if upc else []) + text(shape, int(n), upc)))


main()
