#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random programs of a script in tests/generator, each as UPC and as C: what they print must be the same.
#   tests/tools/compiler/loops_as_c.sh FIRST COUNT LOOPS GENERATOR    the seeds (1 4), so many loops each (10), of
#         loops_as_c or nests_as_c, with and without optimisation and checks, on smp, and where the conduit mpi is built
#         with two far and two near threads
. "$(dirname "$0")/../common.sh"
first=${1:-1} count=${2:-4} loops=${3:-10} generator=${4:-loops_as_c} failed=0
ways=('-O0' '-O1' '-O2' '-O3' '-O2 -fcheck-bounds')
BUILD=$build "$tools/has_conduit" mpi && ways+=('-O0 -network=mpi' '-O2 -network=mpi')

for ((seed = first; seed < first + count; seed++)); do
  python3 "$top/tests/generator/$generator.py" $seed "$loops" >program.upc || die "$generator.py $seed"
  clang-${LLVM:-19} -w -fwrapv -O0 -x c program.upc -o as_c && limited 60 ./as_c >expected || die "seed $seed as C"
  for way in "${ways[@]}"; do
    limited 120 "$UPCC" -w $way program.upc -o program >messages 2>&1 ||
      { echo "FAILED: seed $seed, upcc $way"; head -n 4 messages; failed=$((failed + 1)); continue; }
    places=(2)
    [[ $way = *mpi* ]] && places+=(no)
    for near in "${places[@]}"; do
      UPC_NEAR=$near UPC_PATIENCE=0 limited 60 "$UPCRUN" -n 2 ./program >output 2>&1 && cmp -s expected output && continue
      echo "FAILED: seed $seed, upcc $way, UPC_NEAR=$near"
      diff expected output | head -n 4
      failed=$((failed + 1))
    done
  done
done
echo "$generator, seeds $first to $((first + count - 1)): $failed programs failed"
[ $failed = 0 ]
