#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Loops that count by a volatile variable compute: they take no virtual time, and others' messages do not hold them up.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >counted.upc <<'C'
#include <stdio.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>
static strict shared [1] int flag[THREADS];
static void count(void) {
  volatile int j = 0;
  while (j < 100000) j++;
  for (volatile long i = 0; i < 100000; i++) {}
  volatile int down = 100000;
  do down--; while (down > 0);
}
int main(void) {
  upc_barrier;
  upc_tick_t began = upc_ticks_now();
  if (MYTHREAD == 0) count();
  else upc_machine_compute(1e6, "any"), flag[0] = 1;
  if (MYTHREAD == 0) printf("%lu ns\n", (unsigned long)upc_ticks_to_ns(upc_ticks_now() - began));
  upc_barrier;
  return 0;
}
C
for level in 0 1; do
  $UPCC -network=sim -O$level counted.upc -o counted || die counted.upc
  for each in 1 2; do
    same "$(limited 20 $UPCRUN -machine=flat,host-factor=0,threads-per-node=$each -n 2 ./counted 2>err)" '0 ns'
  done
done
exit 0
