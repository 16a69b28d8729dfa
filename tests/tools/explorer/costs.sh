#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upc-stride-show takes messages to cost on a machine, by arithmetic, is what the simulator tells upc-stride-tune.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77

costs() {  # MACHINE THREADS
  own=$("$build/bin/upc-stride-show" 'shared [1] A[THREADS]' --threads "$2" --machine "$1" --call barrier --json) || die "upc-stride-show --machine $1"
  own=${own#*\"costs\":\"} own=${own%%\"*}
  simulated=$("$UPCRUN" -n "$2" -machine="$1,host-factor=0" "$build/lib/upc-stride-measure-sim" 0 MYSYNC none 8 2>out) || { cat out; die "upcrun -machine=$1"; }
  simulated=$(sed -n 's/^network //p' <<<"$simulated")
  [ -n "$own" ] && [ "$own" = "$simulated" ] || { echo "$1, $2 threads: upc-stride-show: $own"; echo "  the simulator: $simulated"; bad=1; }
}

bad=
costs flat 5
costs bluegene-l,threads-per-node=1 32
costs bluegene-l 64
costs fat-tree,threads-per-node=1 24
costs fat-tree,threads-per-node=2 60
costs fat-tree,threads-per-node=1 100
costs fat-tree,threads-per-node=8 64
costs dragonfly,threads-per-node=1 17
costs dragonfly,threads-per-node=1 100
costs dragonfly,threads-per-node=4 64
[ -z "$bad" ] || die 'the costs differ'
