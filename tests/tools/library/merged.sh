#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Two steps of a graph are merged by another distribution, in one line: examples/merged.upc. The result stays, and half
# of the messages go.
. "$(dirname "$0")/../common.sh"
example=$top/examples/merged.upc
sed 's/middle = cells;/middle = wider;/' "$example" >merged.upc
lines=$(diff "$example" merged.upc | grep -c '^>')
[ "$lines" = 1 ] || die "$lines lines differ, not one"
"$UPCC" -O1 "$example" -o apart && "$UPCC" -O1 merged.upc -o merged || die "examples/merged.upc does not compile"
for prog in apart merged; do limited 60 "$UPCRUN" -n 3 ./$prog >$prog.out 2>&1 || die "$prog: $(cat $prog.out)"; done
grep 'the sum' apart.out >apart.sum
grep 'the sum' merged.out | diff - apart.sum || die "merged steps have another result"
grep -q 'sends 2 messages' apart.out || die "the steps: $(cat apart.out)"
grep -q 'sends 1 messages' merged.out || die "the merged steps: $(cat merged.out)"
echo PASS
