#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A job on two hosts ends on both when upcrun is interrupted, terminated or killed, and when a thread of either dies.
#   hosts_end.sh CONDUIT   (tests/tools/hosts)
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
int main(int argc, char **argv) {
  upc_barrier;
  if (MYTHREAD == 0) puts("ready");
  if (argc > 1 && MYTHREAD == atoi(argv[1])) abort();
  for (;;) pause();
}
C
"$UPCC" -network="$conduit" job.upc -o "job$$" || exit 1
left() { "$tools/processes" called "job$$|hydra_pmi_proxy|orted|mpiexec|[ /]ssh .*host[0-9]|sshd: root"; }  # host0 sees all processes
gone() {
  for i in $(seq 50); do [ -z "$(left)" ] && return; sleep 0.1; done
  die "left 5 s after $1: $(left)"
}

for signal in INT TERM KILL; do
  >out
  ( trap - INT; exec "$UPCRUN" -hosts=host0,host1 -n 2 "./job$$" >>out 2>err ) &
  for i in $(seq 100); do grep -q ready out && break; sleep 0.1; done
  grep -q ready out || die "the job did not start: $(cat err)"
  kill -s $signal $!
  wait $! 2>/dev/null
  gone "SIG$signal to upcrun"
done
for thread in 0 1; do
  limited 20 "$UPCRUN" -hosts=host0,host1 -n 2 "./job$$" $thread >out 2>err
  same "status $?" 'status 134'
  grep -q "^upc: thread $thread of 2 died of signal 6 (Aborted)" err || die "it says: $(cat err)"
  gone "a death of thread $thread"
done
