# SPDX-License-Identifier: BSD-3-Clause
"""Operations of NumPy on arrays of NumPy, of Dask on two worker processes, of Heat, and of this package: milliseconds
of each that it has, as `NAME: TIME` lines. F has elements of 4 bytes, S is 100 x 100, i has a tenth as many indices as v has elements. On one
thread it is the time of the processor, which others on the machine disturb little.

usage: arrays.py numpy | dask | heat | ours [SIZE]      ours: under upcrun; heat: under mpiexec"""
import statistics
import sys
import time

import numpy

WARM_UPS, ROUNDS = 20, 5   # the first calls make what later ones use again
OPERATIONS = {
    'A + B': lambda np, A, B, v, F, S, i: A + B,
    'numpy.exp(A)': lambda np, A, B, v, F, S, i: np.exp(A),
    'numpy.where(A > B, A, B)': lambda np, A, B, v, F, S, i: np.where(A > B, A, B),
    'A - A.mean(0)': lambda np, A, B, v, F, S, i: A - A.mean(0),
    'A.sum()': lambda np, A, B, v, F, S, i: A.sum(),
    'A.sum(1)': lambda np, A, B, v, F, S, i: A.sum(1),
    'A.T + B': lambda np, A, B, v, F, S, i: A.T + B,
    'A[1:] - A[:-1]': lambda np, A, B, v, F, S, i: A[1:] - A[:-1],
    'v[v > 0.5]': lambda np, A, B, v, F, S, i: v[v > 0.5],
    'numpy.cumsum(v)': lambda np, A, B, v, F, S, i: np.cumsum(v, 0),
    'A @ B': lambda np, A, B, v, F, S, i: A @ B,
    'A * 2': lambda np, A, B, v, F, S, i: A * 2,
    'A ** 2': lambda np, A, B, v, F, S, i: A ** 2,
    'numpy.sqrt(A)': lambda np, A, B, v, F, S, i: np.sqrt(A),
    'numpy.where(A > 0.5, A, 0)': lambda np, A, B, v, F, S, i: np.where(A > 0.5, A, 0),
    'A.mean(1)': lambda np, A, B, v, F, S, i: A.mean(1),
    'A.max(1)': lambda np, A, B, v, F, S, i: A.max(1),
    'A.std()': lambda np, A, B, v, F, S, i: A.std(),
    'A[::2] + A[1::2]': lambda np, A, B, v, F, S, i: A[::2] + A[1::2],
    'A[A > 0.5]': lambda np, A, B, v, F, S, i: A[A > 0.5],
    'F + F': lambda np, A, B, v, F, S, i: F + F,
    'F.sum(0)': lambda np, A, B, v, F, S, i: F.sum(0),
    'S + S': lambda np, A, B, v, F, S, i: S + S,
    'S.sum()': lambda np, A, B, v, F, S, i: S.sum(),
    'numpy.repeat(v, 2)': lambda np, A, B, v, F, S, i: np.repeat(v, 2),
    "numpy.einsum('ij,ij->i', A, A)": lambda np, A, B, v, F, S, i: np.einsum('ij,ij->i', A, A),
    'v[i]': lambda np, A, B, v, F, S, i: v[i],
    'numpy.bincount(i)': lambda np, A, B, v, F, S, i: np.bincount(i),
    'numpy.isin(i, i[:100])': lambda np, A, B, v, F, S, i: np.isin(i, i[:100]),
    'numpy.roll(A, 3, 1)': lambda np, A, B, v, F, S, i: np.roll(A, 3, 1),
    'numpy.linalg.solve(A[:300, :300] + 300 * numpy.eye(300), A[:300, 0])':
        lambda np, A, B, v, F, S, i: np.linalg.solve(A[:300, :300] + 300 * np.eye(300), A[:300, 0]),
    'numpy.concatenate([A, B])': lambda np, A, B, v, F, S, i: np.concatenate([A, B], 0),
    'numpy.take(A, [5, 7, 9], 0)': lambda np, A, B, v, F, S, i: np.take(A, [5, 7, 9], 0),
    'A[[5, 7, 9]]': lambda np, A, B, v, F, S, i: A[[5, 7, 9]],
    'v[:1000][i % 1000]': lambda np, A, B, v, F, S, i: v[:1000][i % 1000],
    'numpy.tile(v, 2)': lambda np, A, B, v, F, S, i: np.tile(v, 2),
    'numpy.sort(v)': lambda np, A, B, v, F, S, i: np.sort(v),
    'numpy.unique(i)': lambda np, A, B, v, F, S, i: np.unique(i),
    'numpy.median(v)': lambda np, A, B, v, F, S, i: np.median(v, 0),
    'numpy.diff(v)': lambda np, A, B, v, F, S, i: np.diff(v),
    'numpy.clip(A, 0.2, 0.8)': lambda np, A, B, v, F, S, i: np.clip(A, 0.2, 0.8),
    'numpy.outer(A[0], A[1])': lambda np, A, B, v, F, S, i: np.outer(A[0], A[1]),
    'numpy.dot(v, v)': lambda np, A, B, v, F, S, i: np.dot(v, v),
    'numpy.histogram(v, 10, (0, 1))': lambda np, A, B, v, F, S, i: np.histogram(v, 10, (0, 1)),
    'A.argmax(1)': lambda np, A, B, v, F, S, i: A.argmax(1),
    'numpy.maximum(A, B)': lambda np, A, B, v, F, S, i: np.maximum(A, B),
}


