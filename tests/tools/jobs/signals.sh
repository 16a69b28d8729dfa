#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Signals that upcrun gets: USR1 and USR2 reach all threads, and end the job only if these do not handle them. TSTP stops
# all threads, and CONT lets them go on. A signal ends a job that has just begun, also one whose launcher would lose it, and
# leaves nothing.
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
"$UPCC" -network="$conduit" job.upc -o "job$$" || exit 1
states() { "$tools/processes" named "job$$" | cut -d ' ' -f 2 | tr -d '\n'; }
until_is() {  # WHAT COMMAND...: the command succeeds within 10 s, or the test fails
  local what=$1; shift
  for i in $(seq 200); do "$@" && return; sleep 0.05; done
  die "$what: $(states) $(cat out err)"
}
start() { >out; "$UPCRUN" -n 3 "./job$$" "$@" >>out 2>err </dev/null & job=$!; until_is 'it does not start' grep -q ready out; }
# The system does not stop the monitors of MPICH's threads, each of which has a session of its own.
none_runs() { local s; s=$(states); [ "$conduit" != mpi-mpich ] || s=${s//S/}; [[ $s =~ ^TTT+$ ]]; }
all_run() { [[ $(states) =~ ^[RSD]+$ ]]; }

has_ended() { ! kill -0 $job 2>/dev/null; }
nothing_left() { [ -z "$(states)" ]; }
for seconds in 0.02 0.05 0.1; do
  "$UPCRUN" -n 3 "./job$$" >out 2>err </dev/null & job=$!
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
  GASNET_SPAWNFN=C GASNET_CSPAWN_CMD="$PWD/slow %N %C" "$UPCRUN" -n 3 "./job$$" >out 2>err </dev/null & job=$!
  until_is 'it starts no threads' [ -e called ]
  kill -TERM $job
  until_is 'it goes on after TERM' has_ended
  >gone
  until_is 'no thread is started' [ -e started ]
  until_is 'threads are left that were started without a master' nothing_left
fi

# MPICH: the launcher waits for its proxy, and then for the threads.
if [ "$conduit" = mpi-mpich ]; then
  cat >slow.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
__attribute__((constructor)) static void wait_for_file(void) {
  if (strcmp(program_invocation_short_name, "hydra_pmi_proxy") != 0) return;
  close(open("called", O_CREAT | O_WRONLY, 0666));
  while (access("gone", F_OK) != 0) usleep(10000);
}
C
  cc -shared -fPIC slow.c -o slow.so || exit 1
  for signal in TERM HUP USR1; do
    rm -f called gone
    LD_PRELOAD=$PWD/slow.so "$UPCRUN" -n 3 "./job$$" >out 2>err </dev/null & job=$!
    until_is 'it starts no proxy' [ -e called ]
    kill -$signal $job
    until_is "it goes on after $signal" has_ended
    >gone
    wait $job
    same "$?" $((128 + $(kill -l $signal)))
    until_is "something is left after $signal" nothing_left
  done
fi

start 3
kill -USR1 $job
sleep 0.1
kill -USR2 $job
wait $job
same "$? $(grep -c 'has seen 3' out) $(cat err)" '0 3 '

start 1
kill -TSTP $job
until_is 'a thread goes on after TSTP' none_runs
kill -CONT $job
until_is 'a thread does not go on after CONT' all_run
kill -USR1 $job
wait $job
same "$? $(grep -c 'has seen 1' out) $(cat err)" '0 3 '

start
kill -USR1 $job
limited 20 tail -f --pid=$job /dev/null || die 'it does not end after USR1'
wait $job && die 'USR1 that nobody handles: status 0'
until_is 'threads are left after USR1' nothing_left

# A thread that handles TERM takes its time, gets a second one, and ends with a status of its own. The third one kills.
if [ "$conduit" = smp ]; then
  cat >job.upc <<'C'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
static volatile sig_atomic_t seen;
static void on(int s) { (void)s, seen++; }
int main(int argc, char **argv) {
  if (atoi(argv[1]) > MYTHREAD) signal(SIGTERM, on);
  upc_barrier;
  if (MYTHREAD == 0) puts("ready"), fflush(stdout);
  while (argc > 2 || seen < 2) usleep(1000);
  if (MYTHREAD == 0) sleep(6);
  upc_barrier;
  printf("thread %d has seen %d\n", MYTHREAD, seen);
  return 0;
}
C
  "$UPCC" job.upc -o "job$$" || exit 1
  start 3
  kill -TERM $job; sleep 0.2; kill -TERM $job
  wait $job
  same "$? $(grep -c 'has seen 2' out) $(cat err)" '0 3 '
  for hangs in '3 more' '1 more'; do # with 1, threads 1 and 2 die of the first one, and thread 0 has five seconds more
    start $hangs
    kill -TERM $job; sleep 0.2
    [ "$hangs" = '1 more' ] || { kill -TERM $job; sleep 0.2; kill -TERM $job; }
    limited 20 tail -f --pid=$job /dev/null || die 'it does not end after TERM'
    wait $job
    same "$? $(cat err)" '143 '
  done
fi
