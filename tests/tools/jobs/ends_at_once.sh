#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# When a thread crashes, or the launcher is killed, the job ends within a second and leaves no process or file.
#   ends_at_once.sh [CONDUIT]   (smp; on other conduits three seconds are allowed for the launchers)
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
int main(int argc, char **argv) {
  upc_barrier;
  if (MYTHREAD == 0) puts("ready"), fflush(stdout);
  if (argc > 1 && MYTHREAD == atoi(argv[1])) abort();
  sleep(30);
  return 0;
}
C
network=${1:-smp} ms=1000
[ "$network" = smp ] || ms=3000
BUILD=$build "$tools/has_conduit" "$network" || exit 77
"$UPCC" -network="$network" job.upc -o "job$$" || exit 1
gone() {  # every process of the job is gone within a second
  for i in $(seq $(($(stretched $ms) / 50))); do "$tools/processes" named "job$$" >/dev/null || return 0; sleep 0.05; done
  die "processes are left after $1: $("$tools/processes" named "job$$")"
}

for thread in 0 2; do
  start=$(date +%s%N)
  "$UPCRUN" -n 4 "./job$$" $thread >out 2>err; status=$?
  took=$((($(date +%s%N) - start) / 1000000))
  same $status 134
  grep -q "thread $thread of 4 died of signal 6" err || die "it says: $(cat err)"
  [ $took -lt "$(stretched $ms)" ] || die "it took $took ms"
  gone "a crash of thread $thread"
done
for signal in INT TERM KILL; do
  >out
  ( trap - INT; exec "$UPCRUN" -n 4 "./job$$" >>out 2>&1 ) & launcher=$!
  for i in $(seq 200); do grep -q ready out && break; sleep 0.1; done
  grep -q ready out || die "the job did not start: $(cat out)"
  # Open MPI's session folder and every file of shared memory that the job has mapped
  own=$(for p in $("$tools/processes" named "job$$" | cut -d ' ' -f 1); do grep -ho '/dev/shm/[^ ]*$' "/proc/$p/maps"; done | sort -u)
  kill -s $signal $launcher; wait $launcher 2>/dev/null
  gone "SIG$signal to upcrun"
  for file in $own "${TMPDIR:-/tmp}/ompi.upc.$(id -u).$launcher".*; do [ ! -e "$file" ] || die "left after SIG$signal: $file"; done
done
