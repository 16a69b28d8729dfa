#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The steps of the paper's programs on 32 simulated processors take what docs/torus.csv says, to a thousandth.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
$UPCC -network=sim -O "$top/bench/torus/steps.upc" -o steps || die 'steps.upc'

# as_written SCHEDULE NAME WHAT ARGUMENTS..
as_written() {
  local schedule=$1 name=$2 part seconds; shift 2
  UPC_STRIDE_MAP=XT,YZ UPC_STRIDE_BROADCAST=$schedule limited 100 $UPCRUN -n 32 \
    -machine='bluegene-l,host-factor=0,link-shares=1024,send-bandwidth=300 MB/s,torus=4x2x2' \
    ./steps "$1" 8x4 "${@:2}" >out 2>err || { cat out err; die "$name by $schedule"; }
  [ -s out ] || die "$name by $schedule prints nothing"
  while read -r part seconds; do
    awk -F, -v row="32,$schedule,$name,$part" -v s="$seconds" '
      $1 "," $2 "," $3 "," $4 == row { found = 1; wrong = s < 0.999 * $5 || s > 1.001 * $5 }
      END { exit !found || wrong }' "$top/docs/torus.csv" ||
      die "$part of $name by $schedule takes $seconds s: docs/torus.csv has another time, or none"
  done <out
}
as_written fork matmul matmul 500
as_written torus panels panels 500 6 6

# `rows` as the last argument leaves out the parts along columns.
as_written fork matmul matmul 500 rows
[ "$(cut -d' ' -f1 out)" = row ] || die "steps matmul 500 rows prints: $(cat out)"

# A number too few or too many ends it with its usage.
for wrong in 'matmul 8x4 500 1' 'cholesky 8x4 500' 'cholesky-mysync 8x4 500 columns' 'panels 8x4 500 2 2 rows'; do
  # shellcheck disable=SC2086 # words
  limited 20 $UPCRUN -n 32 -machine=bluegene-l,host-factor=0 ./steps $wrong >out 2>&1 && die "steps $wrong is accepted"
  grep -q '^usage: steps' out || { cat out; die "steps $wrong: no usage"; }
done
exit 0
