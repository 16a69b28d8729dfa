#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A simulated machine has a time of its own: the line about a long wait says that its seconds are of this host's time.
# The program waits for ever, and is ended here.
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
UPC_PATIENCE=0.2 timeout 2 "${UPCRUN:-build/bin/upcrun}" -n 2 "$dir/p" >"$dir/out" 2>&1
grep -q "upc_lock: thread [01] has waited [.0-9]* s of this host's time for thread [01] (last call: upc_barrier" "$dir/out" ||
  { cat "$dir/out"; exit 1; }
echo PASS
