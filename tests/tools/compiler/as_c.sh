#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random functions of a script in tests/generator, each as UPC and as C: what they print must be the same. A file has many of
# them, as most of the time goes to starting compilers and jobs; each begins with the same data and prints a line.
#   tests/tools/compiler/as_c.sh GENERATOR FIRST COUNT FUNCTIONS WAYS
#         the seeds FIRST to FIRST + COUNT - 1, so many functions each, of own_as_c, loops_as_c or nests_as_c. WAYS:
#         plain   smp at each level and with checks, mpi without optimisation and with near threads
#         far     all threads far from each other, at a level and with an option that the seed draws: each MPI, sim, and sim
#                 with a runtime that compares all values that were read ahead with memory (URT_CHECKS)
#         one     one of these four in turn: 96 seeds in a row have each with each level and each option
. "$(dirname "$0")/../common.sh"
generator=$1 first=$2 count=$3 functions=$4 kinds=$5 failed=0 compared=0 files=0
threads=2 sources=(program.upc) flags=(-w -fwrapv)
[ $generator = own_as_c ] && threads=3 sources+=(other.upc) flags+=(-fno-strict-aliasing)
levels=(-O1 -O2 -O3)
options=('' '' '' -fno-upc-division -fno-upc-pointers -fno-upc-tables -fno-upc-read-ahead -fno-upc-updates)
export UPC_MACHINE=flat,threads-per-node=1,host-factor=0 UPC_PATIENCE=0
ways=()
for conduit in mpi-mpich mpi-openmpi; do BUILD=$build "$tools/has_conduit" $conduit && ways+=($conduit); done
if [ $kinds != plain ] && BUILD=$build "$tools/has_conduit" sim; then
  ways+=(sim checked)
  . "$here/far_checked.sh"
  far_checked "$top/upc/runtime/core/far.c"
fi
[ $kinds = plain ] || [ ${#ways[@]} -gt 0 ] || exit 77

generate() {
  local script=$top/tests/generator/$generator.py
  if [ $generator = own_as_c ]; then python3 "$script" $seed $functions "${sources[@]}"
  else python3 "$script" $seed $functions >program.upc
  fi
}

# tried NEAR COMMAND..: compiles and runs the seed's program, and counts the functions that differ, or have no line
tried() {
  local near=$1 different; shift
  files=$((files + 1)) compared=$((compared + functions))
  limited 240 "$@" "${flags[@]}" "${sources[@]}" -o program >messages 2>&1 ||
    { echo "FAILED: seed $seed, $*"; head -n 4 messages; failed=$((failed + functions)); return; }
  UPC_NEAR=$near limited 120 "$UPCRUN" -n $threads ./program >output 2>messages && cmp -s expected output && return
  different=$(diff expected output | grep -c '^<')
  echo "FAILED: seed $seed, $*, UPC_NEAR=$near: $different functions differ"
  diff expected output | head -n 4; grep -v '^ \|^machine' messages | head -n 4
  failed=$((failed + (different ? different : functions)))
}

tried_plain() {
  local way
  for way in -O0 -O1 -O2 -O3 '-O2 -fcheck-bounds'; do tried 8 "$UPCC" $way; done
  [ ${#ways[@]} = 0 ] && return
  for way in '8 -O2' '8 -O0' 'no -O0'; do tried ${way% *} "$UPCC" ${way#* } -network=mpi; done
}

tried_far() { # WAY
  local turn=$((seed / ${#ways[@]})) level option
  level=${levels[turn % 3]} option=${options[turn / 3 % 8]}
  case $1 in
  checked) tried no bin/upcc $level $option -network=sim far.o ;;
  *)       tried no "$UPCC" $level $option -network=$1 ;;
  esac
}

for ((seed = first; seed < first + count; seed++)); do
  generate || die "$generator.py $seed"
  clang-${LLVM:-19} "${flags[@]}" -O0 -x c "${sources[@]}" -o as_c -lm && limited 60 ./as_c >expected ||
    die "seed $seed as C"
  [ "$(wc -l <expected)" = $functions ] || die "seed $seed: a function without a line"
  case $kinds in
  plain) tried_plain ;;
  far)   for way in "${ways[@]}"; do tried_far $way; done ;;
  one)   tried_far ${ways[seed % ${#ways[@]}]} ;;
  *)     die "no such ways: $kinds" ;;
  esac
done
echo "$generator, seeds $first to $((first + count - 1)), $compared functions compared in $files files: $failed failed"
[ $failed = 0 ]
