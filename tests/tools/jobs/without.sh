#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# System calls that an older kernel does not have, or that a container forbids: programs run, and a thread that dies ends
# its job as ever.
#   without.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
cc -O1 "$here/without.c" -o without 2>err || { echo 'no C compiler, or no headers for seccomp'; exit 77; }
./without ENOSYS 434 -- true || { echo 'seccomp is not possible here'; exit 77; }
number() { printf '#include <sys/syscall.h>\nSYS_%s\n' "$1" | cc -E - | tail -n 1; }
pidfd=$(number pidfd_open)
new="$pidfd $(number pidfd_send_signal) $(number close_range) $(number faccessat2) $(number statx) $(number rseq)"
forbidden="$pidfd $(number pidfd_send_signal) $(number process_vm_readv) $(number mincore) $(number sched_setaffinity) $(number personality)"
cat >job.upc <<'C'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int number[THREADS];
int main(int argc, char **argv) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_lock(lock);
  number[MYTHREAD] = MYTHREAD;
  upc_unlock(lock);
  upc_barrier;
  if (argc > 1 && MYTHREAD == 1) raise(SIGKILL);
  while (argc > 1) usleep(1000);
  if (MYTHREAD == 0) printf("%d threads\n", 1 + number[THREADS - 1]);
  return 0;
}
C
since=$(($(number memfd_create) + 1))+ # all calls that came after Linux 3.17
./without ENOSYS $since -- "$UPCC" -network="$conduit" job.upc -o job || exit 1
same "$(limited 30 ./without ENOSYS $since -- "$UPCRUN" -n 3 ./job 2>&1 </dev/null)" '3 threads'
for error in ENOSYS EPERM; do
  calls=$new; [ $error = ENOSYS ] || calls=$forbidden
  same "$(limited 30 ./without $error $calls -- "$UPCRUN" -n 3 ./job 2>&1 </dev/null)" '3 threads'
done
limited 30 ./without ENOSYS "$pidfd" -- "$UPCRUN" -n 3 ./job die >out 2>err </dev/null
same "$? $(grep -c '^upc: thread 1 of 3 died of signal 9 (Killed)$' err)" '137 1'
