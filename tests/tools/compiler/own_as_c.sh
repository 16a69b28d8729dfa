#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random programs of tests/generator/own_as_c.py, each as UPC and as C: what they print must be the same. All threads are far from
# each other.
#   tests/tools/compiler/own_as_c.sh FIRST COUNT FUNCTIONS CHECKED    the seeds (1 2), so many functions each (20). Each program
#         is compiled for the conduits sim and mpi, at a level and with an option that the seed draws. CHECKED: for sim once more,
#         with a runtime that compares all values (URT_CHECKS; 1: yes)
. "$(dirname "$0")/../common.sh"
first=${1:-1} count=${2:-2} functions=${3:-20} checks=${4:-1} failed=0 programs=0
levels=(-O1 -O2 -O3) options=('' '' '' -fno-upc-division -fno-upc-pointers -fno-upc-tables -fno-upc-read-ahead -fno-upc-updates)
export UPC_MACHINE=flat,threads-per-node=1,host-factor=0 UPC_NEAR=no UPC_PATIENCE=0
conduits=(sim)
BUILD=$build "$tools/has_conduit" sim || exit 77
BUILD=$build "$tools/has_conduit" mpi && conduits+=(mpi)

. "$here/far_checked.sh"
far_checked "$top/upc/runtime/core/far.c"

# tried COMMAND..: compiles and runs the seed's program
tried() {
  programs=$((programs + 1))
  limited 240 "$@" -fno-strict-aliasing -fwrapv -w program.upc other.upc -o program >messages 2>&1 ||
    { echo "FAILED: seed $seed, $*"; head -n 4 messages; failed=$((failed + 1)); return; }
  limited 120 "$UPCRUN" -n 3 ./program >output 2>messages && cmp -s expected output && return
  echo "FAILED: seed $seed, $*"
  diff expected output | head -n 4; grep -v '^ \|^machine' messages | head -n 4
  failed=$((failed + 1))
}

for ((seed = first; seed < first + count; seed++)); do
  python3 "$top/tests/generator/own_as_c.py" $seed "$functions" program.upc other.upc || die "own_as_c.py $seed"
  clang-${LLVM:-19} -w -fwrapv -fno-strict-aliasing -O0 -x c program.upc other.upc -o as_c -lm && limited 60 ./as_c >expected ||
    die "seed $seed as C"
  level=${levels[$((seed % 3))]} option=${options[$((seed / 3 % 8))]}
  for conduit in "${conduits[@]}"; do tried "$UPCC" $level $option -network=$conduit; done
  [ "$checks" = 0 ] || tried bin/upcc $level $option -network=sim far.o
done
echo "seeds $first to $((first + count - 1)), $((count * functions)) functions, $programs programs: $failed programs failed"
[ $failed = 0 ]
