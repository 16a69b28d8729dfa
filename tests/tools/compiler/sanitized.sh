#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The front end with the address and undefined-behaviour sanitizers, over every test program and over damaged ones.
# Builds it first, in a minute or two (scripts/setup --sanitize installs what it needs).
#   tests/tools/compiler/sanitized.sh [FIRST LAST]     the seeds of the mutants (1 1000)
cd "$(dirname "$0")/../../.." || exit 1
llvm=${LLVM:-19} build=${SANITIZED:-build/sanitized}
# A compiler need not free its memory. Clang's own code is compiled without sanitizers and allocates from the same pools.
export ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0
make B="$build" CXX="clang++-$llvm -g1 -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined \
-fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS" all || exit 1
# Clang's own parser crashes on this program. upcc reports that, but the address sanitizer ends the process before it can.
export LEFT_OUT=syntax_after_name.upc
export UPCC=$PWD/$build/bin/upcc UPCRUN=$PWD/$build/bin/upcrun

failed=0
for program in tests/upc/{run,refuse,c,fail,multi/*}/*.{upc,c} companions/*/tests/{run,refuse,fail}/*.upc tests/library/ext/*.upc tests/library/*.upc src/*.upc src/*/*.upc examples/*.upc; do
  [ -e "$program" ] || continue
  [ "${program##*/}" = "$LEFT_OUT" ] && continue
  timeout -k 1 60 "$UPCC" $(sed -n '1,30s,^// flags: *,,p' "$program") -w -Isrc -c "$program" -o /dev/null >"$build/messages" 2>&1
  status=$?
  [ $status -le 1 ] && ! grep -q 'Sanitizer\|runtime error:' "$build/messages" && continue
  echo "FAILED: $program: status $status"
  grep -m 3 'Sanitizer\|runtime error:' "$build/messages"
  failed=$((failed + 1))
done
echo "test programs: $failed failed"
tests/tools/compiler/mutants.sh "${1:-1}" "${2:-1000}" && [ $failed = 0 ]
