#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Checked mode: every mistake of disagree.upc ends the program with a line that names thread and argument, within a
# second. One more second is allowed for the launch, and more time on a busy machine.
set -u
. tests/load
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
"$UPCC" -O -Isrc tests/library/disagree.upc -o "$dir/disagree" || exit 1
failed=0

check() {  # CASE TEXT: in one line of the output
  local start=$(date +%s%N) output status
  output=$(UPC_STRIDE_CHECK=1 tests/limited 15 env LD_PRELOAD="${slow-}" "$UPCRUN" -n 3 "$dir/disagree" "$1" 2>&1)
  status=$?
  local ms=$((($(date +%s%N) - start) / 1000000))
  [ $status = 1 ] && [ $ms -lt "$(stretched 2000)" ] && grep -q -- "$2" <<<"$output" && return
  echo "$1: status $status after $ms ms, expected 1, before $(stretched 2000), and: $2"
  echo "$output"
  failed=1
}

check len       'upc_stride_broadcast: len: 8 on thread [01], 16 on thread 2, must be the same'
check root      'upc_stride_broadcast: src: element \[0\]\[0\] on thread 0 of the 2x192 array at [0-9]* given by thread [01], element \[0\]\[64\] on thread 1 of the 2x192 array'
check section   'upc_stride_broadcast: dst: <0, 0:2> .* on thread [01], <1, 0:2> .* on thread 2'
check flags     'upc_stride_exchange: sync_flags: UPC_IN_ALLSYNC|UPC_OUT_ALLSYNC on thread [01], UPC_IN_MYSYNC|UPC_OUT_ALLSYNC on thread 2'
check op        'upc_stride_reduce: op: UPC_ADD on thread [01], UPC_MAX on thread 2'
check perm      'upc_stride_permute: perm: .* on thread [01], .* on thread 2'
check counts    'upc_stride_gatherv: counts: .* on thread [01], .* on thread 2'
check operation 'call: thread [012] calls .* where thread [012] calls'
check split     'upc_stride_broadcast: len: 8 on thread [01], 16 on thread 2, must be the same'
check barrier   'upc_stride_broadcast: call: thread 2 goes to a barrier without making this call'
check alloc     'upc_stride_broadcast: call: thread 2 goes to a collective call without making this call'
check func      'upc_stride_reduce: func: the function 0x.* bytes into the program on thread [01], the function 0x.* on thread 2'
check exit      'upc_stride_broadcast: call: thread 2 ends without making this call'
check next      'call: thread [012] calls .* where thread [012] calls'
check other     'upc_stride_broadcast: dst: <0, 0:2> .* on thread [01], <0, 0:1> .* on thread 2'
check order     'upc_stride_exchange: call: thread [012] waits for others without making this call.*Its last call was upc_stride_exchange'
check overlap   'upc_stride_exchange: dst: overlaps src or itself at element \[[01]\]\[[0-9]*\] on thread [012] of the 2x192 array'
check second    'upc_stride_broadcast: dst: overlaps src or itself at element \[1\]\[1\] on thread 0 of the 2x192 array'
check slots     'upc_stride_gather_all: dst: overlaps src or itself at element \[[01]\]\[[0-9]*\] on thread [012] of the 2x192 array'
check type      'upc_stride_reduce: type: UPC_INT on thread [01], UPC_FLOAT on thread 2, must be the same'
check nelems    'upc_stride_prefix_reduce: nelems: 2 on thread [01], 3 on thread 2'
check displs    'upc_stride_gather_allv: displs: .* on thread [01], .* on thread 2'
check alpha     'upc_stride_transform: alpha: 1 on thread [01], 2 on thread 2, must be the same'
check beta      'upc_stride_transform: beta: 0 on thread [01], 2 on thread 2, must be the same'
check dims      'upc_stride_transform: order: .* on thread [01], .* on thread 2'
check elements  'upc_stride_copy: dst: <0, 0:190> .* on thread [01], <0, 1:191> .* on thread 2'
check array     'upc_stride_exchange: dst: <0, 0:2> of the array at .* on thread [01], <0, 0:2> of the array at .* on thread 2'
check view      "upc_stride_broadcast: dst's array: 6x60 of 1 byte by 1x20 on thread [01], 6x60 of 1 byte by 2x10 on thread 2"
check view_grid "upc_stride_broadcast: dst's array: 6x60 of 1 byte by 1x20 on 3x1 on thread [01], 6x60 of 1 byte by 1x20 on 1x3 on thread 2"
check empty     'upc_stride_broadcast: dst: <0, 0:2> .* on thread [01], <nothing, 0:2> .* on thread 2'
check lock      'upc_stride_broadcast: call: thread 2 waits for a lock of thread 0 without making this call'
check free      'call: thread [012] calls .*where thread [012] calls .*'
check twice     'call: thread [01] goes to a barrier without making this call.*Its last call was upc_stride_broadcast'
check line      "disagree.upc:$(grep -n 'if (!wrong) upc_stride_broadcast(UPC_SECTION' tests/library/disagree.upc | cut -d: -f1): upc_stride_broadcast: call: thread 2 goes to a barrier"
check upc_all   'upc_all_broadcast: len: 8 on thread [01], 16 on thread 2'
check upc_permute 'upc_all_permute: perm: address .* on thread 0 given by thread [01], address .* on thread 0 given by thread 2'

# Who waits too long is told once, however many wait: what each thread called last, and one line more.
check_time() {
  local output
  output=$(UPC_STRIDE_TIMEOUT=0.3 tests/limited 15 env LD_PRELOAD="${slow-}" "$UPCRUN" -n 6 "$dir/disagree" time 2>&1)
  [ "$(wc -l <<<"$output")" = 7 ] && grep -q 'thread 5 called last: nothing' <<<"$output" && return
  echo "time: expected 7 lines:"; echo "$output"
  failed=1
}
for round in 1 2 3 4 5 6; do check_time; done

# The same on a busy machine: a thread that waits looks around every 0.45 s, and each line takes 0.1 s. The runtime ends
# a job 0.4 s after it has seen that a thread has ended, with a line that says less.
cat >"$dir/slow.c" <<'END'
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
int nanosleep(const struct timespec *t, struct timespec *left) {
  struct timespec s = *t;
  if (s.tv_sec == 0 && s.tv_nsec < 2000000) s.tv_nsec = 1750000;
  return clock_nanosleep(CLOCK_MONOTONIC, 0, &s, left);
}
int fprintf(FILE *f, const char *format, ...) {
  const struct timespec s = {0, 100000000};
  va_list rest;
  int length;
  nanosleep(&s, NULL);
  va_start(rest, format);
  length = vfprintf(f, format, rest);
  va_end(rest);
  return length;
}
END
cc -shared -fPIC "$dir/slow.c" -o "$dir/slow.so" || exit 1
slow=$dir/slow.so
check exit 'upc_stride_broadcast: call: thread 2 ends without making this call'
check_time
exit $failed
