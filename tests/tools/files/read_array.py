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
    same = numpy.load(FILE)
    assert array.shape == same.shape and array.dtype == same.dtype, f'{array.shape} {array.dtype}'
    assert numpy.array_equal(array.to_numpy().view('u1'), numpy.ascontiguousarray(same).view('u1')), 'other elements'
    array.free()


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
        except us.Error:  # an array that the library cannot have: of five dimensions, or larger than its memory
            refused += 1
        except Exception as error:
            clear = isinstance(error, ValueError) and FILE in str(error) and '\n' not in str(error)
            refused += clear
            faults += not clear
            if not clear:
                print(f'FAILED: seed {seed}: {type(error).__name__}: {error}')
    print(f'{accepted} accepted, {refused} refused, {faults} faults')


main()
