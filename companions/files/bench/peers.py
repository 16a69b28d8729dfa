# SPDX-License-Identifier: BSD-3-Clause
"""The rate of other libraries on one process: N x N doubles in chunks of B x B, in MB/s of processor time.
usage: peers.py numpy|h5py|h5py-chunks|zarr|zarr-zstd write|read FILE N B
h5py-mpi: of all processes of mpi4py together, each with its rows of one contiguous dataset, by parallel HDF5."""
import importlib
import sys
import time

import numpy


def rows_by_mpi(what, file, n):
    from mpi4py import MPI
    import h5py
    world = MPI.COMM_WORLD
    rows = slice(n * world.rank // world.size, n * (world.rank + 1) // world.size)
    values = numpy.random.default_rng(1).integers(0, 1000, (rows.stop - rows.start, n)) * 0.125
    start = time.process_time()
    with h5py.File(file, what[0], driver='mpio', comm=world) as f:
        data = f.create_dataset('u', (n, n), 'f8') if what == 'write' else f['u']
        if what == 'write':
            data[rows] = values
        else:
            data.read_direct(values, rows)
    seconds = world.reduce(time.process_time() - start)
    if world.rank == 0:
        print(f'{n * n * 8 / seconds * 1e-6:.0f}')


which, what, file, n, b = sys.argv[1:4] + [int(text) for text in sys.argv[4:6]]
if which == 'h5py-mpi':
    sys.exit(rows_by_mpi(what, file, n))
library = importlib.import_module(which.split('-')[0])
values = numpy.random.default_rng(1).integers(0, 1000, (n, n)) * 0.125
start = time.process_time()
if what == 'write' and which == 'numpy':
    numpy.save(file, values)
elif what == 'write' and library.__name__ == 'h5py':
    with library.File(file, 'w') as f:
        f.create_dataset('u', data=values, chunks=(b, b) if which == 'h5py-chunks' else None)
elif what == 'write':
    codecs = [library.codecs.ZstdCodec(level=1)] if which == 'zarr-zstd' else None
    library.create_array(file, shape=(n, n), chunks=(b, b), dtype='f8', compressors=codecs)[...] = values
elif which == 'numpy':
    values = numpy.load(file)
elif library.__name__ == 'h5py':
    with library.File(file) as f:
        values = f['u'][...]
else:
    values = library.open_array(file, mode='r')[...]
print(f'{values.nbytes / (time.process_time() - start) * 1e-6:.0f}')
