#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# One host's link is cut during a run: the job ends on all hosts within UPC_LINK_TIMEOUT, with a message, and no process
# of it is left anywhere. Its threads wait for each other, talk, or compute and call nothing. `launcher`: the host that is
# cut is that of GASNet's master, which has no threads.
#   link_cut.sh CONDUIT HOSTS wait|talk|compute|launcher   (tests/tools/hosts)
conduit=$1 hosts=$2
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || exec tests/tools/hosts "$hosts" "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >job.upc <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
shared int word[THREADS];
int main(int argc, char **argv) {
  volatile long count = 0;
  upc_barrier;
  if (MYTHREAD == 0) puts("ready");
  if (strcmp(argv[1], "compute") == 0)
    for (;;) count++;
  if (strcmp(argv[1], "talk") == 0)
    for (;;) word[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  if (MYTHREAD == 0) pause();
  upc_barrier;
  return argc < 1;
}
C
limit=6 ends=6 first=0 cut=port$((hosts - 1))
says="^upc: thread [0-9]* of 4: host$((hosts - 1)), .* has not answered for 3 s (UPC_LINK_TIMEOUT)"
[ "$3" != launcher ] || first=1 cut=port0
# The line is the master's or, of a host without it, a thread's.
[ "$conduit" != gasnet-udp ] ||
  says='^upc: \(a host of the job\|the host where the job was started\), 10.77.0.[0-9]*, has not answered for 3 s (UPC_LINK_TIMEOUT)'
"$UPCC" -network="$conduit" job.upc -o "job$$" || exit 1
left() { "$tools/processes" called "job$$|hydra_pmi_proxy|orted|mpiexec|[ /]ssh .*host[0-9]|sshd: root"; }  # host0 sees all processes

>out
UPC_LINK_TIMEOUT=$limit timeout -k 5 40 "$UPCRUN" -hosts="$(seq -s , -f host%g $first $((hosts - 1)))" -n 4 "./job$$" "$3" >>out 2>err &
for i in $(seq 100); do grep -q ready out && break; sleep 0.1; done
grep -q ready out || die "the job did not start: $(cat err)"
start=$(date +%s%N)
ip link set "$cut" down
wait $! 2>/dev/null; status=$?
took=$((($(date +%s%N) - start) / 1000000))
[ $status != 0 ] && [ $status != 124 ] || die "status $status after $took ms: $(cat out err)"
grep -q "$says" err || die "it says: $(cat err)"
[ $took -lt $((ends * 1000)) ] || die "it took $took ms"
while left >/dev/null && [ $((($(date +%s%N) - start) / 1000000)) -lt $((ends * 1000 + 1000)) ]; do sleep 0.1; done
[ -z "$(left)" ] || die "left after $((ends + 1)) s: $(left)"
