#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun without -n asks the program how many threads it was compiled for. It finds the number also where a library prints
# something when it is loaded.
#   asked.sh CONDUIT
tests/tools/has_conduit "$1" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
static void __attribute__((constructor)) greet(void) {
  if (write(STDOUT_FILENO, "A library\n", 10) < 10) _exit(1);
  puts("of 2026 says:\n7 times hello");
}
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) printf("%d threads\n", THREADS);
  return 0;
}
C
"$UPCC" -network="$1" -T 3 job.upc -o job || die 'it does not compile'
limited 60 "$UPCRUN" ./job >out 2>err
same "$? $(grep 'threads$' out) $(cat err)" '0 3 threads '
"$UPCC" -network="$1" job.upc -o job || die 'it does not compile'
limited 60 "$UPCRUN" ./job >out 2>err
same "$? $(grep 'threads$' out) $(cat err)" '0 1 threads '
echo PASS
