#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Signals within a node of a simulated machine: messages along a chain of its threads, a stream of messages between two of
# them, and barriers take what closed forms say, within 2%. A second run takes the same time.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >near.upc <<'C'
// near LATENCY BYTES SECONDS_A_BYTE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
enum { SYNC = UPC_IN_MYSYNC | UPC_OUT_MYSYNC, STREAM = 64 };
shared double begins[THREADS], ends[THREADS];
static int wrong;
static double now(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }
static void began(void) {
  upc_barrier;
  begins[MYTHREAD] = now();
}
static void ended(const char *what, int timed, double expected) {
  double took = 0;
  ends[MYTHREAD] = now();
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (ends[t] - begins[0] > took) took = ends[t] - begins[0];
  if (!timed) return;
  if (MYTHREAD == 0) printf("%s, %d threads: %.1f ns, expected %.1f ns\n", what, THREADS, 1e9 * took, 1e9 * expected);
  wrong |= fabs(took - expected) > 0.02 * expected;
}
int main(int argc, char **argv) {
  double latency, copy, rounds = ceil(log2(THREADS));
  size_t bytes, shape = THREADS, one = 1, zero = 0;
  int grid = THREADS;
  if (argc < 4) return 2;
  latency = atof(argv[1]), bytes = (size_t)atol(argv[2]), copy = (double)bytes * atof(argv[3]);
  upc_stride_array_t a = upc_stride_all_alloc(1, &shape, &one, bytes, 1, &grid);
  upc_stride_section_t all = UPC_SECTION(a, UPC_STRIDE_ALL);
  for (int timed = 0; timed < 2; timed++) { // the first calls make plans
    began();
    upc_stride_broadcast(all, upc_stride_at(a, &zero), bytes, SYNC);
    ended("chain", timed, (THREADS - 1) * (latency + 2 * copy)); // out of one slot, into the next
    began();
    for (int i = 0; THREADS == 2 && i < STREAM; i++) upc_stride_broadcast(all, upc_stride_at(a, &zero), bytes, SYNC);
    ended("stream", timed && THREADS == 2, STREAM * (latency + copy) + copy);
    began();
    upc_stride_barrier(all);
    ended("upc_stride_barrier", timed, (THREADS > 8 ? rounds : THREADS - 1) * latency); // a few signal all others
    began();
    upc_barrier;
    ended("upc_barrier", timed, rounds * latency);
  }
  return wrong;
}
C
"$UPCC" -network=sim -O near.upc -o near || die near.upc

# run THREADS SETTINGS ARGUMENTS..
run() {
  UPC_STRIDE_SCHEDULE=broadcast=chain limited 60 "$UPCRUN" -machine="flat,threads-per-node=32,host-factor=0,near-latency=70ns$2" -n "$1" \
    ./near "${@:3}" >out 2>err || { cat out err; die "$*"; }
}
for n in 2 5 16 32; do run $n '' 70e-9 8 0; done
for n in 2 16; do run $n ,near-bandwidth=1GB/s 70e-9 400 1e-9; done
cp out first
run 16 ,near-bandwidth=1GB/s 70e-9 400 1e-9
same "$(cat out)" "$(cat first)" || die 'a second run takes another time'
exit 0
