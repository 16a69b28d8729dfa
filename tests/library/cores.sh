#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The library counts the cores that the job may use: with an affinity to one core, two threads are more threads than cores.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
"$UPCC" -O -Isrc tests/library/operations.upc -o "$dir/operations" || exit 1
core=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
said() { grep -c 'leader (by .*: ALLSYNC, few bytes, more threads than cores)' "$dir/output"; }

UPC_STRIDE_VERBOSE=1 taskset -c "$core" tests/limited 60 "$UPCRUN" -n 2 "$dir/operations" 20 7 >"$dir/output" 2>&1
[ $? = 0 ] && [ "$(said)" -gt 0 ] || { cat "$dir/output"; echo "expected: more threads than cores on core $core"; exit 1; }

[ "$(nproc)" -ge 2 ] || exit 0
UPC_STRIDE_VERBOSE=1 tests/limited 60 "$UPCRUN" -n 2 "$dir/operations" 20 7 >"$dir/output" 2>&1
[ $? = 0 ] && [ "$(said)" = 0 ] || { cat "$dir/output"; echo 'expected: no more threads than cores'; exit 1; }
