#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc -fsanitize=race: each program of companions/race/tests/programs with its synchronisation, the words in ORDER(..), runs clean;
# without it, the pairs of lines of its comments `// race: LINE LINE` are told, and no other. A comment `// says: text, or:
# text` names what one of the reports must hold.
#   races.sh [CONDUIT THREADS PROGRAM...]
. "$(dirname "$0")/../../../tests/tools/common.sh"
conduit=${1:-smp} threads=${2:-4} programs=("${@:3}")
[ $# -gt 2 ] || programs=($(cd "$top/companions/race/tests/programs" && printf '%s ' *.upc))

bad() { cat output; die "$@"; }

compile() { # OUTPUT OPTION...
  "$UPCC" "-network=$conduit" -fsanitize=race "${@:2}" "$program" $(sed -n 's,^// flags: ,,p' "$program") -o "$1" >messages 2>&1 ||
    { cat messages; exit 1; }
}

# The pairs of lines of the reports, each in numeric order.
pairs() {
  sed -n 's/^[^:]*:\([0-9]*\): thread .*/\1/p' "$1" | paste -d' ' - - | awk '{print $1 < $2 ? $1 " " $2 : $2 " " $1}' | sort -u
}

without_order() { # OPTION
  compile racy "$1" '-DORDER(x)=((void)0)' '-DUNORDERED(x)=x' -DKIND=relaxed '-DFLAGS=UPC_IN_MYSYNC|UPC_OUT_MYSYNC'
  "$UPCRUN" -n $threads ./racy >output 2>&1 </dev/null
  status=$?
  [ $status = 66 ] || bad "$name without its synchronisation: status $status, expected 66"
  sed -n 's,^// race: ,,p' "$program" | awk '{print $1 < $2 ? $1 " " $2 : $2 " " $1}' | sort -u >expected
  pairs output >told
  cmp -s expected told || bad "$name: told of lines $(tr '\n' , <told), expected $(tr '\n' , <expected)"
}

for name in "${programs[@]%.upc}"; do
  program=$top/companions/race/tests/programs/$name.upc
  without_order -O2
  while read -r text; do
    found=
    for one in "${text%%, or: *}" "${text##*, or: }"; do grep -qF "$one" output && found=1; done
    [ "$found" ] || bad "$name: no report says: $text"
  done < <(sed -n 's,^// says: ,,p' "$program")
  compile ordered -O2 '-DORDER(x)=x' '-DUNORDERED(x)=((void)0)' -DKIND=strict -DFLAGS=0
  "$UPCRUN" -n $threads ./ordered >output 2>&1 </dev/null || bad "$name with its synchronisation: status $?"
done

[ $# = 0 ] || { echo PASS; exit; }
for name in private loops; do
  program=$top/companions/race/tests/programs/$name.upc
  without_order -O0
done
# The accesses of the loops are told of before them.
compile loops.o -O2 -c '-DORDER(x)=x'
nm loops.o | grep -q 'U urt_race_read_run' && nm loops.o | grep -q 'U urt_race_write_run' || die "loops.upc tells of each access"
# Without the option nothing of it is there.
program=$top/companions/race/tests/programs/lock.upc
"$UPCC" -O2 '-DORDER(x)=x' -c "$program" -o plain.o && cp plain.o before.o
"$UPCC" -O2 '-DORDER(x)=x' -fsanitize=race -fno-sanitize=race -c "$program" -o plain.o || die "-fno-sanitize=race"
cmp before.o plain.o || die "-fno-sanitize=race changes the code"
"$UPCC" plain.o -o plain || die "lock.upc does not link"
"$tools/lacks" ' [tT] urtk_race_access' 0 nm plain || die "a program without -fsanitize=race has the detector"
# A source by its whole name, in another folder than the one where upcc runs, and with a name like the runtime's headers'.
mkdir src beside
cp "$program" src/urt_lock.upc
program=$PWD/src/urt_lock.upc name=urt_lock
cd beside
without_order -O2
grep -q "^$program:[0-9]*: thread " output || bad "the folder of $program is not said"
echo PASS
