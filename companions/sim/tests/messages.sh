#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -messages: SimGrid's own replay of the trace takes the time that the simulated run took. Each message is sent once
# and taken in once, of each thread the computations are those of the run. A get does not wait for what its owner
# computes, and messages of a pair pass a chain one after the other. upc-stride-compare prints the runs' times.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$tools/has_program" smpirun || exit 77
threads=8
cat >machine <<'M'
flat
link-bandwidth 1 GB/s
link-latency 10 us
look-time 0
host-factor 0
flops 10 GFlop/s
M
cat >cluster.xml <<'X'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-7" speed="10Gf" core="2" bw="1GBps" lat="5us"
    loopback_bw="1000000GBps" loopback_lat="0"/>
</platform>
X
seq -f node-%g 0 7 >hosts
"$UPCC" -network=sim -O "$top/companions/sim/tests/machines.upc" -o machines || die 'machines.upc'
cat >owner.upc <<'U'
#include <upc.h>
#include <upc_machine.h>
shared [4096] char there[4096 * THREADS];
int main(void) {
  static char here[4096];
  upc_barrier;
  if (MYTHREAD == 1) upc_memget(here, there, sizeof here);
  upc_machine_compute(1e9, "none");
  return 0;
}
U
"$UPCC" -network=sim -O owner.upc -o owner || die 'owner.upc'
cat >barriers.upc <<'U'
#include <upc.h>
int main(void) {
  for (int i = 0; i < 100; i++) upc_barrier;
  return 0;
}
U
"$UPCC" -network=sim -O barriers.upc -o barriers || die 'barriers.upc'
# shellcheck disable=SC2046 # words
(cd "$top" && "$UPCC" -network=sim -O1 $(apps/parts cholesky) -o "$dir/cholesky") || die 'cholesky does not compile'

ran() { sed -n 's/^machine .*: \([0-9.]*\) s; .*/\1/p' err; }
replayed() {
  smpirun -replay trace.list -np $((2 * threads)) -platform cluster.xml -hostfile hosts "--cfg=smpi/bw-factor:0:1;1e15:1" \
    "--cfg=smpi/lat-factor:0:1;1e15:1" --cfg=network/weight-S:0 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0 \
    --cfg=smpi/async-small-thresh:257 --cfg=smpi/send-is-detached-thresh:257 2>&1 |
    sed -n 's/.*Simulation time \([0-9.]*\)$/\1/p'
}
# agrees LEAST MOST SETTINGS PROGRAM ARGUMENTS..: the replay takes so much of the run's time
agrees() {
  local least=$1 most=$2 settings=$3; shift 3
  rm -f trace trace.list
  "$UPCRUN" -machine="machine$settings" -messages="$dir/trace" -n $threads "$@" >out 2>err || { cat out err; die "$*"; }
  awk '$2 == "isend" { if (sent[$1, $3, $4, $5]++) exit 1 }
    $2 ~ /recv/ { if (taken[$3, $1, $4, $5]++) exit 1 }
    END { for (m in taken) if (!(m in sent)) exit 1 }' trace || die "$*: a message is taken in that was not sent"
  local time
  time=$(replayed)
  awk -v a="$time" -v b="$(ran)" -v least="$least" -v most="$most" 'BEGIN { exit !(a >= least * b && a <= most * b) }' ||
    die "$*: $(ran) s on the simulated machine, $time s by smpirun"
}
for pattern in ring binomial exchange chain; do agrees 0.99 1.05 '' ./machines $pattern 1000000 0 0 1e-5 1e9; done
agrees 0.9 1.1 ,threads-per-node=2,near-latency=1us ./machines ring 1000000 0 0 1e-5 1e9
agrees 0.98 1.02 '' ./owner
same "$(ran | cut -c1-4)" 0.10                   # all compute for a tenth of a second, at the same time
for settings in ,barrier-round-time=25us ,barrier-time=50us; do
  agrees 0.95 1.05 $settings ./barriers
  ! grep '^.*trace: ' err || die "barriers$settings: these take as long in a replay"
