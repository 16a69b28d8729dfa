#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Random UPC programs of tests/generator. They compare their values with those that the generator computed.
#   tests/tools/compiler/generator.sh FIRST COUNT     the seeds (1 12), four to a program, on 1, 2, 3, 4, 5 or 7 threads, with
#                                            THREADS fixed at compile time (static) or not (dynamic) in turn
# A failing seed is printed with the command that makes its program again.
. "$(dirname "$0")/../common.sh"
first=${1:-1} count=${2:-12} counts=(3 2 4 1 5 7) modes=(dynamic static) failed=0
clang-${LLVM:-19} -O1 -Wall -Wextra "$top"/tests/generator/*.c -o generate || die 'the generator does not compile'

# one THREADS MODE OPTIMISATION FIRST COUNT
one() {
  local fixed=; [ "$2" = static ] && fixed="-T $1"
  ./generate "$1" "$2" "$4" "$5" >program.upc || die "generate $*"
  limited 120 "$UPCC" -w $fixed "$3" -I"$top/tests/upc" program.upc -o program >messages 2>&1 || { head -n 20 messages; return 1; }
  limited 60 "$UPCRUN" -n "$1" ./program >output 2>&1 && [ "$(tail -n 1 output)" = PASS ] && return 0
  head -n 20 output
  return 1
}

for ((seed = first; seed < first + count; seed += 4)); do
  batch=$((seed / 4)) left=$((first + count - seed))
  threads=${counts[$((batch % 6))]} mode=${modes[$((batch % 2))]} level=-O$((batch / 3 % 3))
  [ $((batch / 6 % 2)) = 1 ] && mode=${modes[$(((batch + 1) % 2))]}
  one $threads $mode $level $seed $((left < 4 ? left : 4)) && continue
  failed=$((failed + 1))
  for ((k = seed; k < seed + 4 && k < first + count; k++)); do
    one $threads $mode $level $k 1 >/dev/null || echo "FAILED: seed $k: generate $threads $mode $k 1, upcc $level"
  done
done
echo "generator seeds $first to $((first + count - 1)): $failed programs failed"
[ $failed = 0 ]