def report(fresh, done, barrier, clock, first, np=numpy):
    """The median time of each operation, when its result is there on all threads."""
    for name, operation in OPERATIONS.items():
        try:
            done(operation(np, *fresh()))
        except Exception as error:
            if first:
                print(f'{name}: {error}', file=sys.stderr)
            continue
        times = []
        for _ in range(WARM_UPS + ROUNDS):
            arrays = fresh()
            barrier()
            start = clock()
            result = done(operation(np, *arrays))
            barrier()
            times.append(clock() - start)
            del result
        if first:
            print(f'{name}: {1000 * statistics.median(times[WARM_UPS:]):.4f}')


def main():
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    values = [numpy.random.default_rng(seed).random(shape) for seed, shape in enumerate([(size, size), (size, size), size * size])]
    values += [values[0].astype('f4'), values[0][:100, :100].copy(), numpy.random.default_rng(3).integers(0, size * size, size * size // 10)]
    if sys.argv[1] == 'numpy':
        report(lambda: values, lambda one: one, lambda: None, time.process_time, True)
    elif sys.argv[1] == 'ours':
        import upc_stride as us
        arrays = [us.array(one) for one in values]
        clock = time.process_time if us.threads() == 1 else time.perf_counter
        report(lambda: arrays, lambda one: one, us.barrier, clock, us.thread() == 0)
    elif sys.argv[1] == 'heat':
        import heat
        OPERATIONS['A.T + B'] = lambda np, A, B, v, F, S, i: np.resplit(A.T, 0) + B  # it adds arrays of one split alone
        arrays = [heat.array(one, split=0) for one in values]
        report(lambda: arrays, lambda one: one, heat.MPI_WORLD.handle.Barrier, time.perf_counter, heat.MPI_WORLD.rank == 0, heat)
    else:
        import dask.array
        from dask.distributed import Client, wait
        with Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
            def fresh():  # of names of their own, since Dask keeps the result of an operation for the next that is the same
                halves = [client.persist(dask.array.from_array(one, chunks=(len(one) // 2, *one.shape[1:]), name=False))
                          for one in values]
                wait(halves)
                return halves

            def done(one):  # some results have parts that are arrays of NumPy, such as the edges of a histogram
                parts = client.persist([part for part in (one if isinstance(one, tuple) else (one,)) if dask.is_dask_collection(part)])
                wait(parts)
                return parts
            report(fresh, done, lambda: None, time.perf_counter, True)


if __name__ == '__main__':
    main()
