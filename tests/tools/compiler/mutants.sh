#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Damaged test programs (mutate.c). upcc may accept or refuse each of them. It must not crash, hang, or write C that does
# not compile.
#   tests/tools/compiler/mutants.sh FIRST LAST     the seeds (1 60); each is a mutation of one of the test programs in turn
# LEFT_OUT= is the name of a program that is left out.
. "$(dirname "$0")/../common.sh"
first=${1:-1} last=${2:-60}
clang-${LLVM:-19} -O1 -Wall -Wextra "$here/mutate.c" -o mutate || die 'mutate.c does not compile'
tests=$tools/..
programs=("$tests"/upc/{run,refuse,c,fail,multi/*}/*.{upc,c} "$tests"/library/ext/*.upc)
found=0
for ((seed = first; seed <= last; seed++)); do
  program=${programs[$((seed * 7 % ${#programs[@]}))]}
  name=$(basename "$program")
  [ -e "$program" ] && [ "$name" != "${LEFT_OUT:-}" ] || continue
  flags=$(sed -n '1,30s,^// flags: *,,p' "$program")
  mkdir -p a/b
  ./mutate "$program" "$seed" >"a/b/$name"
  limited 30 $UPCC $flags -w -I"$(dirname "$program")" -I"$tests/upc" -I"$tests/upc/run" -I"$tests/../src" -c "a/b/$name" -o out.o >messages 2>&1
  status=$?
  if [ $status -gt 1 ] || grep -q 'a defect of upcc\|Sanitizer\|runtime error:' messages; then
    found=$((found + 1))
    echo "FAILED: mutate $program $seed, upcc $flags: status $status"
    grep -m 3 'Sanitizer\|runtime error:\|error: ' messages
  fi
done
echo "mutants $first to $last: $found make upcc fail"
[ $found = 0 ]
