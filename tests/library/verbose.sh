#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# UPC_STRIDE_VERBOSE=1 prints one line for each operation, shape and schedule, for any number of teams.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
"$UPCC" -O -Isrc tests/library/disjoint.upc -o "$dir/disjoint" || exit 1
UPC_STRIDE_VERBOSE=1 tests/limited 60 "$UPCRUN" -n 6 "$dir/disjoint" >"$dir/output" 2>&1 || { cat "$dir/output"; exit 1; }
grep -c '^upc_stride_[a-z_]*: [0-9]* bytes, team of [0-9]*: [a-z]* (by ' "$dir/output" | grep -vx 0 || { echo 'nothing told'; exit 1; }
grep '^upc_stride_' "$dir/output" | sort | uniq -d | sed 's/^/told twice: /' | tee "$dir/twice"
[ ! -s "$dir/twice" ] || exit 1

# There is room for 1024 of them; one line says that there are more.
"$UPCC" -O -Isrc tests/library/shapes.upc -o "$dir/shapes" || exit 1
UPC_STRIDE_VERBOSE=1 tests/limited 60 "$UPCRUN" -n 3 "$dir/shapes" 1100 2>&1 | sort | cut -d ' ' -f 1-5 >"$dir/output"
[ "$(grep -c '^upc_stride_broadcast: [0-9]* bytes' "$dir/output") $(grep -c 'more than 1024' "$dir/output")" = '1024 1' ] ||
  { echo 'expected 1024 shapes, and a line about the others:'; uniq -c "$dir/output" | head; exit 1; }
