#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A small run of upc-stride-tune. A program then chooses by its rule file; a forced schedule still has precedence.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
rules=$dir/rules
upcrun="$dir/it's upcrun" # names are passed through a shell
printf '#!/bin/sh\n[ "$UPC_SHARED_HEAP_SIZE" = 512M ] && exec "%s" "$@"\n' "$(realpath "$BUILD"/bin/upcrun)" >"$upcrun"
chmod +x "$upcrun"
"$BUILD"/bin/upc-stride-tune --upcrun "$upcrun" --threads 2,4 --bytes 8,2048 --rounds 1 --operations broadcast,exchange,barrier,prefix_reduce_exclusive,reduce_scatter --output "$rules" ||
  exit 1
cat "$rules"
tail -n "$(wc -l <src/choice/default.rules)" "$rules" | diff - src/choice/default.rules ||
  { echo 'the file does not end with the rules as they were'; exit 1; }
rule() { grep -Eq "^$1 +smp +$2 +[0-9]+-[0-9]* +[-a-z:0-9]+ +$3 +near +# $4[0-9.]+(e\+[0-9]+)? us" "$rules" ||
  { grep ' us' "$rules"; echo "no rule for $1 of $2 members with $3"; exit 1; }; }
for members in 2 3-4; do
  rule barrier $members ALLSYNC ''
  rule reduce_scatter $members MYSYNC '2048 B ' # 8 bytes are too few to give each member a value
done
for operation in broadcast exchange prefix_reduce_exclusive; do
  for members in 2 3-4; do
    for sync in MYSYNC ALLSYNC; do
      rule $operation $members $sync '8 B '
    done
  done
done
"$UPCC" -O -Isrc tests/library/in_flight.upc -o "$dir/program" || exit 1
run() { env "$@" UPC_STRIDE_RULE="$rules" UPC_STRIDE_VERBOSE=1 "$UPCRUN" -n 4 "$dir/program" 20 1 2>&1; }
run A=1 >"$dir/out" && tail -n 1 "$dir/out" | grep -q PASS &&
  grep -Eq "upc_stride_exchange: 8 bytes, team of 4: .* \(by $rules line [0-9]+: 8 B " "$dir/out" &&
  grep -Eq "upc_stride_reduce_all: .* \(by $rules line [0-9]+: few members" "$dir/out" ||
  { cat "$dir/out"; echo 'the file does not decide'; exit 1; }
run UPC_STRIDE_SCHEDULE=exchange=bruck >"$dir/out" && grep -q 'team of 4: bruck (by UPC_STRIDE_SCHEDULE)' "$dir/out" ||
  { cat "$dir/out"; echo 'the variable does not decide'; exit 1; }
