#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Products without data among 32 simulated threads: what the calls inside of gemm hold on the way takes no memory of this
# host. Else it would be 1,041 MB with layers, whose sums are added, and 80 MB with one layer. And panels are passed on in time.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$top/bench/torus/layers.upc" -o layers || die "layers.upc does not compile"
cat >peak.py <<'PY'
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(f'{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MB at most')
sys.exit(status)
PY
below() { # MB GRID [BYTES]
  limited 100 python3 peak.py "$UPCRUN" -machine=bluegene-l,host-factor=0,torus=4x2x2 -n 32 ./layers 4000 16000 4000 500 4x8 "${@:3}" \
    >out 2>err || die "layers: $(cat out err)"
  local peak; peak=$(sed -n 's/ MB at most//p' out)
  echo "$(head -1 out); $peak MB of this host"
  grep -q "^$2 " out || die "the grid must be $2"
  [ "${peak:-0}" -gt 10 ] && [ "$peak" -lt "$1" ] || die "${peak:-?} MB, must be below $1"
}
below 50 2x2x8
below 50 1x4x8 1
# Lists of the owners of work arrays' blocks, which every thread makes: 167 MB if each has its own.
limited 60 "$UPCRUN" -machine=bluegene-l,host-factor=0 -n 1024 ./layers 32 32768 64 32 1x1024 >out 2>err || die "layers: $(cat out err)"
own=$(sed -n 's/.*memory of this host: \([0-9]*\).* MB own.*/\1/p' err)
echo "$(head -1 out); $own MB of 1024 threads"
[ "${own:-0}" -gt 20 ] && [ "$own" -lt 110 ] || die "${own:-?} MB of 1024 threads, must be below 110"

# 1.12 s; 1.52 if a thread passes panels on between two squares of 512 x 512 alone.
limited 60 "$UPCRUN" -machine=bluegene-l,host-factor=0,torus=4x2x2 -n 32 ./layers 2000 8000 2000 500 4x8 1 >out 2>err ||
  die "layers: $(cat out err)"
head -1 out
awk '{ exit !($2 > 1 && $2 < 1.3) }' out || die "the product must take less than 1.3 s"
echo PASS