done
"$UPCRUN" -machine=machine,barrier-round-time=9us -messages="$dir/trace" -n $threads ./barriers 2>err
grep -q 'by 11 %, since messages take longer than the machine.s barriers' err || { cat err; die 'barriers that are longer'; }
UPC_STRIDE_SCHEDULE=broadcast=chain:200000 agrees 0.95 1.1 '' "$build/lib/upc-stride-measure-sim" 0 MYSYNC broadcast 2000000
agrees 0.98 1.08 '' ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold
same "$(awk '$2 == "compute" { sum += $3 } END { printf "%.1f", sum / 1e9 }' trace)" 21.3 # 4000^3 / 3 operations

"$build/bin/upc-stride-compare" -n $threads --machines 'machine fat-tree,threads-per-node=1' --schedules 'broadcast=chain broadcast=flat' \
  ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold >table || { cat table; die 'upc-stride-compare'; }
UPC_STRIDE_SCHEDULE=broadcast=chain "$UPCRUN" -machine=machine -n $threads ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold >out 2>err
same "$(sed -n 's/^| machine | [0-9.]* | \([0-9.]*\) | [0-9.]* |$/\1/p' table)" "$(ran)"
same "$(wc -l <table)" 4
# With --change: the machine with and without these words, and what is fastest on both.
"$build/bin/upc-stride-compare" -n $threads --machines machine --change link-bandwidth=4GB/s --schedules broadcast=chain --plot bars.svg \
  ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold >table || { cat table; die 'upc-stride-compare --change'; }
faster=$(UPC_STRIDE_SCHEDULE=broadcast=chain "$UPCRUN" -machine=machine,link-bandwidth=4GB/s -n $threads \
  ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold 2>&1 | sed -n 's/^machine .*: \([0-9.]*\) s; .*/\1/p')
awk -F ' *[|] *' -v a="$(ran)" -v b="$faster" '$2 == "broadcast=chain" { n++
    if ($4 != a || $6 != b || $8 - 100 * (b / a - 1) > 0.1 || 100 * (b / a - 1) - $8 > 0.1 || $5 !~ /^link-.*%$/) exit 1 }
  END { exit n != 1 }' table && same "$(grep -c '^fastest ' table)" 2 || { cat table; die 'upc-stride-compare --change'; }
same "$(grep -c '<rect ' bars.svg)" 4
# GOAL: each message is sent once and taken in once, with its bytes; each label that a step requires stands before; the
# computations are those of the run. txt2bin of LogGOPSim reads it, where it is installed.
"$UPCRUN" -machine=machine -messages=trace.goal -n $threads ./cholesky 4000 --block 250 --grid 2x4 --no-data --cold >out 2>err ||
  { cat err; die goal; }
awk '$1 == "rank" { rank = $2; split("", there) }
  $2 == "send" { sent[rank, $5, $7, $3]++ }
  $2 == "recv" { taken[$5, rank, $7, $3]++ }
  $2 == "calc" { computed += $3 }
  $1 ~ /:$/ { there[substr($1, 1, length($1) - 1)] = 1 }
  $2 ~ /requires$/ { if (!($1 in there) || !($3 in there)) exit 1; needs++ }
  END { for (m in sent) if (sent[m] != taken[m]) exit 1
    for (m in taken) if (sent[m] != taken[m]) exit 1
    exit !(needs > 1000 && computed > 2.12e9 && computed < 2.14e9) }' trace.goal || die 'trace.goal'
! command -v txt2bin >/dev/null || txt2bin -i trace.goal -o goal.bin >out 2>&1 || { cat out; die txt2bin; }
refused() { # TEXT OPTION..
  local text=$1; shift
  "$build/bin/upc-stride-compare" "$@" >out 2>&1 && die "$*: accepted"
  grep -qF -- "$text" out || { cat out; die "$*: expected: $text"; }
}
refused "'broadcast', must be like broadcast=chain" --schedules broadcast ./cholesky
refused 'no program' -n 3
refused 'unknown option --nowhere' --nowhere
refused "'broadcst=flat': no operation 'broadcst'; there are broadcast, " --schedules broadcst=flat ./cholesky
refused 'no machine' --machines '' ./cholesky
refused '--change: it is for one machine' --machines 'flat fat-tree' --change helper=1 ./cholesky
refused '--maps and --plot are for --change' --maps XT,YZ ./cholesky
refused "'p.png', must end in .svg" --change helper=1 --plot p.png ./cholesky
refused "fat-tree,host-factor=0 with broadcast=no: upc" --machines fat-tree --schedules broadcast=no -n 4 ./cholesky 100 --block 50 --grid 2x2
exit 0
