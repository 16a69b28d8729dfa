#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random graphs of functions with loops over far elements (tests/generator/calls.py).
#   tests/tools/compiler/calls.sh FIRST COUNT [GRAPHS]    programs by their seeds (1 2), of so many graphs each (20), in
#                                                         turn on mpi-mpich, sim and gasnet-udp, if they are built, at -O1,
#                                                         -O2, -O3
. "$(dirname "$0")/../common.sh"
first=${1:-1} count=${2:-2} graphs=${3:-20} failed=0 conduits=()
for conduit in mpi-mpich sim gasnet-udp; do
  BUILD=$build "$tools/has_conduit" $conduit >missing && conduits+=($conduit) || cat missing
done
[ ${#conduits[@]} -gt 0 ] || exit 77
for ((seed = first; seed < first + count; seed++)); do
  conduit=${conduits[$((seed % ${#conduits[@]}))]} level=-O$((seed / 2 % 3 + 1)) threads=$((seed / 6 % 3 + 2))
  python3 "$top/tests/generator/calls.py" $seed $graphs . || die 'the generator fails'
  limited 300 "$UPCC" -w $level -network=$conduit -I"$top/tests/upc" main.upc other.upc -lm -o program || die "seed $seed"
  UPC_NEAR=no limited 120 "$UPCRUN" -n $threads ./program >output 2>/dev/null && grep -qx PASS output && continue
  failed=$((failed + 1))
  echo "FAILED: calls.py $seed $graphs, upcc $level -network=$conduit, $threads threads:"
  head -n 5 output
done
echo "calls, seeds $first to $((first + count - 1)): $failed programs failed"
[ $failed = 0 ]
