#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A message that takes longer than UPC_PATIENCE, over a link that is slow, is not reported: its bytes come. A thread that
# comes late is reported, since nothing comes, and at last also if it reads a word of the waiting thread all the time.
#   slow_link.sh CONDUIT
conduit=$1 build=${BUILD:-build}
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || HOSTS_RATE=8mbit exec tests/tools/hosts 2 "$0" "$@"
. tests/load
mkdir -p "$build/tests" && dir=$(mktemp -d -p "$PWD/$build/tests") source=tests/library/ext/slow_link.upc
line=$(grep -n 'line: late' $source | cut -d : -f 1)
trap 'rm -rf "$dir"' EXIT
"${UPCC:-build/bin/upcc}" -O2 -network="$conduit" $source -o "$dir/p" || exit 1

# The waiting thread counts its wait anew if it has had no core for a while: beside other programs the late thread is later.
reported_once() {  # PATIENCE SECONDS LATE [reads]
  local late
  late=$(stretched "$3")
  [ "$late" -le $((8 * $3)) ] || late=$((8 * $3))
  UPC_PATIENCE=$1 "${UPCRUN:-build/bin/upcrun}" -hosts=host0,host1 -n 2 "$dir/p" "$late" ${4:+"$4"} >"$dir/out" 2>&1 </dev/null &&
    grep -q '^PASS' "$dir/out" || { cat "$dir/out"; exit 1; }
  [ "$(grep -c "upc_stride_broadcast: .* waited" "$dir/out")" = 1 ] &&
    grep -q "^$source:$line: upc_stride_broadcast: thread 0 has waited $2" "$dir/out" ||
    { echo "FAILED: one line expected, of the late thread"; cat "$dir/out"; exit 1; }
}

reported_once 2 2 4
reported_once 1 1 13 reads
