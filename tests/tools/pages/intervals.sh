#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The table of intervals in docs/language.md says of each call what its sections count. Each call gets a section beyond the
# end of an array of 12 elements in 4 blocks. Its message says which elements or blocks there are.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" python3 || exit 77
cat >calls.py <<'END'
import ctypes, sys

library = ctypes.CDLL(sys.argv[1])
rows = [line.split('|')[1:3] for line in open(sys.argv[2]) if line.startswith('|')]
named = {kind: ' '.join(what for what, counts in rows if counts.strip() == kind) for kind in ('blocks', 'elements')}


class Options(ctypes.Structure):
    _fields_ = [('errors', ctypes.c_int), ('check', ctypes.c_int), ('threads', ctypes.c_int), ('heap', ctypes.c_size_t)]


class Pointer(ctypes.Structure):
    _fields_ = [('offset', ctypes.c_size_t), ('where', ctypes.c_ulong)]


def call(name, *arguments, result=ctypes.c_int):
    function = getattr(library, 'upc_stride_c_' + name)
    function.restype = result
    return function(*arguments)


def sizes(*values):
    return (ctypes.c_size_t * len(values))(*values)


call('init_with', None, None, ctypes.byref(Options(1, 0, 0, 0)))
array = ctypes.c_void_p(call('all_alloc', 1, sizes(12), sizes(3), ctypes.c_size_t(8), 0, None, result=ctypes.c_void_p))
section = ctypes.create_string_buffer(1024)
assert call('select', section, array, b'0:1000') == 0
kinds = {'section': section, 'pointer': Pointer(), 'size': ctypes.c_size_t(0), 'op': ctypes.c_ulong(1), 'int': ctypes.c_int(0)}
calls = [(name, [kinds.get(kind) for kind in arguments]) for name, *arguments in
         map(str.split, call('operations', result=ctypes.c_char_p).decode().splitlines())]
calls += [('get_patch', [None, None, section]), ('put_patch', [section, None, None]), ('have_affinity', [section]),
          ('element_numbers', [section, None]),
          ('acc_patch', [section, ctypes.c_ulong(1), 20, None, None]),
          ('write', [b'x.npy', section, b'f8', None]), ('read', [section, b'x.npy', b'f8', None])]
wrong = 0
for name, arguments in calls:
    assert call(name, *arguments) == -1, name
    line = call('last_error', result=ctypes.c_char_p).decode()
    counts = 'blocks' if 'picks block 1000' in line and 'in 0..3' in line else 'elements'
    assert counts == 'blocks' or ('picks element 1000' in line and 'in 0..11' in line), line
    says = 'elements' if f'`upc_stride_{name}`' in named['elements'] else 'blocks'
    if says != counts:
        print(f'docs/language.md says that upc_stride_{name} counts {says}; it counts {counts}')
        wrong += 1
print(f'{len(calls)} calls, {wrong} wrong')
sys.exit(wrong > 0)
END
limited 60 "$UPCRUN" -n 1 python3 calls.py "$build/lib/libupc_stride.so" "$top/docs/language.md"
