#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A thread that ends while others wait for it ends the job with one line, which names both threads, the call and what the
# other called last, and with status 1. A wait that is longer than UPC_PATIENCE is reported once.
#   waits.sh CONDUIT [NAME=value ...]     settings of the jobs
conduit=$1; shift
tests/tools/has_conduit "$conduit" || exit 77
dir=$(mktemp -d) source=tests/library/ext/waits.upc failed=0
trap 'rm -rf "$dir"' EXIT
${UPCC:-build/bin/upcc} -O2 -network="$conduit" $source -o "$dir/waits" || exit 1
line() { grep -n "/\* line: $1 \*/" $source | cut -d : -f 1; }

# expect STATUS CASE...: the status of the job; its output is in $dir/out.
expect() {
  local status=$1; shift
  env "${settings[@]}" "${UPCRUN:-build/bin/upcrun}" -n 4 "$dir/waits" "$@" >"$dir/out" 2>&1 </dev/null
  local got=$?
  [ $got = "$status" ] || { echo "waits $*: status $got, expected $status"; cat "$dir/out"; failed=1; }
}

# once LINE CALL PATTERN: one line of the output is about CALL in that line of the program, and it matches. never: none is.
once() {
  local start="$source:$(line "$1"): $2: "
  [ "$(grep -cF "$start" "$dir/out")" = 1 ] && grep -F "$start" "$dir/out" | grep -qE -- "$3" && return
  echo "expected once: $start$3"; cat "$dir/out"; failed=1
}

# late LINE CALL PATTERN CASE...: as once, while the job runs: thread 1 comes when the line is there, or after a minute.
late() {
  local place=$1 call=$2 pattern=$3; shift 3
  rm -f "$dir/sign" "$dir/out"
  (for _ in {1..600}; do
     grep -qF "$source:$(line "$place"): $call: " "$dir/out" 2>/dev/null && break
     sleep 0.1
   done; touch "$dir/sign") &
  expect 0 "$@" late "$dir/sign"
  wait
  once "$place" "$call" "$pattern"
}
never() { ! grep -F "$source:" "$dir/out" || { echo "no line expected"; failed=1; }; }

settings=("$@")
last="thread [023] waits for thread 1 \(last call: upc_unlock at $source:$(line last)\), which has ended"
part="$last without doing its part"
members="; all members of the call must make it$"
started=" in upc_stride_broadcast_nb at $source:$(line start)"
expect 1 return;   once broadcast upc_stride_broadcast "$part$members"
expect 1 wait;     once wait upc_stride_wait "$part$started$members"
expect 1 barrier;  once barrier upc_barrier "$last; .* upcrun -lenient-exit$"
expect 0 part;     never
if [ "$conduit" = smp ]; then
  expect 1 exit;   once broadcast upc_stride_broadcast "$part$members"
  expect 1 all;    once all upc_all_broadcast "$part$members"
  expect 1 inner;  once outer upc_stride_broadcast "$part$members"
  expect 1 tag;    once tag upc_barrier "$last; .* upcrun -lenient-exit$"
  expect 1 reduce; once reduce upc_stride_reduce_all "$part$members"
  expect 1 test;   once test upc_stride_test "$part in upc_stride_broadcast_nb at"
  expect 1 alloc;  once alloc upc_all_alloc "$last; let it come here as well"
  settings+=(UPC_LENIENT_EXIT=1)
  expect 0 return; never
  expect 0 barrier; never
fi

settings=("$@" UPC_PATIENCE=0.2)
waited="waited [.0-9]* s for thread 1 \((last call: .*|it does not answer)\)$"
late lock upc_lock "thread 0 has $waited" lock
late collective upc_stride_broadcast "thread 0 has $waited" collective
settings+=(UPC_STRIDE_TIMEOUT=5)
expect 1 ways
grep -q "upc_all_broadcast: thread [02] has waited .* (last call: upc_barrier at $source:$(line barriers))" "$dir/out" ||
  { echo "no line about threads in a barrier"; cat "$dir/out"; failed=1; }
grep -q "upc_barrier: thread [13].* waited .* (last call: upc_all_broadcast at $source:$(line broadcasts))" "$dir/out" ||
  { echo "no line about threads in a broadcast"; cat "$dir/out"; failed=1; }
settings=("$@" UPC_PATIENCE=0.2)
if [ "$conduit" = smp ]; then
  late late upc_wait "thread [023] and 2 others have $waited" barrier
  settings=("$@" UPC_PATIENCE=0)
  expect 0 collective late; never
fi
exit $failed
