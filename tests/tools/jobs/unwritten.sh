#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job whose standard error cannot be written, or is not read any more, has the status of its end all the same.
#   unwritten.sh CONDUIT
tests/tools/has_conduit "$1" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdlib.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 1) abort();
  upc_barrier;
  return 0;
}
C
"$UPCC" -network="$1" job.upc -o job || exit 1
limited 60 "$UPCRUN" -n 3 ./job 2>/dev/full </dev/null; same "$?" 134
mkfifo lost
: <lost & exec 3>lost # nobody reads
wait $!
limited 60 "$UPCRUN" -n 3 ./job 2>&3 </dev/null; same "$?" 134
