#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A full /dev/shm. The runtime does not allocate there. MPI may: then the job ends with a message and does not hang.
#   full_shm.sh CONDUIT   runs on a separate host (tests/tools/hosts)
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts 1 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <upc.h>
shared int word[THREADS];
int main(void) {
  word[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  if (MYTHREAD == 0) puts(word[0] == THREADS - 1 ? "PASS" : "FAIL");
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1
mount -t tmpfs -o size=64k,mode=1777 tmpfs /dev/shm || exit 1
dd if=/dev/zero of=/dev/shm/full bs=64k count=1 2>/dev/null
limited 30 "$UPCRUN" -n 3 ./job >out 2>err
status=$?
echo "status $status: $(grep -v '^ *$' out err | head -n 3)"
case $status in
  0) grep -qx PASS out || die "it printed: $(cat out)" ;;
  124) die 'it hangs' ;;
  *) [ "$conduit" != smp ] && grep -q '^upc: .*/dev/shm, which may be full' err || die "$(cat out err)" ;;
esac
