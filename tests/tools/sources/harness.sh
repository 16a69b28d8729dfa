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
command - - tests/tools/has_conduit mpi-mpich || exit 77 => 0
command - - tests/tools/has_conduit mpi-openmpi || exit 77 => 0
command - - tests/tools/has_conduit sim || true => 0
command - - tests/tools/has_program slurm-of-another-world || exit 77 => 0
command - - echo 120 => 0 0
command - - echo '10 0' => 0 0 0
command - - echo unPASSed => 0 PASS
command - - false | true => 0
command - - echo 'a (PASS), 12 calls, 0 failed.' => 0 , 0 failed
LIST
run() { ( cd "$top" && BUILD=$dir/build FOREIGN= CONDUIT= LIST=$dir/list JOBS=2 TEST_TIMEOUT=1 tests/run "$@" ); }
expect() { grep -qxF -- "$1" out || { cat out; die "no line: $1"; }; }
run >out 2>&1 && die 'status 0, and tests failed'
same "$(tail -n 1 out)" '3 passed, 6 failed, 5 skipped'
same "$(tail -n 2 out | head -n 1)" "not tested: 2 lines on MPI, 1 with other packages (scripts/setup --cluster, then this again); 2 for other \
reasons (what is said above); 1 line only in part"
for text in "expected in the output: 0" "expected in the output: 0 0" "expected in the output: PASS" "status 1, expected 0"; do
  expect "        FAILED: $text"
done
expect "14 tests of $dir/list, 2 at a time"
seed=$(sed -n '2s/.* LEVEL_SEED=\([0-9]*\)$/\1/p' out)
grep -q "LEVEL_SEED=$seed .*tests/run" out || { cat out; die 'the command that repeats a test has not the seed of the levels'; }
expect '      2 needs a hammer: buy one'
grep -A 1 '^slowest' out | grep -qE '^    [0-9]+\.[0-9] command - - sleep 99 => 0$' || { cat out; die 'the slowest test is not named'; }
grep -q '^passed  *[0-9]* of 14  command - - true' out || { cat out; die 'no progress'; }
grep -q 'time limit 1 s, TEST_TIMEOUT=2 allows more' out || { cat out; die 'the limit is not named'; }
grep -qE '[0-9]+ [SR] [0-9]+,[^ ]+ sleep 99' out || { cat out; die 'what did not end in time is not named'; }

# Those that failed run again, by the command that is printed above them; the outputs of the run before stay.
again=$(sed -n 's/^failed, each .*(\(.*--failed\) repeats all):$/\1/p' out)
rm -r build/tests/log/2.verdict # as if the run had been ended
( cd "$top" && JOBS=4 TEST_TIMEOUT=1 eval "$again" ) >again && die "status 0: $again"
same "$(tail -n 1 again)" '0 passed, 6 failed, 0 skipped'
same "$(grep -c '^failed .*it.s wrong' again)" 1
same "$(cat build/tests-before/3)" 'needs a hammer: buy one'

# The command that is printed runs this one test again.
again=$(sed -n "s/^    \(.*tests.run .*wrong.*\)/\1/p" out)
( cd "$top" && eval "$again" ) >out 2>&1 && die "status 0: $again"
same "$(tail -n 1 out)" '0 passed, 1 failed, 0 skipped'
echo 'command - - test -e "$BUILD/mended" => 0' >list
run >again && die 'status 0: a file is missing'
touch build/mended
run --failed >again || { cat again; die 'what failed is not repeated'; }
run --failed >again || { cat again; die 'nothing failed, and the status is not 0'; }
same "$(cat again)" 'tests/run: --failed: nothing failed in the last run'

# With AGAIN, a few lines that failed run again, and what passed then is named with its first output; more lines do not.
cat >list <<'LIST'
command - - if mkdir "$BUILD/once"; then echo "too early"; false; fi => 0
command - - echo "wrong each time"; false => 0
LIST
AGAIN=2 run >out 2>&1 && die 'status 0, and a test failed twice'
same "$(tail -n 1 out)" '1 passed, 1 failed, 0 skipped'
same "$(grep '^failed first' out)" "failed first, and passed when it ran again: $(head -n 1 list)"
expect '        too early'
same "$(grep -c '^ *wrong each time' out)" 3
rmdir build/once
AGAIN=1 run >out 2>&1 && die 'status 0, and two tests failed'
same "$(tail -n 1 out)" '0 passed, 2 failed, 0 skipped'
rmdir build/once
sed -i 2d list
AGAIN=1 run >out 2>&1 || die 'a line that passes when it runs again counts as failed'
rmdir build/once
run >out 2>&1 && die 'a line runs again without AGAIN'

# Programs that passed in another run are left out; commands, what failed there, and programs of another seed are not.
printf '%s\n' 'run 2 smp passed.upc' 'run 2 smp failed.upc' 'command - - true => 0' >list
{ echo 'programs in UPC with -O0 or -O2, drawn by LEVEL_SEED=7'; echo 'passed   1 of 3  run 2 smp passed.upc'
  echo 'failed   2 of 3  run 2 smp failed.upc'; echo 'passed   3 of 3  command - - true => 0'; } >before
LEVEL_SEED=7 PASSED=$dir/before run >out 2>/dev/null
same "$(tail -n 1 out)" '1 passed, 0 failed, 1 skipped'
grep -q '^skipped .*run 2 smp failed.upc' out && ! grep -q 'passed.upc' out || { cat out; die 'another program than the one that had passed is left out'; }
expect "1 programs that passed in $dir/before are left out"
LEVEL_SEED=8 PASSED=$dir/before run >out 2>&1 && die 'another seed, and status 0'
same "$(cat out)" "tests/run: PASSED=$dir/before: no run with LEVEL_SEED=8"

( flock 9; run >out 2>&1 ) 9>build/tests.lock && die 'two at once with one build folder'
same "$(cat out)" "tests/run: another one runs with the build folder $dir/build; wait for its end"

# Each line of tests/not_sanitized and of tests/not_far is for some line of the lists.
for file in tests/not_sanitized tests/not_far; do
  while IFS='|' read -r pattern reason; do
    while IFS= read -r line; do [[ $line == $pattern ]] && continue 2; done < <(cd "$top" && cat $(tests/lists tests/list tests/slow))
    die "$file: no line of tests/list or tests/slow matches: $pattern"
  done < <(cd "$top" && grep -hv '^#' $(tests/lists $file))
done

# The levels of optimisation: a seed draws each of them, and the same one for a program each time; LEVEL= is for all programs.
levels() { ( LEVEL=$1 LEVEL_SEED=$2; . "$top/tests/kinds"; for program in {1..60}.upc; do level; done ); }
same "$(levels '' 7 | sort -u | tr '\n' ' ')" '-O0 -O1 -O2 -O3 -Os '
same "$(levels '' 7)" "$(levels '' 7)"
[ "$(levels '' 7)" != "$(levels '' 8)" ] || die 'two seeds draw the same levels'
same "$(levels s 7 | sort -u)" '-Os'
