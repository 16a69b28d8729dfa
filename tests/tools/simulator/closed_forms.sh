#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The closed forms by which the rules of machines/ are written, beside the simulator: what upc-stride-tune takes for the time of
# a call by nodes, by units of several nodes, and without them, is near to its time on the machine. Simulated times are exact.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"clang-${LLVM:-19}" ${SANITIZERS-} -O1 -I"$top/include" -I"$build/include" -I"$top/src" "$here/closed_forms.c" "$build/lib/libupc_stride.a" -lm \
  -o closed_forms || die 'closed_forms.c does not compile'

# is_near OPERATION SCHEDULE BYTES..: among 64 members, 4 and 8 on a node, that time is 0.75 to 1.3 of this
is_near() {
  local operation=$1 schedule=$2 per_node costs; shift 2
  # the first size opens the channels, and does not count
  for per_node in 4 8; do
    env "UPC_STRIDE_${operation^^}=$schedule" $UPCRUN -machine="fat-tree,host-factor=0,threads-per-node=$per_node" -n 64 \
      "$build/lib/upc-stride-measure-sim" 0 MYSYNC "$operation" 8 "$@" >out 2>err || { cat out err; die "$operation"; }
    costs=$(sed -n 's/^network //p' out)
    ./closed_forms "$costs" 64 $per_node "$operation" "$schedule" 8 "$@" >formula || die "$operation $schedule: no formula"
    grep "^$operation " out | paste -d ' ' - formula | tail -n +2 |
      awk '$6 < 0.75 * $3 || $6 > 1.3 * $3 || $1 != $4 || $2 != $5 { bad = 1 } { n++; print } END { exit bad || n < 2 }' >lines ||
      { cat lines; die "$schedule, $per_node on a node: operation, bytes, time, the same and time by formula"; }
  done
}
is_near gather_all hierarchical 64 512 4096 32768
is_near exchange hierarchical 64 512 4096 32768
is_near exchange pairwise 64 512 4096 32768
is_near scatter hierarchical 64 4096 32768
is_near gather hierarchical 4096 32768
is_near gather flat 64 4096
is_near broadcast 'hierarchical(chain@32,chain,flat):16384' 32768 262144 1048576
is_near broadcast 'hierarchical(chain@32,chain@16,chain,flat):16384' 32768 262144 1048576
is_near broadcast hierarchical 32768 262144 1048576
exit 0
