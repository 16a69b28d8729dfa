#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A simulated torus: an exchange and broadcasts reach nine tenths of what its links allow. A slow network: rounds of an
# exchange are under way together.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77

# Without a map threads sit in order, and the library knows the torus from the simulator.
on_torus() { # SHAPE NODES PROGRAM ARGUMENT..
  local torus=$1 n=$2; shift 2
  "$UPCRUN" -machine=bluegene-l,host-factor=0,threads-per-node=1,torus=$torus -n "$n" "$@" >out 2>err || { cat out err; die "$*"; }
}

# An exchange reaches nine tenths of what the bisection allows: links and both directions of each ring are loaded alike.
"$UPCC" -network=sim -O "$top/companions/sim/tests/bisection.upc" -o bisection || die 'bisection.upc'
on_torus 4x4x4 64 ./bisection 4096 4 154e6
awk '{ exit !($5 >= 0.9 && $5 <= 1) }' out || { cat out; die 'an exchange of 4 KB on 4 x 4 x 4 takes too long for its bisection'; }

# A broadcast by trees that share no link reaches nine tenths of the links that they use: one of a line of 8, as part of a
# ring; two of a ring; four of a plane.
"$UPCC" -network=sim -O "$top/companions/sim/tests/broadcast_links.upc" -o broadcast_links || die 'broadcast_links.upc'
for case in "16 16 1048576 1 154e6 8" "8 8 1048576 2 154e6" "4x4 16 4194304 4 154e6"; do
  # shellcheck disable=SC2086 # words
  set -- $case
  on_torus $1 $2 ./broadcast_links "${@:3}"
  awk '{ exit !($5 >= 0.9 && $5 <= 1) }' out || { cat out; die "a broadcast on $1 takes too long for its links"; }
done

# Rounds of short pieces are under way together: an exchange among 8, in 7 rounds, takes little more than the way there and
# back of one message. Round after round it would be 7 ms at least.
printf '%s\n' flat 'link-latency 1 ms' 'link-bandwidth 1 GB/s' 'send-time 1 us' 'receive-time 1 us' 'host-factor 0' >slow
"$UPCRUN" -machine=slow -n 8 ./bisection 8192 4 1e9 >out 2>err || { cat out err; die 'an exchange on a slow network'; }
awk '{ exit !($3 > 1 && $3 < 3) }' out || { cat out; die 'the rounds of an exchange wait for each other'; }

# With under_way=0 they do wait for each other.
echo 'exchange * * * pairwise under_way=0' >rules
UPC_STRIDE_RULE=rules "$UPCRUN" -machine=slow -n 8 ./bisection 8192 4 1e9 >out 2>err || { cat out err; die 'under_way=0'; }
awk '{ exit !($3 > 7) }' out || { cat out; die 'under_way=0 has no effect'; }
exit 0
