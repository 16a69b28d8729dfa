# SPDX-License-Identifier: BSD-3-Clause
# Read by tests/tools/files/damaged.sh: recorded times, as upcrun -replay= reads them.
# 20 times of each of two threads, all after the call that the reader names.
make_times() {
  python3 - >example <<'EOF' || die 'no example of times'
import struct, sys
text, number = b'prog.upc:9: upc_barrier', 1469598103934665603
for byte in text: number = (number ^ byte) * 1099511628211 % 2**64
call = (number >> 40 ^ number) % 2**24
pieces = [(thread, 10) for _ in range(2) for thread in range(2)]
sys.stdout.buffer.write(b'upctimes' + struct.pack('=Q', 2) + b''.join(
    struct.pack('=II10Q', *piece, *[time << 24 | call for time in range(10)]) for piece in pieces))
EOF
}

make_times
compile companions/sim/runtime/conduits/sim/record.c -Iupc -Iupc/runtime -Icompanions/sim/runtime -Icompanions/sim/runtime/conduits/sim
read_all example
