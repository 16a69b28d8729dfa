#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A small run of upc-stride-tune. A program then chooses by its rule file; a forced schedule still has precedence.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
rules=$dir/rules
ln -s "$(realpath "$BUILD"/bin/upcrun)" "$dir/it's upcrun" # names are passed through a shell
"$BUILD"/bin/upc-stride-tune --upcrun "$dir/it's upcrun" --threads 2,4 --bytes 8,2048 --rounds 1 --operations broadcast,exchange --output "$rules" ||
  exit 1
cat "$rules"
tail -n "$(wc -l <src/schedules/default.rules)" "$rules" | diff - src/schedules/default.rules ||
  { echo 'the file does not end with the rules as they were'; exit 1; }
for operation in broadcast exchange; do
  for members in 2 3-4; do
    for sync in MYSYNC ALLSYNC; do
      grep -Eq "^$operation +smp +$members +0-[0-9]* +[-a-z:0-9]+ +$sync +# 8 B [0-9.]+(e\+[0-9]+)? us" "$rules" ||
        { grep ' B ' "$rules"; echo "no rule for $operation of $members members with $sync"; exit 1; }
    done
  done
done
$UPCC -O -Isrc tests/library/in_flight.upc -o "$dir/program" || exit 1
run() { env "$@" UPC_STRIDE_RULE="$rules" UPC_STRIDE_VERBOSE=1 $UPCRUN -n 4 "$dir/program" 20 1 2>&1; }
run A=1 >"$dir/out" && tail -n 1 "$dir/out" | grep -q PASS &&
  grep -Eq "upc_stride_exchange: 8 bytes, team of 4: .* \(by $rules line [0-9]+: 8 B " "$dir/out" &&
  grep -Eq "upc_stride_reduce_all: .* \(by $rules line [0-9]+: few members" "$dir/out" ||
  { cat "$dir/out"; echo 'the file does not decide'; exit 1; }
run UPC_STRIDE_EXCHANGE=bruck >"$dir/out" && grep -q 'team of 4: bruck (by UPC_STRIDE_EXCHANGE)' "$dir/out" ||
  { cat "$dir/out"; echo 'the variable does not decide'; exit 1; }
