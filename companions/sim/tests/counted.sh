#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Loops that end by a count. Over a private volatile variable they compute, and take no virtual time. Looks at a strict
# word take near-time each, or what a get takes, and no such loop is stopped: it gives up after its looks, or ends as a
# wait does. Loops that wait count as many looks as there is time for, but for a sixty-fourth.
. "$(dirname "$0")/../../../tests/tools/common.sh"
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
cat >looks.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>
static strict shared [1] long flag[THREADS];
static struct { long tries; } budget;
static long looks(const char *how, int where, long most) {
  long n = 0;
  switch (*how) {
  case 'f': for (n = 0; n < most; n++) if (flag[where]) break; return n;
  case 'w': while (n < most && !flag[where]) n++; return n;
  case 'd': n = most; while (n-- > 0) if (flag[where]) break; return most - 1 - n;
  case 'b': for (;;) { if (flag[where]) break; if (++n >= most) break; } return n;
  case 'm': budget.tries = most; while (!flag[where] && --budget.tries > 0) n++; return n + (budget.tries == 0);
  default: while (!flag[where]) n++; return n;
  }
}
int main(int argc, char **argv) {          // HOW LOOKS FLOPS: thread 1 sets the flags after so many, if there are any
  const long most = atol(argv[2]), flops = atol(argv[3]);
  upc_barrier;
  unsigned long began = upc_ticks_to_ns(upc_ticks_now());
  if (MYTHREAD == 1 && flops) upc_machine_compute((double)flops, "any"), flag[THREADS - 1] = 1;
  if (MYTHREAD == 0) {
    long n = looks(argv[1], THREADS - 1, most);
    printf("%ld %lu\n", n, (unsigned long)upc_ticks_to_ns(upc_ticks_now()) - began);
  }
  upc_barrier;
  return argc != 4;
}
C
"$UPCC" -network=sim -O1 looks.upc -o looks || die looks.upc
on() { # THREADS-PER-NODE NEAR-TIME LOOK-TIME HOW LOOKS FLOPS
  limited 60 "$UPCRUN" -machine=flat,host-factor=0,flops=1GFlop/s,threads-per-node=$1,near-time=$2,look-time=$3,link-latency=1us,send-time=300ns,link-bandwidth=8GB/s \
    -n 2 ./looks $4 $5 $6 2>err || { cat err; die "$*"; }
}
for level in 0 1; do
  "$UPCC" -network=sim -O$level counted.upc -o counted || die counted.upc
  for each in 1 2; do
    same "$(limited 20 "$UPCRUN" -machine=flat,host-factor=0,threads-per-node=$each -n 2 ./counted 2>err)" '0 ns'
  done
done
far=2301                                    # a request, a latency each way, 8 bytes
for n in 10 100 5000; do
  for how in f w d b; do
    for look in 0 100ns; do same "$(on 2 0 $look $how $n 0)" "$n 0"; done
    read -r found took <<<"$(on 2 70ns 100ns $how $n 0)"
    same "$found $took" "$n $((70 * n))"
    read -r found took <<<"$(on 1 0 100ns $how $n 0)"
    same "$found $took" "$n $((far * n))"
  done
done
same "$(on 2 70ns 100ns m 5000 0)" "5000 $((70 * 5000))"
for flops in 5000 1000000; do               # the flag is set near-time later, and found near-time after that
  for how in f w d b m forever; do
    read -r found took <<<"$(on 2 70ns 100ns $how 1000000000 $flops)"
    all=$(((flops + 70) / 70))
    same "$took" $((flops + 140))
    ((found <= all && found >= all - all / 64 - 10)) || die "$how: $found looks, there is time for $all"
  done
done
exit 0
