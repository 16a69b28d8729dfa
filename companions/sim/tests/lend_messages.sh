#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A lend whose root has no near member sends as many messages as a broadcast by the same schedule: threads know without a message
# which threads are on which node.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >lend.upc <<'C'
#include <upc.h>
#include <upc_stride_coll.h>
int main(int argc, char **argv) {
  const size_t bytes = 4000, shape[] = {THREADS * bytes};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, &bytes, 1, 1, (const int[]){THREADS});
  for (size_t root = 0; root < (size_t)THREADS; root++) { /* to all that are not its neighbour on the node */
    upc_stride_section_t to = UPC_SECTION(A, UPC_STRIDE_STEP((long)root % 2, 2, THREADS - 1));
    shared void *from = upc_stride_at(A, (const size_t[]){root * bytes});
    const void *lent;
    if (argc > 1) upc_stride_lend(to, from, bytes, &lent, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    else upc_stride_broadcast(to, from, bytes, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  }
  return 0;
}
C
"$UPCC" -network=sim -O1 lend.upc -lupc_stride -o lend || die lend.upc
messages() {
  UPC_STRIDE_SCHEDULE=broadcast=scatter-allgather limited 60 "$UPCRUN" -machine=flat,threads-per-node=2,host-factor=0 -n 16 ./lend "$@" 2>&1 |
    sed -n 's/^machine .*; \([0-9]*\) messages.*/\1/p'
}
same "$(messages lend)" "$(messages)"
[ "$(messages)" -gt 100 ] || die "no messages were counted"
exit 0
