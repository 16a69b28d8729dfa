#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A wrong argument on all threads gives one line within a second, and no thread is left.
set -u
. tests/load
program=${BUILD:-build}/tests/one_line.$$
trap 'rm -f "$program"' EXIT
${UPCC:-build/bin/upcc} -Isrc tests/library/wrong_use.upc -o "$program" || exit 1
failed=0
for threads in 1 2 4 8; do
  for case in step len counts grid 'len one' 'index one'; do
    start=$(date +%s%N)
    output=$(tests/limited 10 "${UPCRUN:-build/bin/upcrun}" -n $threads "$program" $case 2>&1)
    status=$? took=$((($(date +%s%N) - start) / 1000000))
    [ $status = 1 ] && [ "$(wc -l <<<"$output")" = 1 ] && [ $took -lt "$(stretched 1500)" ] && continue
    echo "wrong_use $case on $threads threads: status $status after $took ms:"; echo "$output"; failed=1
  done
done
tests/tools/processes called "$program" && { echo 'threads are left'; failed=1; }
exit $failed
