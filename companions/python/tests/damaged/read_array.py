# SPDX-License-Identifier: BSD-3-Clause
# Damaged .npy files, read by upc_stride.load: read_array.py FIRST LAST LIBRARY, the seeds and damage.c as a library.
# Each is an array whose elements are those of the file, or an error that names the file.
import ctypes
import io
import sys

import numpy
import upc_stride as us

ROOM = 1 << 17
FILE = 'damaged.npy'


def example(kind):
    values = numpy.arange(60).reshape(5, 12)
    out = io.BytesIO()
    numpy.save(out, [values * 0.5, values.astype('i4').T, values % 3 == 0, values.astype('c16')][kind])
    return out.getvalue()


def damaged(damage, seed):
    text = example(seed % 4)
    memory = ctypes.create_string_buffer(text, len(text) + ROOM)
    size = damage(memory, len(text), seed)
    return memory.raw[:size]


def read():
    """1 if the file is accepted. What is wrong otherwise, or an error that is a refusal, is raised."""
    array = us.load(FILE)
    elements, dtype = array.to_numpy(), array.dtype
    array.free()
    try:
        same = numpy.load(FILE)
    except Exception:  # NumPy evaluates the head as an expression of Python, which any byte in it can spoil
        return
    assert elements.shape == same.shape and dtype == same.dtype.newbyteorder('='), f'{elements.shape} {dtype}'
    assert numpy.array_equal(elements.view('u1'), numpy.ascontiguousarray(same.astype(dtype)).view('u1')), 'other elements'


def main():
    first, last = int(sys.argv[1]), int(sys.argv[2])
    damage = ctypes.CDLL(sys.argv[3]).damage
    damage.restype, damage.argtypes = ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_ulong]
    accepted = refused = faults = 0
    for seed in range(first, last + 1):
        with open(FILE, 'wb') as f:
            f.write(damaged(damage, seed))
        try:
            read()
            accepted += 1
        except us.Error as error:  # a wrong file, or an array that is larger than the library's memory
            refused += 1
            faults += '\n' in str(error)
        except Exception as error:
            faults += 1
            print(f'FAILED: seed {seed}: {type(error).__name__}: {error}')
    print(f'{accepted} accepted, {refused} refused, {faults} faults')


main()
