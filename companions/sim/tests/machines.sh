#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Simulated machines: what messages take is within 2% of closed forms, a run repeats to the last digit, wrong descriptions
# are refused with a line, and nothing is left behind.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$top/companions/sim/tests/machines.upc" -o machines || die 'machines.upc'

# A network of known figures, and a torus of 32 nodes.
cat >known <<'M'
flat
link-bandwidth 1 GB/s
link-latency 10 us
send-time 2 us
receive-time 3 us
host-factor 0
M
check() { # THREADS PATTERN BYTES
  "$UPCRUN" -machine=known -n "$1" ./machines "$2" "$3" 2e-6 3e-6 1e-5 1e9 >out 2>err && [ "$(tail -n 1 out)" = PASS ] ||
    { cat out err; die "$2 of $3 bytes among $1 threads"; }
}
for bytes in 8 4000 1000000; do
  check 2 ping $bytes
  check 7 ring $bytes
done
check 16 binomial 8
check 16 binomial 1000000
check 8 chain 100000
check 8 exchange 100000

# A switch that sends packets on as a whole: 1,500 bytes more on the second link. Messages do not overtake each other.
check_packets() { # THREADS PATTERN BYTES
  "$UPCRUN" -machine=known,packet=1500 -n "$1" ./machines "$2" "$3" 2e-6 3e-6 1.15e-5 1e9 >out 2>err && [ "$(tail -n 1 out)" = PASS ] ||
    { cat out err; die "$2 of $3 bytes among $1 threads, in packets"; }
}
check_packets 2 ping 4000
check_packets 8 chain 100000

# Determinism: every digit, with contention on a torus.
once() { "$UPCRUN" -machine=bluegene-l,host-factor=0 -n 16 ./machines exchange 5000 1 1 1 1 2>&1; }
once >first; once >second
same "$(cat second)" "$(cat first)" || die 'a second run differs'

# Measured times: a replay has those of the recorded run, to the last digit. Another run is refused.
measured() { "$UPCRUN" -machine=bluegene-l,host-factor=8 "$1" -n "${3:-16}" ./machines "$2" 5000 1 1 1 1 2>&1; }
measured -record=times exchange >first; measured -replay=times exchange >second
grep -q ' s; ' first && same "$(cat second)" "$(cat first)" || die 'a replayed run differs from the recorded one'
measured -record=others exchange >second; [ "$(cat second)" != "$(cat first)" ] || die 'two recorded runs are the same'
measured -replay=times ring >out && die 'the record of another run is accepted'
grep -q 'upc: times: at .* does other things than in the recorded run' out || { cat out; die 'the line for another run'; }
measured -replay=times exchange 8 >out && die 'a record of more threads is accepted'
grep -q 'times: has the times of 16 threads, and there are 8' out || { cat out; die 'the line for other threads'; }
# Another machine may choose other schedules, whose calls compute more or less often in the library. What the program
# has computed stays: here, nearly all of its time.
cat >loop.upc <<'C'
#include <upc.h>
#include <upc_stride_coll.h>
int main(void) {
  const size_t shape[] = {4000 * (size_t)THREADS}, block[] = {4000};
  const int grid[] = {THREADS};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, 1, 1, grid);
  upc_stride_array_t B = upc_stride_all_alloc(1, shape, block, 1, 1, grid);
  for (int i = 0; i < 3; i++) {
    for (volatile int n = 0; n < 20000000; n++) {}
    upc_stride_broadcast(UPC_SECTION(B, UPC_STRIDE_ALL), upc_stride_at(A, (size_t[]){0}), 4000, 0);
  }
  return 0;
}
C
"$UPCC" -network=sim -O1 loop.upc -o loop || die 'loop.upc'
loop() { # SCHEDULE MACHINE OPTION: its time
  UPC_STRIDE_SCHEDULE=broadcast=$1 "$UPCRUN" -machine="$2,threads-per-node=1" "$3" -n 4 ./loop 2>err || { cat err; die "$*"; }
  sed -n 's/^machine .*: \([0-9.]*\) s; .*/\1/p' err
}
recorded=$(loop chain:1000 bluegene-l -record=loops)
for how in 'chain:1000 bluegene-l' 'chain:200 bluegene-l' 'flat bluegene-l' 'binomial fat-tree'; do
  # shellcheck disable=SC2086 # words
  awk -v a="$(loop $how -replay=loops)" -v b="$recorded" 'BEGIN { exit !(a > 0.9 * b && a < 1.1 * b) }' || die "$how: not $recorded s"
