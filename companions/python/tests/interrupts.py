#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT at a random moment on all threads or on one, or an exception that the program's part of an operation raises on one: all threads leave
the same operation with it, and the program's handler may use its arrays.
  upcrun -n 3 python3 interrupts.py FILE SEED [ROUNDS]     FILE: what the handler saves"""
import os
import random
import signal
import sys
import threading
import time

import numpy as np
import upc_stride as us

us.init()
me, threads = us.thread(), us.threads()
file, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 4
same = random.Random(seed)  # all threads draw the same
A, B = us.arange(1000.), us.ones((6, 1000))


def work():
    """Operations with barriers at their beginning, and without, and waits."""
    C = B * 2 + 1
    column = C[::2]
    float(np.sqrt(column).sum())
    float(A[7])
    us.barrier()


for _ in range(rounds):
    who, raised = same.choice(['all', 'one', 'code']), same.choice([KeyboardInterrupt, SystemExit, GeneratorExit])
    when, last = same.random() * 0.15, same.randrange(1, 4)

    def fails(values):
        if who == 'code' and done == last and me == threads - 1:
            raise raised
        return values

    us.barrier()
    if who == 'all' or who == 'one' and me == last % threads:
        later = when + random.random() * 0.02
        threading.Timer(later, os.kill, (os.getpid(), signal.SIGINT)).start()
    got, done = None, 0
    try:
        while True:
            work()
            us.map(fails, A)
            done += 1
    except BaseException as error:
        got = type(error)
    assert got is (raised if who == 'code' else KeyboardInterrupt), (who, raised, got)
    A.save(file)
    assert float(A.sum()) == 499500 and float((A + 1).max()) == 1000, who
    counts = us.zeros(threads)
    for _, tile in counts.local:
        tile[...] = done
    us.barrier()
    assert float(counts.max()) == float(counts.min()) == done, (who, done, counts.to_numpy())
    time.sleep(0.6)  # later signals are those of another key
if me == 0:
    print('PASS')
