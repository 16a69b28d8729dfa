#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Copies within a node share its memory (node-bandwidth). A copy alone takes the time of near-bandwidth. Of several, each has
# an equal part, and when one ends the others have more: the expected times are computed from the definition, step by step.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$top/companions/sim/tests/copies.upc" -o copies || die 'copies.upc'
near='threads-per-node=4,near-bandwidth=10 GB/s,own-bandwidth=10 GB/s'
for node in 0 5 20 100; do for copying in 1 2 3 4; do
  limited 60 "$UPCRUN" -machine="flat,host-factor=0,$near,node-bandwidth=$node GB/s" -n 4 ./copies $copying 8 >out 2>err ||
    { cat out err; die "node-bandwidth $node"; }
  awk -v node=$node -v n=$copying '{ took[NR - 1] = $1 } END {  # bytes and bytes a microsecond; they end in order
    for (t = 0; t < n; t++) {
      left = n - t
      rate = node > 0 && node * 1000 / left < 10000 ? node * 1000 / left : 10000
      bytes = (8 * 1048576 * (4 + t) / 4) - done
      now += bytes / rate; done += bytes
      if (took[t] < now - 0.01 || took[t] > now + 0.01) { print "thread " t ": " took[t] " us, expected " now; exit 1 }
    }
    exit NR != n
  }' out || { cat out; die "node-bandwidth $node GB/s, $copying copies"; }
done; done
echo PASS
