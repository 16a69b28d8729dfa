#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The runtime counts the cores that a job may use on a host, and its threads there: all cores, one of them (taskset),
# a core for each thread (upcrun -bind-threads), and threads on two hosts.
#   cores.sh CONDUIT       cores.sh CONDUIT hosts   on two hosts (tests/tools/hosts)
conduit=$1 where=${2:-}
tests/tools/has_conduit "$conduit" || exit 77
[ -z "$where" ] || [ -n "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <upc.h>
extern int urt_cores(void), urt_threads_here(void);
int main(void) {
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) printf("thread %d: %d cores, %d threads\n", t, urt_cores(), urt_threads_here());
    upc_barrier;
  }
  return 0;
}
C
"$UPCC" -network="$conduit" job.upc -o job || exit 1

says() {  # EXPECTED COMMAND...: what the threads print, in their order
  local expected=$1; shift
  limited 60 "$@" >out 2>err || die "status $?: $*: $(cat err)"
  same "$*: $(sort out | sed 's/^thread [0-9]*: //' | paste -sd '|')" "$*: $expected"
}

all=$(limited 60 "$UPCRUN" -n 1 ./job | sed 's/thread 0: \(.*\) cores, 1 threads/\1/')
if [ -n "$where" ]; then
  says "$all cores, 2 threads|$all cores, 2 threads|$all cores, 1 threads" "$UPCRUN" -hosts=host0,host1 -n 3 ./job
  exit 0
fi
[ "$all" -ge 1 ] && [ "$all" -le "$(env -u OMP_NUM_THREADS nproc)" ] || die "$all cores of $(nproc)"
says "$all cores, 2 threads|$all cores, 2 threads" "$UPCRUN" -n 2 ./job
first=$(taskset -pc $$ | sed 's/.*: \([0-9]*\).*/\1/')
says '1 cores, 2 threads|1 cores, 2 threads' taskset -c "$first" "$UPCRUN" -n 2 ./job
bound=2
[ "$conduit" != smp ] || bound=$all  # counted before each thread gets its core
case $conduit in gasnet-*) exit 0 ;; esac
[ "$all" -lt 2 ] || says "$bound cores, 2 threads|$bound cores, 2 threads" "$UPCRUN" -bind-threads -n 2 ./job
