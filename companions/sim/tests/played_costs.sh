#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What upc-stride-tune takes for the time of a call, by which the rules of companions/sim/machines/ are written, is near to the time on the
# simulated machine: trees, rings, rounds, streams that meet on links, compositions by nodes. Simulated times are exact.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"clang-${LLVM:-19}" ${SANITIZERS-} -O1 -D_GNU_SOURCE -I"$top/include" -I"$build/include" -I"$top/src" -I"$top/upc" -I"$top/upc/runtime" "$here/played_costs.c" \
  "$top"/companions/tune/{network,network_of_machine,played_cost,shared_links}.c "$top"/upc/common/machine_*.c "$build/lib/libupc_stride.a" -lm \
  -o played_costs || die 'played_costs.c does not compile'

# is_near MACHINE OPERATION SCHEDULE BYTES..: among 64 members that time is 0.85 to 1.15 of this
is_near() {
  local machine="$build/lib/machines/$1" operation=$2 schedule=$3; shift 3
  # the first size opens the channels, and does not count
  env "UPC_STRIDE_SCHEDULE=$operation=$schedule" "$UPCRUN" -machine="$machine,host-factor=0" -n 64 \
    "$build/lib/upc-stride-measure-sim" 0 MYSYNC "$operation" 8 "$@" >out 2>err || { cat out err; die "$operation"; }
  TORUS=$(sed -n 's/^torus //p' out) ./played_costs "$machine" 64 "$operation" "$schedule" 8 "$@" >costs || die "$operation $schedule: no cost"
  grep "^$operation " out | paste -d ' ' - costs | tail -n +2 |
    awk '$6 < 0.85 * $3 || $6 > 1.15 * $3 || $1 != $4 || $2 != $5 { bad = 1 } { n++; print } END { exit bad || n < 1 }' >lines ||
    { cat lines; die "$machine, $schedule: operation, bytes, time, the same and time by played plans"; }
}
for per_node in 4 8; do
  nodes=fat-tree,threads-per-node=$per_node
  is_near $nodes gather_all hierarchical 512 4096 32768
  is_near $nodes exchange hierarchical 512 4096
  is_near $nodes exchange pairwise 64 512 4096 32768
  is_near $nodes scatter hierarchical 4096 32768
  is_near $nodes gather hierarchical 4096 32768
  is_near $nodes broadcast 'hierarchical(chain@32,chain,flat):16384' 32768 262144
  is_near $nodes broadcast hierarchical 32768 262144
done
for machine in fat-tree dragonfly; do
  is_near $machine,threads-per-node=1 exchange pairwise 1024 65536
  is_near $machine,threads-per-node=1 gather_all doubling 512 65536
  is_near $machine,threads-per-node=1 broadcast kary:4 4096 65536
done
is_near bluegene-l,threads-per-node=1 exchange bruck 512 4096
is_near bluegene-l,threads-per-node=1 broadcast torus 4096 65536
is_near bluegene-l,threads-per-node=1 reduce pairwise 4096 262144

# chosen_well MACHINE OPERATION MEMBERS BYTES..: the schedule by the rules that come with the machine costs up to 1.3 of the
# cheapest one, also where the members are no power of two
chosen_well() {
  local machine="$build/lib/machines/$1" operation=$2 members=$3; shift 3
  UPC_STRIDE_RULE=$machine.rules ./played_costs "$machine,threads-per-node=1" "$members" "$operation" - "$@" >costs || die "$operation: no cost"
  awk '$3 > 1.3 * $4 { bad = 1 } END { exit bad || NR < 1 }' costs ||
    { cat costs; die "$machine, $members members: operation, bytes, time by the rules, least time"; }
}
chosen_well fat-tree gather_all 100 8 512 8192 262144
chosen_well flat gather 33 8 256 16384
chosen_well flat broadcast 3 8 16384 262144
chosen_well flat reduce_all 50 8 4096 262144

# What a copy within a node costs is that of known lengths, where there are some: near-bandwidth is for longer ones.
rules() {
  "$build/bin/upc-stride-tune" --by-costs --machine "flat,threads-per-node=2,send-time=1us,near-bandwidth=$1" --threads 16 \
    --operations scatter --bytes 8,65536 --output rules >log 2>&1 || { cat log; die "near-bandwidth=$1"; }
  sed 1d rules
}
known='0.1 GB/s,near-bytes-time=1000:300ns 1000000:200us 8000000:8ms'
same "$(rules "$known")" "$(rules '5 GB/s')"
[ "$(rules "$known")" != "$(rules '0.1 GB/s')" ] || die 'copies cost nothing'
exit 0
