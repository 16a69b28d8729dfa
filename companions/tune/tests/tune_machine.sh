#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upc-stride-tune on a simulated machine, where each run takes the same time: two runs write the same file. Its rules are
# for every conduit.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
"$BUILD"/bin/upc-stride-tune --machine flat,host-factor=0,send-time=1us --threads 5 --bytes 8 --sync MYSYNC --operations gather_all \
  --output "$dir/rules" || exit 1
head -n 6 "$dir/rules"
grep -q '^# decides. Measured on the simulated machine flat,host-factor=0,send-time=1us,threads-per-node=1,link-shares=64, with all' "$dir/rules" &&
  grep -Eq '^gather_all +\* +3-5 +0- +[a-z:0-9]+ +MYSYNC +far +# 8 B [0-9.]+ us' "$dir/rules" || { echo 'no such rule'; exit 1; }
cp "$dir/rules" "$dir/first"
"$BUILD"/bin/upc-stride-tune --machine flat,host-factor=0,send-time=1us --threads 5 --bytes 8 --sync MYSYNC --operations gather_all \
  --output "$dir/rules" && diff "$dir/first" "$dir/rules"

# What is not given has a value, and threads of one node are refused. A simulated job chooses by the rules.
tune="$BUILD/bin/upc-stride-tune --bytes 8 --sync MYSYNC --operations gather_all --output $dir/rules"
$tune --machine fat-tree --threads 6,20 >"$dir/out" || exit 1
cat "$dir/out"
grep -q '^# decides. Measured on the simulated machine fat-tree,threads-per-node=1,host-factor=0,' "$dir/rules" &&
  grep -Eq '^gather_all +\* +4-10 .*far' "$dir/rules" && grep -Eq '^gather_all +\* +11-20 .*far' "$dir/rules" ||
  { cat "$dir/rules"; echo 'these are not the rules of fat-tree'; exit 1; }
grep -Eq '^gather_all +2 +[0-2] +1\.[0-9]+' "$dir/out" || { echo 'no line says what the rules gain'; exit 1; }
"$UPCC" -network=sim -O -Isrc tests/library/in_flight.upc -o "$dir/program" &&
  UPC_STRIDE_RULE=$dir/rules UPC_STRIDE_VERBOSE=1 "$BUILD"/bin/upcrun -machine=fat-tree,threads-per-node=1 -n 6 "$dir/program" 20 1 \
    >"$dir/out" 2>&1 && grep -q "gather_all: 8 bytes, team of 6: .* (by $dir/rules line [0-9]*: 8 B " "$dir/out" ||
  { cat "$dir/out"; echo 'the file does not decide on the simulated machine'; exit 1; }
$tune --machine fat-tree,threads-per-node=8 --threads 8 2>"$dir/out" && exit 1
grep -q '8 threads are one node' "$dir/out" || { cat "$dir/out"; exit 1; }

# The rules of companions/sim/machines/ are those that the costs give, of operations that are soon played.
for machine in flat bluegene-l dragonfly fat-tree; do
  operations=scatter
  [ $machine != flat ] || operations=broadcast,gather_all,reduce,scatter
  "$BUILD"/bin/upc-stride-tune --machine $machine --by-costs --operations $operations --output "$dir/rules" &&
    diff <(grep -E "^(${operations//,/|}) " "companions/sim/machines/$machine.rules") <(grep -v '^#' "$dir/rules") ||
    { echo "companions/sim/machines/$machine.rules is not what upc-stride-tune --machine $machine --by-costs writes"; exit 1; }
done

# When time is up the file has what was measured until then.
$tune --machine fat-tree --threads 64 --operations exchange,broadcast --rounds 15 --limit 5 >"$dir/out" 2>&1 || { cat "$dir/out"; exit 1; }
grep -q '5 s are over' "$dir/out" && grep -q '^broadcast .*#' "$dir/rules" || { cat "$dir/out"; exit 1; }
