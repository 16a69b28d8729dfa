#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Programs in Python that end by a mistake, on three threads: none hangs, each tells what was wrong, with at most one traceback. Skipped
# where no Python here has NumPy.
. "$(dirname "$0")/../../../tests/tools/common.sh"
. "$tools/has_package"
mistake() { # STATUS TRACEBACKS TEXT: the program on standard input ends so, and says this
  { printf 'import os, signal, sys, threading, time\nimport numpy\nimport upc_stride as us\nA = us.array(numpy.arange(10.))\nus.barrier()\n'; cat; } >prog.py
  limited 60 "$UPCRUN" -n 3 -shared-heap=64MB "$python" prog.py >out 2>&1
  same "status $? tracebacks $(grep -c '^Traceback' out)" "status $1 tracebacks $2"
  grep -Eq "$3" out || { cat out prog.py; die "it does not say: $3"; }
}

# ---- all threads
mistake 1 1 '^KeyError: 3' <<<'us.finalize(); us.thread(); raise KeyError(us.threads())'
mistake 1 1 '^IndexError: 99, must be in -10..9' <<<'A[99]'
mistake 1 1 '^upc_stride.Error: .* was freed' <<<'A.free(); A.sum()'
mistake 1 1 '^RecursionError' <<<'def f(n): return f(n + 1) + A[0]
f(0)'
mistake 1 1 '^TypeError: a distributed array is not pickled' <<<'import pickle; pickle.dumps([A])'
mistake 1 1 '^TypeError: .* does not become a NumPy array unseen' <<<'numpy.asarray(A)'
mistake 1 1 '^TypeError: .* does not become a NumPy array unseen' <<<'numpy.array([A, A])'
mistake 1 1 '^AttributeError: .*__array_interface__' <<<'A.__array_interface__'
mistake 1 1 '^upc_stride.Error: .* must fit the shared heap' <<<'us.zeros(10**15)'
mistake 1 1 '^upc_stride.Error: .*nonexistent.npy: No such file' <<<'us.load("nonexistent.npy")'
mistake 1 1 '^ValueError: of 0$' <<<'raise ValueError(f"of {us.thread()}")'
mistake 1 1 '^FloatingPointError' <<<'with numpy.errstate(all="raise"): 1 / A'

# ---- one thread
mistake 1 1 "^KeyError: 'mine'" <<<'if us.thread() == 1: raise KeyError("mine")
A.sum()'
mistake 1 1 'Thread 1 has raised it in .*prog.py:6, <lambda>' <<<'us.map(lambda tile: 1 / 0 if us.thread() == 1 else None, A)'
mistake 1 1 '^upc_stride.Error: thread 1: Own: 1$|^Own: 1$' <<<'class Own(Exception):
  def __init__(self, one, two): super().__init__(one)
def fails(tile):
  if us.thread() == 1: raise Own(1, 2)
us.map(fails, A)'
mistake 1 1 '^upc_stride.Error: .*thread 0 \[0\] of .*, thread 1 \[1\] of' <<<'A[us.thread()]'
mistake 1 0 'waits for thread 1 .*, which has ended' <<<'if us.thread() == 1: sys.exit(0)
A.sum()'
mistake 1 0 'waits for thread 1 .*, which has ended' <<<'if us.thread() != 1: A.sum()'
mistake 1 0 'waits for thread 2 .*, which has ended' <<<'if us.thread() == 2: os._exit(4)
A + 1'
mistake 1 0 'waits for thread 0 .*, which has ended' <<<'for number, row in enumerate(A.reshape(5, 2)):
  row += 1
  if us.thread() == 0 and number == 2: break'
mistake 1 1 "^KeyError: 'mine'" <<<'with us.zeros(5) as B:
  if us.thread() == 1: raise KeyError("mine")
  B.sum()'
mistake 130 1 '^KeyboardInterrupt' <<<'if us.thread() == 1: os.kill(os.getpid(), signal.SIGINT); time.sleep(9)
A.sum()'
mistake 139 0 'thread 1 of 3 died of signal 11' <<<'if us.thread() == 1: os.kill(os.getpid(), signal.SIGSEGV)
A.sum()'
mistake 0 0 '^upc_stride_barrier_all: called in a process that thread 2 has forked' <<<'if us.thread() == 2 and os.fork() == 0:
  try: A.sum()
  except us.Error as error: print(error, flush=True)
  os._exit(0)
A.sum()'

# ---- with UPC_STRIDE_CHECK=1
export UPC_STRIDE_CHECK=1
mistake 1 1 'thread 0 calls sum.*prog.py:6, thread 1 calls max.*prog.py:6' <<<'A.sum() if us.thread() == 0 else A.max()'
mistake 1 1 'the threads go different ways' <<<'A[:] = numpy.full(10, us.thread())'
mistake 1 0 'thread 2 (ends|goes to a barrier) without making this call' <<<'if us.thread() == 0: A.sum()'
mistake 1 0 'thread [12] goes to a barrier without making this call' <<<'for _ in range(3): A.sum(), A + A
if us.thread() == 0: A.sum()
us.barrier()
if us.thread() == 0: A.sum()
us.barrier()'

# ---- no mistake: Python's own threads and tasks, one call at a time
unset UPC_STRIDE_CHECK
mistake 0 0 '45.0' <<<'thread = threading.Thread(target=lambda: print(float(A.sum()), flush=True))
thread.start()
thread.join()'
mistake 0 0 '1100.0, 1300.0' <<<'import asyncio
async def task(more):
  made = 0
  for _ in range(20): made += float((A + more).sum()); await asyncio.sleep(0)
  return made
async def both(): return await asyncio.gather(task(1), task(2))
print(asyncio.run(both()), flush=True)'
