#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random upc_forall loops of tests/generator/foralls.py, each beside its definition.
#   tests/tools/compiler/foralls.sh FIRST COUNT   the seeds (1 1), 40 loops each: with and without optimisation, with THREADS fixed, and
#                                                 with far threads where the conduit mpi is built
. "$(dirname "$0")/../common.sh"
first=${1:-1} count=${2:-1}
ways=('-O2' '-O0' '-O3 -T4')
BUILD=$build "$tools/has_conduit" mpi && ways+=('-O2 -network=mpi')

for ((seed = first; seed < first + count; seed++)); do
  python3 "$top/tests/generator/foralls.py" $seed 40 >program.upc || die "foralls.py $seed"
  for way in "${ways[@]}"; do
    limited 120 "$UPCC" -w $way -I"$top/tests/upc/run" program.upc -o program || die "seed $seed, upcc $way"
    for threads in 1 3 4; do
      case $way in *-T4*) [ $threads = 4 ] || continue ;; esac
      UPC_NEAR=no UPC_PATIENCE=0 limited 60 "$UPCRUN" -n $threads ./program >output 2>&1 && tail -1 output | grep -q PASS && continue
      head -3 output
      die "seed $seed, upcc $way, $threads threads"
    done
  done
done
echo PASS
