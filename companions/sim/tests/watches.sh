#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# watches.sh [host]: two threads of a node hand a strict flag to and fro while others wait, each for a word or a
# semaphore of its own. The handoffs take the same virtual time, however many wait. A plain write to a word for which a
# thread waits by strict reads is found 10 ns late for each word that is waited for, at most. `host`: nor does the
# processor time of this host for a handoff grow with those who wait.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >watches.upc <<'U'
#include <bupc_extensions.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_tick.h>
static strict shared [1] int flag[THREADS];
static bupc_sem_t *shared semaphore[THREADS];
int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 0;
  semaphore[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
  upc_barrier;
  upc_tick_t began = upc_ticks_now();
  if (MYTHREAD < 2) {
    for (int r = 1; r <= rounds; r++) {
      if (MYTHREAD == 0) flag[1] = r;
      while (flag[MYTHREAD] != r) {}
      if (MYTHREAD == 1) flag[0] = r;
    }
    if (MYTHREAD == 0) printf("%lu ns", (unsigned long)upc_ticks_to_ns(upc_ticks_now() - began));
    for (int t = 2 + MYTHREAD; t < THREADS; t += 2) {
      if (t % 4 < 2) *(relaxed shared int *)&flag[t] = 1;
      else bupc_sem_post(semaphore[t]);
    }
  } else if (MYTHREAD % 4 < 2) {
    while (flag[MYTHREAD] == 0) {}
  } else {
    bupc_sem_wait(semaphore[MYTHREAD]);
  }
  unsigned long late = upc_ticks_to_ns(upc_ticks_now() - began);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) printf(" %lu\n", late);
  return 0;
}
U
"$UPCC" -network=sim -O1 watches.upc -o watches || die watches.upc
on=flat,host-factor=0,threads-per-node=4096,near-time=100ns
hands() { "$UPCRUN" -machine=$on -n "$1" ./watches "$2" 2>/dev/null; } # THREADS ROUNDS
if [ "${1-}" = host ]; then
  used() { # THREADS: processor time of 20,000 rounds, in ms; the least of three
    for _ in 1 2 3; do
      python3 - "$UPCRUN" -machine=$on -n "$1" ./watches <<'P'
import resource, subprocess, sys
def used(rounds):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([*sys.argv[1:], str(rounds)], check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
print(round(1000 * (used(20000) - used(0))))
P
    done | sort -n | head -1
  }
  few=$(used 2) many=$(used 1025)
  [ "$many" -lt $((5 * few + 20)) ] || die "20,000 rounds take $few ms of this host with 2 threads, $many with 1,025"
  exit 0
fi
for n in 2 41 301; do
  read -r ns unit last <<<"$(hands $n 1000)"
  same "$ns $unit" "400000 ns"            # a write and a read each way, of near-time each
  least=$((400000 + (n - 2) / 4 * 100))       # each post takes near-time, and the last write is found at once
  most=$((least + 100 + 10 * n))
  [ "$last" -le $most ] || die "$n threads: the last plain write is found at $last ns, must be by $most"
done
exit 0