done
echo none >none; measured -replay=none exchange >out && die 'any file is taken as a record'
grep -q 'none: is no record of times' out || { cat out; die 'the line for what is no record'; }
"$UPCRUN" -machine=bluegene-l,host-factor=0 -record=times -n 2 ./machines ping 8 1 1 1 1 >out 2>&1 && die 'nothing is recorded'
grep -q 'with host-factor=0 no times are measured' out || { cat out; die 'the line for host-factor=0'; }

# Threads that end while others still wait for messages do not wake all of them: 2,048 end within seconds, not minutes.
cat >frees.upc <<'C'
#include <upc.h>
int main(void) {
  shared void *p = upc_all_alloc(THREADS, 8);
  upc_barrier;
  upc_all_free(p);
  return 0;
}
C
"$UPCC" -network=sim frees.upc -o frees || die 'frees.upc'
limited 40 "$UPCRUN" -machine=bluegene-l,host-factor=0,link-shares=1 -n 2048 ./frees 2>err || { cat err; die 'the end of 2,048 threads'; }

# The time by call: thread 1 computes for 1 s, so the others wait for 1 s of 2 in the second barrier.
cat >sites.upc <<'C'
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
int main(void) {
  upc_barrier;
  if (MYTHREAD == 1) upc_machine_compute(1e9, "any");
  upc_barrier 2;
  upc_machine_compute(1e9, "any");
  return 0;
}
C
"$UPCC" -network=sim sites.upc -o sites && "$UPCRUN" -machine=known,flops=1GFlop/s -n 4 ./sites 2>err || { cat err; die 'sites.upc'; }
grep -q '  37.5% of a thread.s time in sites.upc:7: upc_barrier; at most 50.0%, thread 0' err ||
  { cat err; die 'the time in the second barrier'; }
[ "$(grep -c 'of a thread.s time' err)" = 1 ] || { cat err; die 'computing counts as a call'; }

# A chain of four threads that compute for 1 s while a broadcast is in flight: 64 segments of 1 MB, 1 ms each. With a helper
# it is over when they have computed. Without one, thread 1 passes nothing on before.
cat >helper.upc <<'C'
#include <stdio.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
int main(void) {
  size_t shape = (size_t)THREADS << 26, block = 1 << 26, zero = 0;
  upc_machine_without_data(1);
  upc_stride_array_t to = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  upc_stride_array_t from = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  upc_stride_handle_t h = upc_stride_broadcast_nb(UPC_SECTION(to, UPC_STRIDE_ALL), upc_stride_at(from, &zero), block,
                                                  UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_machine_compute(1e9, "any");
  upc_stride_wait(&h);
  upc_barrier;
  if (MYTHREAD == 0) printf("%.3f\n", 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now() - start));
  return 0;
}
C
"$UPCC" -network=sim helper.upc -o helper || die 'helper.upc'
chain() { UPC_STRIDE_SCHEDULE=broadcast=chain:1048576 limited 60 "$UPCRUN" -machine=known,flops=1GFlop/s,helper=$1 -n 4 ./helper 2>err || { cat err; die helper.upc; }; }
with=$(chain 1) without=$(chain 0)
awk -v a="$with" -v b="$without" 'BEGIN { exit !(a >= 1 && a < 1.01 && b > 1.05 && b < 1.2) }' ||
  die "a broadcast during a computation of 1 s: $with s with a helper, $without s without"

