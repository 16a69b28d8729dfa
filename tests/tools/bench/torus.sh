#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/torus/steps.upc: its last argument may leave out parts, and wrong arguments end it with its usage. bench/torus/run names
# rows that are not as it computes them, and keeps the rows of other runs.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
$UPCC -network=sim -O "$top/bench/torus/steps.upc" -o steps || die 'steps.upc'
steps() { UPC_STRIDE_MAP=XT,YZ limited 100 $UPCRUN -n 32 -machine=bluegene-l,host-factor=0,torus=4x2x2 ./steps "$@" >out 2>err; }

# `rows` as the last argument leaves out the parts along columns.
steps matmul 8x4 500 rows || { cat out err; die 'steps matmul 500 rows'; }
[ "$(cut -d' ' -f1 out)" = row ] || die "steps matmul 500 rows prints: $(cat out)"

# A number too few or too many ends it with its usage.
for wrong in 'matmul 8x4 500 1' 'cholesky 8x4 500' 'cholesky-mysync 8x4 500 columns' 'panels 8x4 500 2 2 rows'; do
  # shellcheck disable=SC2086 # words
  steps $wrong && die "steps $wrong is accepted"
  grep -q '^usage: steps' err || { cat out err; die "steps $wrong: no usage"; }
done

# A row with another last digit, a row that is missing, and a row of another run.
run() { (cd "$top" && BUILD=$(realpath --relative-to="$top" "$build") MOST=32 UPCRUN=$UPCRUN bench/torus/run "$@" 32 2>"$dir/err"); }
grep -v '^32,torus,panels,' "$top/docs/torus.csv" >rows.csv
sed -i 's/^\(32,fork,matmul,row,.*\)[0-9]$/\1x/; s/^\(16384,fork,matmul,row,\).*/\15.5/' rows.csv
cp rows.csv given.csv
run --check "$dir/rows.csv" >out && die 'rows that are wrong or missing are accepted'
[ "$(wc -l <out)" = 2 ] && grep -q '32,fork,matmul,row is .*x, and now' out && grep -q '32,torus,panels,panel is , and now' out ||
  { cat out; die 'not the two rows that are wrong or missing'; }
cmp -s rows.csv given.csv || die '--check changes the file'
run --missing "$dir/rows.csv" || die "--missing: $(cat err)"
grep -q '^32,torus,panels,' rows.csv && grep -q '^32,fork,matmul,row,.*x$' rows.csv || die '--missing: not the missing row alone'
run "$dir/rows.csv" || die "again: $(cat err)"
grep -q '^run 1 of ' err || die 'no line says what runs'
grep -q '^16384,fork,matmul,row,5.5$' rows.csv || die 'a row of another run is lost'
run --check "$dir/rows.csv" >out || { cat out; die 'rows that were just computed are not as computed'; }
exit 0
