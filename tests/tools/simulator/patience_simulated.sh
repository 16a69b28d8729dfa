#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program that hangs in upc_lock on a simulated machine. The line that ends the job names the simulated time of the last
# change, and not that of the looks at the lock since then. The line about a long wait says that its seconds are of this
# host's time.
tests/tools/has_conduit sim || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/p.upc" <<'P'
#include <upc.h>
int main(void) {
  upc_lock_t *l = upc_all_lock_alloc();
  upc_lock(l);
  upc_barrier;
}
P
${UPCC:-build/bin/upcc} -network=sim "$dir/p.upc" -o "$dir/p" || exit 1
says() { grep -qE "$1" "$dir/out" || { echo "not said: $1"; cat "$dir/out"; exit 1; }; }
hang() { env $2 timeout 4 "${UPCRUN:-build/bin/upcrun}" -machine=flat,threads-per-node=$1 -n 2 "$dir/p" >"$dir/out" 2>&1; }
for threads_per_node in 1 2; do
  hang $threads_per_node ""
  says '^upc: all threads wait for each other: nothing has changed since 0[.]0[0-9]* s of the simulated time: thread 0 '
  says ': thread 0 .last call: upc_(barrier|lock) at p[.]upc:[45]., thread 1 .last call: upc_(barrier|lock) at p[.]upc:[45].$'
done
hang 2 UPC_PATIENCE=0.001
says "upc_lock: thread [01] has waited [.0-9]* s of this host's time for thread [01] .last call: upc_barrier"
echo PASS
