#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Thread 0 has the job's standard input. The other threads have an empty one, so that none of them waits for input.
#   tests/tools/jobs/input.sh [CONDUIT]
. "$(dirname "$0")/../common.sh"
network=${1:-smp}
BUILD=$build "$tools/has_conduit" "$network" || exit 77
cat >input.upc <<'C'
#include <stdio.h>
#include <upc.h>
shared int read_by[THREADS];
int main(void) {
  int t;
  while (getchar() != EOF) read_by[MYTHREAD]++;
  upc_barrier;
  for (t = 0; t < THREADS && MYTHREAD == 0; t++) printf("%d ", read_by[t]);
  return 0;
}
C
"$UPCC" -network="$network" input.upc -o input || exit 1
same "$(echo 12345 | limited 20 "$UPCRUN" -n 3 ./input)" '6 0 0 '
same "$(head -c 300000 /dev/zero | limited 20 "$UPCRUN" -n 3 ./input)" '300000 0 0 '
