# SPDX-License-Identifier: BSD-3-Clause
"""Makes those calls of a file that us.linalg has, and compares. make_calls wrote the file. usage: calls.py FILE"""
import sys

import numpy

import upc_stride as us

GEMM, TRSM, POSV, GESV = 0, 6, 8, 9
TYPES = 'f4', 'f8', 'c8', 'c16'


def numbers(file, dtype, shape):
    return numpy.fromfile(file, dtype, int(numpy.prod(shape))).reshape(shape)


def picked(lo, step, hi):
    """lo, lo + step .. hi as a slice."""
    behind = int(hi + step)
    return slice(int(lo), None if behind < 0 else behind, int(step))


def operand(file, dtype):
    """The array, what the section picks of it, and the array's elements."""
    shape, block, lo, step, hi = (tuple(numpy.fromfile(file, 'i8', 2).tolist()) for _ in range(5))
    elements = numbers(file, dtype, shape)
    key = tuple(slice(0, 0) if h < l and s > 0 else picked(l, s, h) for l, s, h in zip(lo, step, hi))
    return us.array(elements, block=block), key, elements


def make(routine, letters, alpha, beta, operands):
    """The elements that the last operand has afterwards; None if Python has no such call."""
    a, b, *c = [A[key] for A, key, _ in operands]
    result, key, elements = operands[-1]
    if routine == GEMM:
        us.linalg.gemm(letters[0], letters[1], 1 if alpha is None else alpha, a, b, 0 if beta is None else beta, c[0])
        return result.to_numpy()
    if routine == TRSM and letters[0] == 'L' and alpha != 0:
        made = us.linalg.solve_triangular(a, b, 'NTC'.index(letters[2]), letters[1] == 'L', letters[3] == 'U')
        made = made.to_numpy() * (1 if alpha is None else alpha)
    elif routine == POSV:
        made = us.linalg.cho_solve(us.linalg.cho_factor(a, letters[0] == 'L'), b).to_numpy()
    elif routine == GESV:
        made = us.linalg.solve(a, b).to_numpy()
    else:
        return None
    elements[key] = made
    return elements


def main():
    number = made = wrong = 0
    me = us.thread()  # before the file is opened: processes that begin here would share its position
    with open(sys.argv[1], 'rb') as file:
        while True:
            routine, kind, *rest = numpy.fromfile(file, 'i4', 10).tolist()
            if routine < 0:
                break
            letters, (has_alpha, has_beta, count, _) = [chr(x).upper() for x in rest[:4]], rest[4:]
            dtype = numpy.dtype(TYPES[kind])
            tolerance = numpy.fromfile(file, 'f8', 1)[0]
            alpha, beta = (numpy.frombuffer(file.read(16)[:dtype.itemsize], dtype)[0] if given else file.read(16) and None
                           for given in (has_alpha, has_beta))
            operands = [operand(file, dtype) for _ in range(count)]
            wanted = numbers(file, dtype, operands[-1][2].shape)
            got = make(routine, letters, alpha, beta, operands)
            number += 1
            if got is None:
                continue
            made += 1
            if not ((numpy.abs(got - wanted) <= tolerance) | numpy.isnan(got) & numpy.isnan(wanted)).all():
                wrong += 1
                print(f'call {number - 1}, routine {routine}, {dtype}, {letters}: wrong', file=sys.stderr)
    if me == 0:
        print(f'{made} calls, {wrong} wrong')
    sys.exit(wrong > 0)


main()
