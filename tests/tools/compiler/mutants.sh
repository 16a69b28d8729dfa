#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Damaged sources (mutate.c): all in UPC and C, with the headers. upcc may accept or refuse each of them. It must not
# crash, hang, or write C that does not compile.
#   tests/tools/compiler/mutants.sh FIRST LAST     the seeds (1 60); each is a mutation of one of the sources in turn
# LEFT_OUT= is the name of a program that is left out.
. "$(dirname "$0")/../common.sh"
first=${1:-1} last=${2:-60}
clang-${LLVM:-19} -O1 -Wall -Wextra "$here/mutate.c" -o mutate || die 'mutate.c does not compile'
tests=$tools/..
programs=("$tests"/upc/{run,refuse,warn,c,fail,multi/*}/*.{upc,c,h} "$top"/companions/*/tests/*/*.upc "$tests"/library/{,ext/}*.{upc,h} "$top"/{apps,src}/{,*/}*.{upc,h}
  "$top"/{upc/,,companions/*/}include/*.h "$top"/examples/*.upc)
found=0
for ((seed = first; seed <= last; seed++)); do
  program=${programs[$((seed * 7 % ${#programs[@]}))]}
  name=$(basename "$program")
  [ -e "$program" ] && [ "$name" != "${LEFT_OUT:-}" ] || continue
  flags=$(sed -n '1,30s,^// flags: *,,p' "$program")
  mkdir -p a/b
  ./mutate "$program" "$seed" >"a/b/$name"
  source=a/b/$name
  [[ $name != *.h ]] || { source=includes.upc; echo "#include \"a/b/$name\"" >$source; }
  level=$((seed % 4)) # half of them with -O0
  limited 30 "$UPCC" -O$((level > 2 ? 0 : level)) $flags -w -I"$(dirname "$program")" -I"$tests/upc" -I"$tests/upc/run" -I"$top/src" -c $source \
    -o out.o >messages 2>&1
  status=$?
  if [ $status -gt 1 ] || grep -q 'a defect of upcc\|Sanitizer\|runtime error:' messages; then
    found=$((found + 1))
    echo "FAILED: mutate $program $seed, upcc $flags: status $status"
    grep -m 3 'Sanitizer\|runtime error:\|error: ' messages
  fi
done
echo "mutants $first to $last: $found make upcc fail"
[ $found = 0 ]
