#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Signals that upcrun gets: USR1 and USR2 reach all threads, and end the job only if these do not handle them. TSTP stops
# all threads, and CONT lets them go on. MPI's launchers do not hand on all of these: MPICH's dies of USR2. TERM ends a job
# that has just begun, and leaves nothing; MPICH's launcher may lose it then.
#   signals.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
static volatile sig_atomic_t seen;
static void on(int s) { seen |= s == SIGUSR1 ? 1 : 2; }
int main(int argc, char **argv) {
  if (argc > 1) signal(SIGUSR1, on), signal(SIGUSR2, on);
  upc_barrier;
  if (MYTHREAD == 0) puts("ready"), fflush(stdout);
  while (argc == 1 ? !seen : seen != atoi(argv[1])) usleep(1000);
  upc_barrier;
  printf("thread %d has seen %d\n", MYTHREAD, seen);
  return 0;
}
C
$UPCC -network="$conduit" job.upc -o "job$$" || exit 1
states() { ps -eo stat=,comm= | awk -v name="job$$" '$2 == name { printf "%s", substr($1, 1, 1) }'; }
until_is() {  # WHAT COMMAND...: the command succeeds within 10 s, or the test fails
  local what=$1; shift
  for i in $(seq 200); do "$@" && return; sleep 0.05; done
  die "$what: $(states) $(cat out err)"
}
start() { >out; $UPCRUN -n 3 "./job$$" "$@" >>out 2>err </dev/null & job=$!; until_is 'it does not start' grep -q ready out; }
none_runs() { [[ $(states) =~ ^T+$ ]]; }
one_runs() { [[ $(states) = *[RSD]* ]]; }

has_ended() { ! kill -0 $job 2>/dev/null; }
nothing_left() { [ -z "$(states)" ]; }
for seconds in 0.02 0.05 0.1; do
  [ "$conduit" != mpi-mpich ] || break
  $UPCRUN -n 3 "./job$$" >out 2>err </dev/null & job=$!
  sleep $seconds
  kill -TERM $job
  until_is "it goes on after TERM at $seconds s" has_ended
  until_is "threads are left after TERM at $seconds s" nothing_left
done

# udp: the threads are started when the master has gone.
if [ "$conduit" = gasnet-udp ]; then
  printf '#!/bin/sh\n>called; n=$1; shift; until [ -e gone ]; do sleep 0.05; done\n' >slow
  printf 'for i in $(seq "$n"); do "$@" & done; >started; wait\n' >>slow
  chmod +x slow
  GASNET_SPAWNFN=C GASNET_CSPAWN_CMD="$PWD/slow %N %C" $UPCRUN -n 3 "./job$$" >out 2>err </dev/null & job=$!
  until_is 'it starts no threads' [ -e called ]
  kill -TERM $job
  until_is 'it goes on after TERM' has_ended
  >gone
  until_is 'no thread is started' [ -e started ]
  until_is 'threads are left that were started without a master' nothing_left
fi

both=3
[ "$conduit" != mpi-mpich ] || both=1
start $both
kill -USR1 $job
[ $both = 1 ] || { sleep 0.1; kill -USR2 $job; }
wait $job
same "$? $(grep -c "has seen $both" out) $(cat err)" '0 3 '

if [ "$conduit" != mpi-mpich ]; then
  start 1
  kill -TSTP $job
  until_is 'a thread goes on after TSTP' none_runs
  kill -CONT $job
  until_is 'no thread goes on after CONT' one_runs
  kill -USR1 $job
  wait $job
  same "$? $(grep -c 'has seen 1' out) $(cat err)" '0 3 '
fi

[ "$conduit" = mpi-mpich ] && exit 0 # its launcher gives such a job the status 0
start
kill -USR1 $job
limited 20 tail -f --pid=$job /dev/null || die 'it does not end after USR1'
wait $job && die 'USR1 that nobody handles: status 0'
until_is 'threads are left after USR1' nothing_left
