#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A part that many threads read goes down a tree: on a simulated machine this takes less time than a message of its
# sender for each of them. A long message takes no longer than its bytes and the latency: nobody waits for a thread that
# computes. Computing takes no time there, so the times are the same in each run.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O1 -I"$top/src" -I"$top/tests/library" "$top/companions/graphs/tests/graph_tree.upc" -o tree || die "graph_tree.upc does not compile"

microseconds() {  # SCHEDULE MACHINE THREADS MESSAGES: of an iteration; the most messages that a thread sends in it
  UPC_STRIDE_SCHEDULE=broadcast=$1 limited 60 "$UPCRUN" -machine="$2,host-factor=0,threads-per-node=1" -n "$3" ./tree 2000 1 "$4" \
    >out 2>err || die "$1: $(cat out err)"
  sed -n 's/ us an iteration//p' out
}
flat=$(microseconds flat bluegene-l 32 62)
tree=$(microseconds binomial bluegene-l 32 10)
[ "$tree" -gt 0 ] && [ $((3 * tree)) -lt $((2 * flat)) ] || die "flat $flat us, binomial $tree us, must be less than two thirds"

# 16 KB to the only reader, and its answer.
long=$(microseconds flat flat,link-latency=100us 2 2)
[ "$long" -ge 200 ] && [ "$long" -lt 250 ] || die "a long message and its answer: $long us, must be two latencies of 100 us"
echo PASS
