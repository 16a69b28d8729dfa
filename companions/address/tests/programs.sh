#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The verdicts on the accesses of random programs are those of a model (random_programs.py).
#   programs.sh CONDUIT THREADS PROGRAMS SEED...   PROGRAMS of each seed, at -O0, -O1, -O2 or -O3 in turn
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=$1 threads=$2 programs=$3
levels=(-O2 -O1 -O3 -O0)
for seed in "${@:4}"; do
  level=${levels[seed % 4]}
  python3 "$here/random_programs.py" "$seed" "$programs" "$threads" >random.upc &&
    "$UPCC" -w "-network=$conduit" -fsanitize=shared-address "$level" random.upc -o random >messages 2>&1 || { head messages; die "seed $seed"; }
  UPC_ASAN=report "$UPCRUN" -n "$threads" ./random >output 2>errors </dev/null
  status=$?
  { [[ $status = 67 || $status = 0 ]] && same "$(grep -c '^PASS' output)" "$threads"; } ||
    { cat output; tail -n 20 errors; die "$level, seed $seed: status $status"; }
  grep '^PASS' output >>all
done
awk -v n=$(($# - 3)) -v m="$programs" '{ a += $4; f += $6 } END { print "PASS", n * m, "programs,", a, "accesses,", f, "of them faults" }' all
