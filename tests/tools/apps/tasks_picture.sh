#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The picture that apps/tasks writes is a PNG file: its parts have right lengths and sums, and its points are those of the
# set, the same with any number of threads.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" python3 || exit 77
for n in 1 3; do
  "$UPCRUN" -n $n "$apps/tasks" mandelbrot 64 --repeat 1 --output $n.png >out 2>&1 || die "$n threads: $(cat out)"
done
cmp 1.png 3.png || die 'three threads draw another picture'
python3 - <<'END' || die 'not the picture'
import struct, zlib
data = open('1.png', 'rb').read()
assert data[:8] == b'\x89PNG\r\n\x1a\n'
at, parts = 8, {}
while at < len(data):
    size, name = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body), name
    parts[name], at = body, at + 12 + size
assert list(parts) == [b'IHDR', b'IDAT', b'IEND'] and parts[b'IHDR'] == struct.pack('>2I5B', 64, 64, 8, 0, 0, 0, 0)
rows = zlib.decompress(parts[b'IDAT'])
assert len(rows) == 64 * 65 and not any(rows[i * 65] for i in range(64))
def steps(c):
    z, k = 0, 0
    while k < 255 and abs(z) < 2:
        z, k = z * z + c, k + 1
    return k
for i in range(0, 64, 7):
    for j in range(64):
        got, want = rows[i * 65 + 1 + j], steps(complex(3 * j / 64 - 2.25, 3 * i / 64 - 1.5))
        assert abs(got - want) <= 1, (i, j, got, want)
END
# One that cannot be written completely is no file.
(trap '' XFSZ; ulimit -f 8; "$UPCRUN" -n 1 "$apps/tasks" mandelbrot 256 --repeat 1 --output large.png) >out 2>&1
same "$? $(grep -c '^tasks: cannot write large.png: ' out) $(ls)" "2 1 $(ls | grep -v large)"
echo PASS