# How a stream of 20 KB begins, 20 us on the link and 10 us on its way. The time from when the later thread enters until the
# receiver has it. A late sender has the receiver's word, or asks for it and waits 20 us. An eager one does neither; for a
# late receiver the data is then there.
cat >late.upc <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
shared double entered;
int main(int argc, char **argv) {
  int late = argc > 1 ? atoi(argv[1]) : 0, grid = THREADS;
  size_t shape = THREADS, one = 1, zero = 0, me = MYTHREAD;
  upc_stride_array_t to = upc_stride_all_alloc(1, &shape, &one, 20000, 1, &grid);
  char *mine = (char *)upc_stride_at(to, &me);
  double start;
  for (int warm = 1; warm >= 0; warm--) {
    for (int i = 0; MYTHREAD == 0 && i < 20000; i++) mine[i] = (char)(i * 7 + warm);
    upc_barrier;
    if (MYTHREAD == late) {
      upc_machine_compute(1e7, "any");
      start = 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now());
      if (late == 0) entered = start; // near to thread 0
    }
    upc_stride_broadcast(UPC_SECTION(to, UPC_STRIDE_ALL), upc_stride_at(to, &zero), 20000, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    double end = 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now());
    for (int i = 0; MYTHREAD == THREADS - 1 && i < 20000; i++)
      if (mine[i] != (char)(i * 7 + warm)) return 1;
    upc_barrier;
    if (MYTHREAD == THREADS - 1 && !warm) printf("%.1f\n", end - (late == 0 ? entered : start));
    upc_barrier;
  }
  return 0;
}
C
"$UPCC" -network=sim late.upc -o late || die 'late.upc'
begins() { # SETTINGS LATE LEAST MOST
  "$UPCRUN" -machine="known,flops=1GFlop/s$1" -n 2 ./late "$2" >out 2>err || { cat out err; die 'late.upc'; }
  awk -v least="$3" -v most="$4" '{ exit !($1 >= least && $1 <= most) }' out || { cat out; die "a stream with$1, thread $2 late"; }
}
begins '' 0 30 38
begins ,rendezvous=sender 0 50 58
begins ,eager=20000 0 30 38
begins ,eager=19999 1 40 52
begins ,eager=20000 1 0 12

# A chain in four segments of 5 KB, 0 -> 1 -> 2: if segments queue, the first is passed on while the next comes, and there
# are five times 5 us on links. If they share the link, all come at its end, and there are eight times 5 us.
passed_on() { # SETTINGS
  UPC_STRIDE_SCHEDULE=broadcast=chain:5000 "$UPCRUN" -machine="known,flops=1GFlop/s,send-time=0us,receive-time=0us$1" -n 3 ./late 0 2>err
}
queue=$(passed_on '') share=$(passed_on ,streams=share)
awk -v q="$queue" -v s="$share" 'BEGIN { exit !(s > q + 10 && s < q + 20) }' || die "streams: $queue us if they queue, $share if they share"

