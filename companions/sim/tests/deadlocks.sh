#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job in which nobody can change what the others wait for ends with one line, also if threads sleep between looks, or
# count them. It names each thread and its loop. A thread that computes, or a message under way, is waited for.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
cat >waits.upc <<'C'
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
static strict shared [1] int flag[THREADS];
static volatile shared [1] int other[THREADS];
static int is_set(int t) { return flag[t] || other[t]; }
static void wait_by(char how, int t, upc_lock_t *lock) {
  switch (how) {
  case 's': while (!flag[t]) usleep(1000); break;
  case 'p': while (!flag[t]) poll(NULL, 0, 1); break;
  case 'e': while (!flag[t]) select(0, NULL, NULL, NULL, &(struct timeval){0, 1000}); break;
  case 'k': while (!flag[t]) clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, 1000000}, NULL); break;
  case 'm': for (struct timeval m; !flag[t]; select(0, NULL, NULL, NULL, &m)) m.tv_sec = 0, m.tv_usec = 1000; break;
  case 'y': while (!flag[t]) thrd_sleep(&(struct timespec){0, 1000000}, NULL); break;
  case 'i': while (!flag[t]) sched_yield(); break;
  case 'u': while (!flag[t]) usleep(1000), thrd_yield(); break;
  case 'c': for (long n = 0; !other[t]; n++) {} break;
  case 'f': while (!is_set(t)) sleep(1); break;
  case 'w': while (!flag[t]) {} break;
  case 'a': for (int all = 0; !all;) { all = 1; for (int i = 0; i < THREADS; i++) all &= flag[i]; } break;
  case 'l': upc_lock(lock); break;
  case 'h': upc_lock(lock); upc_barrier; break;
  case 'd': upc_machine_compute(3e11, "long"); for (int i = 0; i < THREADS; i++) flag[i] = other[i] = 1; break;
  case 't': sleep(7); while (!flag[t]) usleep(100000); break;
  }
}
int main(int argc, char **argv) {          // by thread: how it waits
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  wait_by(argv[1][MYTHREAD], argv[1][strlen(argv[1]) - 1] == 'n' ? MYTHREAD : (MYTHREAD + 1) % THREADS, lock);
  upc_barrier;
  return argc != 2;
}
C
"$UPCC" -network=sim -O1 waits.upc -o waits || die waits.upc
line() { grep -n "$1" waits.upc | sed "s/:.*//; s/^/waits.upc:/"; }
job() { limited 60 "$UPCRUN" -machine=flat,host-factor=0,threads-per-node=$1,near-time=$2 -n "${#3}" ./waits "$3" >out 2>err; }
says() { grep -q "$1" err || { cat err; die "not said: $1"; }; }
for each in 1 2 8; do
  for near in $([ $each = 2 ] && echo 50ns || echo 0); do
    for how in ss sc fw wcs sb aas wbf ppek ykm iui; do
      job $each $near $how && die "$how: it ended"
      says '^upc: all threads wait for each other: nothing has changed since 0[.]00'
      for ((t = 0; t < ${#how}; t++)); do
        case ${how:t:1} in
          b) says "thread $t (last call: upc_barrier at $(line '^  upc_barrier' | tail -1))" ;;
          f) says "thread $t (in the loop at $(line "case 'f'"))" ;;
          *) says "thread $t (in the loop at $(line "case '${how:t:1}'"))" ;;
        esac
      done
    done
    job $each $near hls && die 'hls: it ended'
    says 'all threads wait for each other'
    for how in sd cd fd wsfd td ped kymd iud; do job $each $near $how || { cat err; die "$how"; }; done
  done
done
exit 0
