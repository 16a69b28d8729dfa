#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# matmul prints one line of a fixed form, and on a terminal how far a long run is; a wrong argument gives one line too, from however many threads.
. "$(dirname "$0")/../common.sh"
matmul=$apps/matmul
"$UPCRUN" -n 4 "$matmul" 100 90 110 --block 16 --grid 2x2 --check --repeat 3 >out 2>&1 || die 'status'
same "$(wc -l <out)" 1
grep -Eqx 'matmul 100x90x110 block 16 grid 2x2 threads 4: [0-9]+\.[0-9]{4}/[0-9]+\.[0-9]{4} s \(min/median\), [0-9]+\.[0-9] GFlop/s, residual [0-9.]+ PASS' out ||
  die "the line is: $(cat out)"
"$UPCRUN" -n 4 "$matmul" 100 90 letters >out 2>&1 && die 'letters taken for a size'
same "$(wc -l <out)" 1
grep -q step out && die 'progress without a terminal'
script -qec "'$UPCRUN' -n 1 '$matmul' 1100 1100 1100 --plain --block 8 --repeat 4" /dev/null >out 2>&1 || die "on a terminal: $(cat out)"
grep -q 'step [0-9]* of 138' out || die "no progress on a terminal: $(cat out)"
exit 0
