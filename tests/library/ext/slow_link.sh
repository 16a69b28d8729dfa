#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A message that takes longer than UPC_PATIENCE, over a link that is slow, is not reported: its bytes come. A thread that
# comes late is reported, since nothing comes, and at last also if it reads a word of the waiting thread all the time.
#   slow_link.sh CONDUIT
conduit=$1 build=${BUILD:-build}
tests/tools/has_conduit "$conduit" || exit 77
[ -n "${HOSTS:-}" ] || HOSTS_RATE=8mbit exec tests/tools/hosts 2 "$0" "$@"
mkdir -p "$build/tests" && dir=$(mktemp -d -p "$PWD/$build/tests") source=tests/library/ext/slow_link.upc
line=$(grep -n 'line: late' $source | cut -d : -f 1)
trap 'rm -rf "$dir"' EXIT
"${UPCC:-build/bin/upcc}" -O2 -network="$conduit" $source -o "$dir/p" || exit 1

reported_once() {  # PATIENCE SECONDS [ARGUMENT]
  UPC_PATIENCE=$1 "${UPCRUN:-build/bin/upcrun}" -hosts=host0,host1 -n 2 "$dir/p" ${3:+"$3"} >"$dir/out" 2>&1 </dev/null &&
    grep -q '^PASS' "$dir/out" || { cat "$dir/out"; exit 1; }
  [ "$(grep -c "upc_stride_broadcast: .* waited" "$dir/out")" = 1 ] &&
    grep -q "^$source:$line: upc_stride_broadcast: thread 0 has waited $2" "$dir/out" ||
    { echo "FAILED: one line expected, of the late thread"; cat "$dir/out"; exit 1; }
}

reported_once 2 2
reported_once 1 1 reads
