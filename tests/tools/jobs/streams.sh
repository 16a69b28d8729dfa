#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Standard streams: lines of all threads stay whole, input of any size reaches thread 0, and a job whose streams are closed
# runs to its end.
#   streams.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
int main(int argc, char **argv) { /* job LINES */
  long bytes = 0;
  if (MYTHREAD == 0) while (getchar() != EOF) bytes++;
  upc_barrier;
  for (int i = 0; i < atoi(argv[1]); i++) printf("thread %d writes %0*d\n", MYTHREAD, 20 + i % 40, i);
  upc_barrier;
  if (MYTHREAD == 0) printf("%ld bytes\n", bytes);
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1
head -c 300000 /dev/zero >input
limited 30 "$UPCRUN" -n 3 ./job 2000 <input >out 2>err || die "status $?: $(cat err)"
same "$(grep -vcE '^thread [012] writes [0-9]{20,60}$' out) $(wc -l <out) $(grep bytes out)" '1 6001 300000 bytes'
same "$(limited 30 "$UPCRUN" -n 2 ./job 0 < <(cat input))" '300000 bytes'
same "$(limited 30 "$UPCRUN" -n 2 ./job 0 <&-)" '0 bytes'
limited 30 "$UPCRUN" -n 2 ./job 0 <&- >&- 2>&- || die "all streams are closed: status $?"
# more threads than cores, each bound to one
same "$(limited 30 "$UPCRUN" -n $(($(nproc) + 1)) -bind-threads=core ./job 1 </dev/null | grep -c writes)" $(($(nproc) + 1))
