#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# different_calls.sh: thread 0 makes a call of all threads where the others make another one (different_calls.upc). The job ends with
# one line that names both calls.
. "$(dirname "$0")/../common.sh"
"$UPCC" -O1 "$here/different_calls.upc" -o calls || die 'the program does not compile'
calls='upc_barrier upc_all_alloc upc_all_free upc_all_lock_alloc upc_all_lock_free upc_all_atomicdomain_alloc upc_all_atomicdomain_free
  upc_all_fopen'
pair=0
for first in $calls; do
  for other in $calls; do
    # Each call meets each other one, with two threads or three.
    [ $first = $other ] && continue
    output=$(limited 60 "$UPCRUN" -n $((2 + pair++ % 2)) ./calls $first $other 2>&1)
    status=$?
    [[ $status = 1 && $output != *$'\n'* && $output = *$first* && $output = *$other* ]] ||
      die "$first, $other: status $status, $output"
  done
done
for call in $calls; do limited 60 "$UPCRUN" -n 2 ./calls $call $call || die $call; done
echo PASS
