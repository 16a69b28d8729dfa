#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job with more threads than the system allows processes ends with one line before it starts any. If a thread cannot be
# started all the same, those before it are gone when the job ends.
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <upc.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
C
cat >fork.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
pid_t fork(void) {
  static int calls;
  if (++calls < 300) return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  errno = EAGAIN;
  return -1;
}
C
"$UPCC" job.upc -o "job$$" || exit 1
"$UPCC" job.upc fork.c -o "fork$$" || exit 1
refused() { # LIMIT STATUS: the job has said so in one line
  same "$2" 1
  same "$(wc -l <out)" 1
  grep -q "^upc: the system does not allow [0-9]* threads, which are processes: $1 is [0-9]*, of which [0-9]* are in use" out ||
    die "$1: it says: $(cat out)"
}

# Simulated threads may be more.
limited 5 "$UPCRUN" -n 65537 "./job$$" >out 2>&1
same $? 2
same "$(cat out)" 'upc: there are 65537 threads; conduit smp can have at most 65536'

most=$(cat /proc/sys/kernel/pid_max)
if [ "$most" -lt 65536 ]; then
  limited 5 "$UPCRUN" -n 65536 "./job$$" >out 2>&1
  refused kernel.pid_max $?
fi

as=()  # root is not held to the limit of ulimit
[ "$(id -u)" != 0 ] || as=(setpriv --reuid=54321 --regid=54321 --clear-groups)
chmod 755 .
if [ "$(id -u)" != 0 ] || "${as[@]}" "./job$$" >out 2>&1; then
  limited 5 "${as[@]}" bash -c "ulimit -u 1000 && UPC_THREADS=1000 ./job$$" >out 2>&1
  refused RLIMIT_NPROC $?
fi

group=/sys/fs/cgroup/pids/job$$
[ -d /sys/fs/cgroup/pids ] || group=/sys/fs/cgroup/job$$
if mkdir "$group" 2>/dev/null; then
  trap 'rmdir "$group"; rm -rf "$dir"' EXIT
  if echo 100 2>/dev/null >"$group/pids.max"; then
    in_group() { limited 10 bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$UPCRUN" -n "$1" "./job$$"; }
    in_group 101 >out 2>&1
    refused "$group/pids.max" $?
    same "$(in_group 80 2>&1)" PASS
    for conduit in mpi-mpich mpi-openmpi gasnet-udp; do # with a monitor for each thread
      (cd "$top" && tests/tools/has_conduit $conduit) >/dev/null || continue
      "$UPCC" -network=$conduit job.upc -o "job$$" || exit 1
      in_group 51 >out 2>&1
      same "$? $(wc -l <out) $(grep -c "the system does not allow 51 threads, which are two processes each: $group/pids.max is 100" out)" '1 1 1'
    done
  fi
fi

limited 10 "$UPCRUN" -n 400 "./fork$$" >out 2>&1; status=$?
same "$(cat /proc/[0-9]*/comm 2>/dev/null | grep -cx "fork$$")" 0
same "$status $(cat out)" '1 upc: cannot start thread 299 of 400: Resource temporarily unavailable'
