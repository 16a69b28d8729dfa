#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc_global_exit flushes all I/O (UPC 1.3, 7.2.1): what other threads have in the buffers of their files, and a line of
# standard output without an end.
. "$(dirname "$0")/../common.sh"
cat >prog.upc <<'C'
#include <stdio.h>
#include <upc.h>
int main(void) {
  char name[20];
  volatile int spin = 1;
  snprintf(name, sizeof name, "written%d", MYTHREAD);
  FILE *file = fopen(name, "w");
  if (!file) return 1;
  fprintf(file, "thread %d", MYTHREAD);
  printf("%d ", MYTHREAD);
  upc_barrier;
  if (MYTHREAD == 0) upc_global_exit(0);
  while (spin) {}
  return 1;
}
C
"$UPCC" prog.upc -o prog || die "upcc: status $?"
for count in 1 2 5; do
  out=$("$UPCRUN" -n $count ./prog) || die "$count threads: status $?"
  for ((t = 0; t < count; t++)); do
    same "$(<written$t)" "thread $t"
    grep -q "$t " <<<"$out" || die "$count threads: no $t in '$out'"
  done
  rm written*
done
echo PASS
