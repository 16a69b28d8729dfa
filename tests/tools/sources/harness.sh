#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What tests/run prints: progress, the slowest tests, skipped ones grouped by reason, failed ones with a command that repeats
# them, time limits. Two do not run at once with one build folder.
. "$(dirname "$0")/../common.sh"
cat >list <<'LIST'
command - - true => 0
command - - echo "it's wrong"; false => 0
command - - echo "needs a hammer: buy one"; exit 77 => 0
command - - echo "needs a hammer: buy one"; exit 77; true => 0
command - - sleep 99 => 0
LIST
run() { ( cd "$top" && BUILD=$dir/build FOREIGN= CONDUIT= LIST=$dir/list JOBS=2 TEST_TIMEOUT=1 tests/run "$@" ); }
expect() { grep -qxF -- "$1" out || { cat out; die "no line: $1"; }; }
run >out 2>&1 && die 'status 0, and tests failed'
same "$(tail -n 1 out)" '1 passed, 2 failed, 2 skipped'
expect "5 tests of $dir/list, 2 at a time"
expect '      2 needs a hammer: buy one'
grep -A 1 '^slowest' out | grep -qE '^    [0-9]+\.[0-9] command - - sleep 99 => 0$' || { cat out; die 'the slowest test is not named'; }
grep -q '^passed  *[1-5] of 5  command - - true' out || { cat out; die 'no progress'; }
grep -q 'time limit 1 s, TEST_TIMEOUT=2 allows more' out || { cat out; die 'the limit is not named'; }

# The command that is printed runs this one test again.
again=$(sed -n "s/^    \(.*tests.run .*wrong.*\)/\1/p" out)
( cd "$top" && eval "$again" ) >out 2>&1 && die "status 0: $again"
same "$(tail -n 1 out)" '0 passed, 1 failed, 0 skipped'

( flock 9; run >out 2>&1 ) 9>build/tests.lock && die 'two at once with one build folder'
same "$(cat out)" "tests/run: another one runs with the build folder $dir/build; wait for its end"

# Each line of tests/not_sanitized is for some line of the lists.
while IFS='|' read -r pattern reason; do
  while IFS= read -r line; do [[ $line == $pattern ]] && continue 2; done < <(cat "$top"/tests/{list,slow})
  die "tests/not_sanitized: no line of tests/list or tests/slow matches: $pattern"
done < <(grep -v '^#' "$top/tests/not_sanitized")
