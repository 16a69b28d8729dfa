#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun -trace=FILE.otf2: otf2-print reads what is written (otf2.py says what it must be), for near and far threads; a second
# run replaces it; files of others stay.
. "$(dirname "$0")/../../../tests/tools/common.sh"
[ -e "$build/lib/upcrun-otf2.so" ] || { "$tools/missing" 'built without OTF2: scripts/setup --cluster installs it'; exit 77; }
"$tools/has_program" otf2-print || exit 77
run() { # THREADS PROGRAM
  limited 60 "$UPCRUN" -n $1 -trace=x.otf2 $2 >out 2>err || die "status $?: $(cat err)"
  otf2-print x.otf2 >printed 2>err || die "otf2-print: $(cat err)"
  python3 "$here/otf2.py" $1 <printed >said || die "$2, $1 threads: $(cat said)"
  otf2-print -G x.otf2 >printed || die "definitions"
  grep -q 'CLOCK_PROPERTIES .* Ticks per Seconds: 1000000000, ' printed || die 'the clock'
  grep -q 'REGION .*Name: "upc_stride_broadcast" .*Role: COLL_ONE2ALL, Paradigm: "UPC" .*File: "otf2.upc" .*Begin: 23' printed ||
    die "no region: $(grep REGION printed)"
}
cp "$here/otf2.upc" .
"$UPCC" otf2.upc -o prog || die "otf2.upc does not compile"
for n in 1 2 3 4; do run $n ./prog; done
if BUILD=$build "$tools/has_conduit" mpi-mpich; then
  "$UPCC" -network=mpi-mpich otf2.upc -o far || die "otf2.upc does not compile for MPICH"
  export UPC_NEAR=no
  run 3 ./far
  grep -q . x/0.evt || die 'no events'
  unset UPC_NEAR
fi
same "$(echo x*)" 'x x.def x.otf2'
limited 60 "$UPCRUN" -n 2 -trace=x.otf2 ./prog >out 2>err || die "a second run: $(cat err)"
mkdir y && echo mine >y/notes
limited 60 "$UPCRUN" -n 2 -trace=y.otf2 ./prog >out 2>err
same "$? $(cat y/notes) $(grep -c 'has other files already' err)" '1 mine 1'
limited 60 "$UPCRUN" -n 2 -trace=t.json ./prog >out 2>err || die "$(cat err)"
python3 -c 'import json; json.load(open("t.json"))' || die "-trace=t.json is not JSON"
echo PASS
