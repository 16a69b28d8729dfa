#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Teams of rows and columns, as upc-stride-tune --teams measures them. Rows that are each one node do not disturb each other.
# Columns, with a thread on each of four nodes, share the links of the nodes: four of them take four times as long as one.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77

# times NODE-SIZE THREADS SYNC OPERATIONS BYTES...: lines "operation bytes microseconds"
times() {
  limited 60 "$UPCRUN" -machine="flat,host-factor=0,near-latency=100ns,near-bandwidth=5GB/s,threads-per-node=$1" -n "$2" \
    "$build/lib/upc-stride-measure-sim" 0 "${@:3}" 2>err | grep -E '^[a-z_]+ [0-9]+ [0-9.]+$' || { cat err; die "$*"; }
}
operations=broadcast,scatter,gather,gather_all,exchange,permute,copy # no copies: they are not measured in teams
for threads in 8 16; do times 4 $threads MYSYNC,rows:4 $operations 4096 65536 >$threads || exit 1; done
paste -d ' ' 8 16 | awk '$6 < 0.98 * $3 || $6 > 1.02 * $3 || $1 != $4 || $2 != $5 { exit 1 } END { if (NR != 12) exit 1 }' ||
  { cat 8 16; die 'rows on nodes of their own, which disturb each other'; }

microseconds() { times "$@" permute 4194304 | cut -d ' ' -f 3; }
awk -v one="$(microseconds 1 4 MYSYNC)" -v four="$(microseconds 4 16 MYSYNC,columns:4)" \
  'BEGIN { exit !(four > 3.95 * one && four < 4.05 * one) }' || die 'four columns do not take four times as long as one'

"$build"/bin/upc-stride-tune --machine flat,threads-per-node=4 --threads 16 --teams rows:8 --bytes 4096 --operations gather_all \
  --sync MYSYNC --output rules >out 2>&1 || { cat out; die upc-stride-tune; }
grep -Eq '^gather_all +\* +5-8 .* far  per_node=4 #' rules || { cat rules; die 'expected a rule of 5 to 8 members, 4 on a node'; }
exit 0
