#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# bench/torus/steps.upc: its last argument may leave out parts, and wrong arguments end it with its usage. bench/torus/run names
# rows that are not as it computes them, and keeps the rows of other runs.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
"$UPCC" -network=sim -O "$top/bench/torus/steps.upc" -o steps || die 'steps.upc'
steps() { UPC_STRIDE_MAP=XT,YZ limited 100 "$UPCRUN" -n 32 -machine=bluegene-l,host-factor=0,torus=4x2x2 ./steps "$@" >out 2>err; }

# `rows` as the last argument leaves out the parts along columns.
steps matmul 8x4 500 rows || { cat out err; die 'steps matmul 500 rows'; }
[ "$(cut -d' ' -f1 out)" = row ] || die "steps matmul 500 rows prints: $(cat out)"

# A number too few or too many ends it with its usage.
for wrong in 'matmul 8x4 500 1' 'cholesky 8x4 500' 'cholesky-mysync 8x4 500 columns' 'panels 8x4 500 2 2 rows'; do
  # shellcheck disable=SC2086 # words
  steps $wrong && die "steps $wrong is accepted"
  grep -q '^usage: steps' err || { cat out err; die "steps $wrong: no usage"; }
done

# bench/torus/run with a launcher that prints the same times for all runs: a row with another time, a row that is missing, and a
# row of another run.
cat >canned <<'C'
#!/bin/bash
case "$*" in
  *--json*) echo '{"seconds_min": 1.5}' ;;
  *torus-teams*) printf '%s 1\n' first root later split ;;
  *' matmul '*) printf '%s 2\n' row column ;;
  *' cholesky'*) printf '%s 3\n' diagonal across solve down ;;
  *' exchange '*) printf '%s 4\n' rows columns ;;
  *) echo "$(sed 's/.*torus-steps \([a-z]*\) .*/\1/; s/s$//' <<<"$*") 5" ;;
esac
C
chmod +x canned
run() {
  (cd "$top" && BUILD=$(realpath --relative-to="$top" "$build") MOST=32 UPCRUN=$dir/canned bench/torus/run "$@" 32 2>"$dir/err")
}
day='20[0-9][0-9]-[01][0-9]-[0-3][0-9]'             # that of the run
printf '32,fork,matmul,row,7\n16384,fork,matmul,row,5.5\n' >rows.csv
run "$dir/rows.csv" || die "again: $(cat err)"
grep -q '^run 1 of ' err || die 'no line says what runs'
grep -qx "32,fork,matmul,row,2,$day" rows.csv && grep -qx "32,torus,panels,panel,5,$day" rows.csv || { cat rows.csv; die 'not the new rows'; }
grep -qx '16384,fork,matmul,row,5.5' rows.csv || die 'a row of another run is lost'
run --check "$dir/rows.csv" >out || { cat out; die 'rows that were just computed are not as computed'; }
sed -i 's/^32,fork,matmul,row,2,/32,fork,matmul,row,8,/; /^32,torus,panels,/d' rows.csv
cp rows.csv given.csv
run --check "$dir/rows.csv" >out && die 'rows that are wrong or missing are accepted'
[ "$(wc -l <out)" = 2 ] && grep -q '32,fork,matmul,row is 8, and now 2' out && grep -q '32,torus,panels,panel is , and now 5' out ||
  { cat out; die 'not the two rows that are wrong or missing'; }
cmp -s rows.csv given.csv || die '--check changes the file'
run --missing "$dir/rows.csv" || die "--missing: $(cat err)"
grep -qx "32,torus,panels,panel,5,$day" rows.csv && grep -qx "32,fork,matmul,row,8,$day" rows.csv || die '--missing: not the missing row alone'
exit 0
