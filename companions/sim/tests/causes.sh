#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Virtual time respects causes: strict writes, fences, ends of transfers and waiting loops (causes.upc), for messages that come at
# several times. A loop that waits in vain is told within seconds of this host.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 "$here/causes.upc" -o causes || die causes.upc
machine=flat,host-factor=0,flops=1GFlop/s
run() { limited 20 "$UPCRUN" -machine="$machine,$1" -n "$2" ./causes "${@:3}" 2>err; }
for at in 7 8 8.5 9 9.5 10 20; do
  same "$(run threads-per-node=2,near-time=2us,receive-time=30us,send-time=0s 3 strict $at)" PASS
done
for computed in 100 800 1000 1100 1900 2000; do same "$(run link-latency=1ms 2 fence $computed)" PASS; done
for each in 1 2; do
  same "$(run threads-per-node=$each 2 attempts)" PASS
done
same "$(run send-time=0s 2 handle)" PASS
same "$(run send-time=0s 1 sleeps)" $'PASS\nPASS'
same "$(machine=flat,flops=1GFlop/s; run threads-per-node=2 2 plain)" $'PASS\nPASS'
for helper in 0 1; do
  copies=threads-per-node=2,near-bandwidth=104.8MB/s,node-bandwidth=104.8MB/s # 1 MB takes 10 ms, two at once 20
  same "$(run $copies,helper=$helper 2 processor)" "$(yes PASS | head -12)"
done
cat >own.upc <<'END'
int poll(void) { return 3; }
double select = 4;
int main(void) { return (int)(poll() + select); }
END
"$UPCC" -network=sim own.upc -o own || die 'a program may have functions of its own with names of the C library'
status=0; "$UPCRUN" -machine=flat -n 2 ./own 2>err || status=$?
same $status 7
for each in 1 3; do
  for far in 0 1; do
    run threads-per-node=$each,near-time=100ns 3 never $far >out && die 'a deadlock ends well'
    grep -q 'all threads wait for each other' err || { cat err; die "a deadlock of reads, $each threads a node, of thread +$far"; }
  done
done
for number in -1 inf nan; do
  run send-time=0s 1 compute $number >out && die "$number operations are accepted"
  grep -q 'must be a number from 0 on' err || { cat err; die "$number operations"; }
done