# refused MACHINE THREADS TEXT
refused() {
  "$UPCRUN" -machine="$1" -n "$2" ./machines ping 8 1 1 1 1 >out 2>&1 && { cat out; die "-machine=$1 is accepted"; }
  grep -qF -- "$3" out && [ "$(wc -l <out)" = 1 ] || { cat out; die "-machine=$1: expected one line with: $3"; }
}
echo 'link-bandwith 1 GB/s' >typo
echo 'link-latency 1 parsec' >unit
echo 'torus 4xx4' >shape
printf '\177ELF\001 3\n' >binary
echo 'torus 2x2' >small
echo '<platform' >broken.xml
refused nowhere 2 "machine 'nowhere' is neither a file nor one of the machines"
refused typo 2 "typo:1: 'link-bandwith' is no word of a machine file; did you mean link-bandwidth?"
refused known,xyz=1 2 "'xyz' is no word of a machine file; the words are flat, torus, "
echo '# nothing' >nothing
refused nothing 2 "nothing: this file describes no machine"
printf 'header 8\nbytes-time 8:1us\n' >headers
refused headers 2 "machine 'headers' has both bytes-time and header"
mkdir folder && echo 'platform folder' >platform
refused platform 2 "platform:1: platform: 'folder' is no file"
refused '' 2 '-machine= needs a value'
refused binary 2 "binary:1: this line is no text, so this is no machine file"
refused unit 2 'its unit must be one of s, ms, us, ns'
refused shape 2 "torus has shape '4xx4'; it must be, without blanks, its sizes, such as 8x8x8"
refused small 8 "has 4 nodes of 1 thread each; 8 nodes are needed"
refused known,rendezvous=both 2 "rendezvous is 'both'; it must be receiver or sender"
refused known,streams=both 2 "streams is 'both'; it must be queue or share"
refused known,link-latency 2 "'link-latency' must be WORD=VALUE"
# A product of blocks of 100 x 100 at half of the peak takes 4 ms; twice as long if such blocks reach half of that.
cat >blocks.upc <<'C'
#include <upc_machine.h>
int main(void) { return upc_machine_compute(2e6, "dgemm"), 0; }
C
"$UPCC" -network=sim blocks.upc -o blocks || die 'blocks.upc'
block() { "$UPCRUN" -machine="flat,flops=1GFlop/s,host-factor=0,efficiency=dgemm 0.5$1" -n 1 ./blocks 2>&1 | sed -n 's/^machine.*: \([0-9.]*\) s;.*/\1/p'; }
same "$(block '') $(block ' 100') $(block ' 300')" '0.004000000 0.008000000 0.016000000'
refused 'known,efficiency=dgemm 0.5 much' 2 "efficiency 'dgemm' is 'much'; it must be a number from 0 to 1e+06"
refused 'known,efficiency=dgemm 0.5 1 2' 2 'efficiency needs a kind and a number, such as dgemm 0.75, and may have an extent behind it'
printf 'flat\ntorus 2x2\n' >networks
printf 'efficiency fft 0.1\nefficiency dgemm 0.5\nefficiency fft 0.2\n' >kinds
refused networks 2 "networks:2: torus: the network is already given, by flat in line 1"
refused kinds 2 "kinds:3: 'efficiency fft' is already given, in line 1"
refused known,send-time=1us,send-time=2us 2 "'send-time' is already given"
refused known,flat=3 2 "flat is '3'; it has no value"
refused known,helper=7 2 "helper is '7'; it must be a whole number from 0 to 1"
refused known,threads-per-node=2.5 2 "threads-per-node is '2.5'; it must be a whole number from 1 to 1048576"
for text in inf nan 0x10 '' us; do refused known,link-latency=$text 2 "link-latency is '$text'; it"; done
for text in 0 0GB/s 1e400GB/s -1GB/s; do
  refused known,link-bandwidth=$text 2 "link-bandwidth is '$text'; it must be a number from 1 to 1e+18 B/s"
done
refused known,link-latency=1e400us 2 "link-latency is '1e400us'; it must be a number from 0 to 1e+06 s"
"$UPCRUN" -machine='fat-tree,fat-tree=2;4,4;1,2;1,1,threads-per-node=1' -n 2 ./machines ping 8 1 1 1 1 >out 2>&1
grep -q '^machine fat-tree, fat-tree 2;4,4;1,2;1,1: ' out || { cat out; die 'a shape with commas behind the name'; }
"$UPCRUN" -machine=broken.xml -n 2 ./machines ping 8 1 1 1 1 >out 2>&1 && die 'a broken platform file is accepted'
cat >hello.c <<'C'
#include <stdio.h>
int main(void) { return puts("hello") < 0; }
C
"$UPCC" hello.c -o hello 2>/dev/null && "$UPCRUN" -machine=flat -n 2 ./hello >out 2>&1 && die 'a program for smp has a machine'
grep -q 'is not for a simulated machine' out || { cat out; die 'the line for a program for smp'; }

# Fat trees with many levels, and with levels of one node: what the simulator tells the library of them is taken.
for levels in '5;2,2,2,2,2;1,2,2,2,2;1,1,1,1,1' '3;4,1,4;1,1,4;1,1,1' '8;2,2,2,2,2,2,2,2;1,1,1,1,1,1,1,1;1,1,1,1,1,1,1,1'; do
  printf 'fat-tree %s\nlink-bandwidth 1 GB/s\nlink-latency 1 us\nsend-time 1 us\n' "$levels" >levels
  "$UPCRUN" -machine=./levels -n 8 "$build/lib/upc-stride-measure-sim" 0 MYSYNC none 8 >out 2>&1 || die "$levels: $(cat out)"
done

# An interrupt ends all processes.
cat >spin.upc <<'C'
#include <upc.h>
shared strict int go;
int main(void) {
  while (!go) {}
  return 0;
}
C
"$UPCC" -network=sim spin.upc -o spin || die 'spin.upc'
"$UPCRUN" -n 3 ./spin 2>err &
job=$!
sleep 1
kill -INT $job 2>/dev/null; kill -TERM $job
wait $job
"$tools/processes" called "^$dir/spin|^./spin$" >left && { cat left; die 'processes are left'; }
exit 0
