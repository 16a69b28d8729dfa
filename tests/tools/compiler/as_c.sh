#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random programs of a script in tests/generator, each as UPC and as C: what they print must be the same.
#   tests/tools/compiler/as_c.sh GENERATOR FIRST COUNT FUNCTIONS WAYS
#         the seeds FIRST to FIRST + COUNT - 1, so many functions each, of own_as_c, loops_as_c or nests_as_c. WAYS:
#         plain   smp at each level and with checks, mpi without optimisation and with near threads
#         far     all threads far from each other, at a level and with an option that the seed draws: sim, mpi, and sim
#                 with a runtime that compares all values that were read ahead with memory (URT_CHECKS)
#         one     one of these three: 72 seeds in a row have each level with each option in each of them
. "$(dirname "$0")/../common.sh"
generator=$1 first=$2 count=$3 functions=$4 kinds=$5 failed=0 programs=0
threads=2 sources=(program.upc) flags=(-w -fwrapv)
[ $generator = own_as_c ] && threads=3 sources+=(other.upc) flags+=(-fno-strict-aliasing)
levels=(-O1 -O2 -O3)
options=('' '' '' -fno-upc-division -fno-upc-pointers -fno-upc-tables -fno-upc-read-ahead -fno-upc-updates)
export UPC_MACHINE=flat,threads-per-node=1,host-factor=0 UPC_PATIENCE=0
ways=()
BUILD=$build "$tools/has_conduit" mpi && ways+=(mpi)
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

# tried NEAR COMMAND..: compiles and runs the seed's program
tried() {
  local near=$1; shift
  programs=$((programs + 1))
  limited 240 "$@" "${flags[@]}" "${sources[@]}" -o program >messages 2>&1 ||
    { echo "FAILED: seed $seed, $*"; head -n 4 messages; failed=$((failed + 1)); return; }
  UPC_NEAR=$near limited 120 "$UPCRUN" -n $threads ./program >output 2>messages && cmp -s expected output && return
  echo "FAILED: seed $seed, $*, UPC_NEAR=$near"
  diff expected output | head -n 4; grep -v '^ \|^machine' messages | head -n 4
  failed=$((failed + 1))
}

tried_plain() {
  local way
  for way in -O0 -O1 -O2 -O3 '-O2 -fcheck-bounds'; do tried 8 "$UPCC" $way; done
  [ ${#ways[@]} = 0 ] && return
  for way in '8 -O2' '8 -O0' 'no -O0'; do tried ${way% *} "$UPCC" ${way#* } -network=mpi; done
}

tried_far() { # WAY
  local level=${levels[seed % 3]} option=${options[seed / 3 % 8]}
  case $1 in
  checked) tried no bin/upcc $level $option -network=sim far.o ;;
  *)       tried no "$UPCC" $level $option -network=$1 ;;
  esac
}

for ((seed = first; seed < first + count; seed++)); do
  generate || die "$generator.py $seed"
  clang-${LLVM:-19} "${flags[@]}" -O0 -x c "${sources[@]}" -o as_c -lm && limited 60 ./as_c >expected ||
    die "seed $seed as C"
  case $kinds in
  plain) tried_plain ;;
  far)   for way in "${ways[@]}"; do tried_far $way; done ;;
  one)   tried_far ${ways[seed / 24 % ${#ways[@]}]} ;;
  *)     die "no such ways: $kinds" ;;
  esac
done
echo "$generator, seeds $first to $((first + count - 1)), $((count * functions)) functions, $programs programs: $failed failed"
[ $failed = 0 ]
