#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT at a random moment on all threads, on some or on one, once or twice for the same key, on one thread late, by another signal's handler, or an exception that the
program's part of an operation raises on one thread: all threads leave the same operation with it, and the program's handler may use its arrays.
  upcrun -n 3 python3 interrupts.py FOLDER SEED ROUNDS [mpi]     mpi: on mpi4py's communicator
Cells of a notebook call `moment`, too."""
import os
import random
import signal
import sys
import threading
import time

import numpy as np
import upc_stride as us
from upc_stride._calls import _interrupts


_LATE = 0.8  # seconds after which others have taken the interrupt, and are in the program's handler or have left it


class Lazy:
    """An array of which each thread reads its part."""
    shape, dtype, ndim = (40,), np.dtype('f8'), 1

    def __init__(self, fails):
        self.fails = fails

    def __getitem__(self, key):
        return self.fails(np.arange(40.)[key])


class Scene:
    """Arrays, and programs that use them: each has other calls of all threads."""

    def __init__(self, folder):
        p = us.threads()
        self.file, self.other = os.path.join(folder, 'saved.npy'), os.path.join(folder, 'other.npy')
        self.A, self.B = us.arange(1000.), us.ones((6, 1000))
        self.S = us.array(np.random.default_rng(1).random((30, 30)) + 30 * np.eye(30))
        self.parts, self.sums, self.line = us.ones(4 * p, 4), us.zeros(4 * p, 4), us.zeros((p, 4 * p), (1, 4 * p))
        signal.signal(signal.SIGUSR1, lambda number, frame: signal.raise_signal(signal.SIGINT))
        self.works = [self.elements, self.lines, self.algebra, self.moves, self.files, self.collectives, self.values, self.flights, self.written]

    def elements(self):
        C = self.B * 2 + 1
        column = C[::2]
        float(np.sqrt(column).sum())
        float(self.A[7])
        us.barrier()

    def lines(self):
        order = np.argsort(self.A[::-1])
        np.cumsum(self.A[order]), self.A[self.A > 500].max(), np.unique(self.A[:50]), np.median(self.A)

    def algebra(self):
        np.linalg.solve(self.S, self.S[:, 0]), self.S @ self.S, np.fft.fft(self.A)

    def moves(self):
        np.concatenate([self.A, self.A]), np.roll(self.B, 3, 1), self.B.redistribute(block=(2, 300)), self.B.T.copy(), str(self.A[:5])

    def files(self):
        self.B.save(self.other)
        us.load(self.other)

    def collectives(self):
        """None of these calls is one of the package's operations."""
        us.reduce_all(self.sums.blocks[:], self.parts.blocks[:])
        us.broadcast(self.sums.blocks[:], self.parts.blocks[0])
        us.gather_all(self.line.blocks[:, 0], self.parts.blocks[:])
        us.halo(self.parts.blocks[:], 1)
        us.copy(self.sums.elements[:], self.parts.elements[:])

    def values(self):
        us.max_value(us.thread())

    def flights(self):
        us.broadcast(self.sums.blocks[:], self.parts.blocks[0], wait=False).wait()
        self.sums.one_sided[0]
        us.barrier()

    def written(self):
        """A thread writes elements of another, so operations begin with a barrier."""
        self.sums.one_sided[us.thread()] = 1
        self.sums += 1
        self.sums[2] = 5

    def parts_of_the_program(self, fails):
        """Calls in which the package calls the program."""
        calls = [lambda: us.map(fails, self.A), lambda: us.fromfunction(fails, (40,)), lambda: us.array(Lazy(fails))]
        if us.threads() > 1:
            calls += [lambda: us.reduce_all(self.sums.blocks[:], self.parts.blocks[:], op=lambda one, other: fails(one + other)),
                      lambda: us.reduce_value(1., op=lambda one, other: fails(one + other))]
        return calls


def moment(scene, same, outside=False):
    """Interrupts the program once. `same`: what all threads draw the same from. From outside: it prints "go" when it may be interrupted."""
    me, threads = us.thread(), us.threads()
    who = 'outside' if outside else same.choice(['all', 'some', 'one', 'handler', 'code', 'code', *(['twice', 'late'] if threads > 1 else [])])
    raised, work = same.choice([KeyboardInterrupt, SystemExit, GeneratorExit]), same.choice(scene.works)
    when, last, chosen = same.random() * 0.15, same.randrange(1, 4), same.randrange(threads)
    interrupted = {'all': range(threads), 'late': range(threads), 'some': same.sample(range(threads), same.randint(1, threads)), 'code': [], 'outside': []}.get(who, [chosen])
    calls = {'done': 0}

    def fails(values):
        """Fails on one thread, or, if that is never called, on some."""
        if calls['done'] >= last and (me == chosen or calls['done'] > last):
            raise raised
        return values
    part = same.choice(scene.parts_of_the_program(fails)) if who == 'code' else lambda: None
    us.barrier()
    if me in interrupted:
        number = signal.SIGUSR1 if who == 'handler' else signal.SIGINT
        for _ in range(2 if who == 'twice' else 1):
            threading.Timer(when + random.random() * 0.02 + (_LATE if who == 'late' and me == chosen else 0), signal.pthread_kill, (threading.main_thread().ident, number)).start()
    elif outside and me == 0:
        print('go', flush=True)
    got, told = None, (who, raised.__name__, work.__name__, chosen, last)
    try:
        while True:
            work()
            part()
            calls['done'] += 1
    except BaseException as error:
        got = error
    assert type(got) is (raised if who == 'code' else KeyboardInterrupt), (*told, got)
    scene.A.save(scene.file)
    assert (us.load(scene.file) == scene.A).all() and float(scene.A.sum()) == 499500 and float((scene.A + 1).max()) == 1000, told
    counts = us.zeros(threads)
    for _, tile in counts.local:
        tile[...] = calls['done']
    us.barrier()
    assert float(counts.max()) == float(counts.min()) == calls['done'], (*told, calls, counts.to_numpy())
    if who != 'code':
        time.sleep(0.6 + (_LATE if who == 'late' else 0))  # later signals are those of another key
        us.barrier()
        _interrupts._State.expected = 0.  # which threads get all, while here each moment has others


def main():
    folder, seed, rounds, *more = sys.argv[1:]
    if more == ['mpi']:
        import mpi4py
        mpi4py.rc.thread_level = 'serialized'  # with which Open MPI 4 works over TCP
        from mpi4py import MPI
        us.init(MPI.COMM_WORLD)
    else:
        us.init()
    same, scene = random.Random(int(seed)), Scene(folder)
    for _ in range(int(rounds)):
        moment(scene, same)
    if us.thread() == 0:
        print('PASS')


if __name__ == '__main__':
    main()
