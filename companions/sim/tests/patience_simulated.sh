#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that hangs in upc_lock on a simulated machine. The line that ends the job names the simulated time of the last
# change, and not that of the looks at the lock since then. The line about a long wait says that its seconds are of this
# host's time.
tests/tools/has_conduit sim || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
program() { # NAME STATEMENTS, which the holder of the lock runs before it comes to the barrier
  cat >"$dir/$1.upc" <<P
#include <upc.h>
strict shared int word[THREADS];
int main(void) {
  upc_lock_t *l = upc_all_lock_alloc();
  upc_lock(l);
  $2
  upc_barrier;
}
P
  ${UPCC:-build/bin/upcc} -network=sim "$dir/$1.upc" -o "$dir/$1" || exit 1
}
program at_once ''
program later 'for (int i = 0; i < 20000; i++) word[1 - MYTHREAD] = i;' # each write gives the other thread a turn
says() { grep -qE "$1" "$dir/out" || { echo "not said: $1"; cat "$dir/out"; exit 1; }; }
hang() { env $3 tests/limited 60 "${UPCRUN:-build/bin/upcrun}" -machine=flat,threads-per-node=$2 -n 2 "$dir/$1" >"$dir/out" 2>&1; }
for threads_per_node in 1 2; do
  hang at_once $threads_per_node ""
  says '^upc: all threads wait for each other: nothing has changed since 0[.]0[0-9]* s of the simulated time: thread 0 '
  says ': thread 0 .last call: upc_(barrier|lock) at at_once[.]upc:[57]., thread 1 .last call: upc_(barrier|lock) at at_once[.]upc:[57].$'
done
# The holder works for some tens of milliseconds. The other thread has waited for longer than 1 ms at one of its turns.
hang later 2 UPC_PATIENCE=0.001
says "upc_lock: thread [01] has waited [.0-9]* s of this host's time for thread [01] .last call: upc_(barrier|lock) at"
echo PASS
