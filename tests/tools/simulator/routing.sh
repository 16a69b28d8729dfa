#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Routes in a dragonfly of four groups of four routers with two nodes each. All eight nodes of the first group put 1 MiB to
# the second one. Over the link between the two groups these take eight times the time of one; over the two other groups
# four times, if half of them are drawn for each; over all three ways three times, as UGAL chooses.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
$UPCC -network=sim -O "$top/tests/tools/simulator/next_group.upc" -o next_group || die 'next_group.upc'
printf '%s\n' 'dragonfly 4,1;1,1;4,1;2' 'link-bandwidth 1 GB/s' 'link-latency 1 us' 'host-factor 0' 'look-time 0' >machine

# takes ROUTING NODES LEAST MOST: the puts flow for so many times the time of 1 MiB on a link, and up to 20 us of latencies.
takes() {
  limited 60 $UPCRUN -machine="./machine,routing=$1" -n 32 ./next_group "$2" >out 2>err || { cat out err; die "$1"; }
  awk -v least="$3" -v most="$4" '{ x = $1 / (1048576 / 1000.0) } END { exit !(x >= least && x <= most + 20 / 1048) }' out ||
    die "$1, $2 nodes: $(cat out) us"
}
takes minimal 8 8 8
takes ugal 8 3 3
takes valiant 8 4 8
for routing in minimal ugal valiant; do takes $routing 1 1 1; done # within a group there is no detour
cp out one; limited 60 $UPCRUN -machine=./machine,routing=valiant -n 32 ./next_group 1 >out 2>err
cmp one out || die 'two runs draw different routes'
limited 60 $UPCRUN -machine=./machine,routing=valiant -n 32 ./next_group 16 >out 2>err || { cat err; die 'two groups'; }
limited 60 $UPCRUN -machine=flat,routing=ugal -n 2 ./next_group 1 >out 2>&1
same "$? $(cat out)" "2 upc: machine 'flat': routing ugal is for a dragonfly; on flat it must be minimal"
echo PASS
