# SPDX-License-Identifier: BSD-3-Clause
"""The rate of other libraries on one process: N x N doubles in chunks of B x B, in MB/s of processor time.
usage: peers.py numpy|h5py|h5py-chunks|zarr|zarr-zstd write|read FILE N B"""
import importlib
import sys
import time

import numpy

which, what, file, n, b = sys.argv[1:4] + [int(text) for text in sys.argv[4:6]]
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
