#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Products without data among 32 simulated threads: what the calls inside of gemm hold on the way takes no memory of this
# host. Else it would be 1,041 MB with layers, whose sums are added, and 80 MB with one layer.
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
echo PASS
