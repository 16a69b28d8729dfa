#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc --coverage: the files for gcov lie where clang would put them, in one command and in two, and gcov counts the
# lines of the .upc file.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" llvm-cov-19 || exit 77
echo 'int main(void) { return 0; }' | clang-19 --coverage -x c - -o plain 2>/dev/null ||
  { echo "Clang's library for counting is not installed: scripts/setup --sanitize"; exit 77; }
cat >part.upc <<'EOT'
#include <upc.h>
int twice(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += 2;
  return sum;
}
EOT
cat >main.upc <<'EOT'
#include <upc.h>
int twice(int n);
int main(void) { return twice(5) - 10; }
EOT
counted() { # counted FILE: gcov reads it, and line 5 ran five times
  [ -f "$1.gcno" ] && [ -f "$1.gcda" ] || die "no $1.gcno or $1.gcda among: $(ls)"
  llvm-cov-19 gcov "$1.gcda" >gcov.out 2>&1 || die "gcov: $(cat gcov.out)"
  grep -q ' 5: *5: *sum += 2;' part.upc.gcov || die "line 5 of part.upc: $(cat part.upc.gcov gcov.out)"
  rm -f -- *.gcda *.gcov
}
"$UPCC" --coverage main.upc part.upc -o prog && "$UPCRUN" -n 1 ./prog || die "one command: status $?"
counted prog-part
"$UPCC" -fprofile-arcs -ftest-coverage -c part.upc && "$UPCC" -fprofile-arcs -ftest-coverage -c main.upc -o other.o &&
  "$UPCC" -fprofile-arcs part.o other.o -o prog && "$UPCRUN" -n 1 ./prog || die "two commands: status $?"
[ -f other.gcno ] || die "no other.gcno among: $(ls)"
counted part
echo PASS
