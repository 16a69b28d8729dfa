#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Each pointer of each function in UPC's headers is null once (null_pointers.py). Where null may stand, the call returns. Else the
# program ends with a line that says what is wrong, and not by a signal alone; calls of upc_io.h fail, and set errno.
#   null_pointers.sh [CONDUIT [HEADER...]]   HEADER: of these alone
. "$(dirname "$0")/../common.sh"
conduit=${1:-smp} headers=("${@:2}") returned=0 told=0
BUILD=$build "$tools/has_conduit" "$conduit" || exit 77
export UPC_MACHINE=flat,threads-per-node=1 UPC_NEAR=no
python3 "$here/null_pointers.py" "$build/include" "${headers[@]}" >program.upc || die null_pointers.py
python3 "$here/null_pointers.py" "$build/include" names "${headers[@]}" >names
"$UPCC" -w -network="$conduit" program.upc -o program >messages 2>&1 || { head messages; die 'the program does not compile'; }
number=0
while read -r name; do
  limited 30 "$UPCRUN" -n 2 ./program $number >output 2>&1 </dev/null
  status=$?
  number=$((number + 1))
  if [ $status = 0 ] && ! grep -q 'the call has failed, errno is [1-9]' output; then
    [ "${name%!}" = "$name" ] || die "${name%!} is null, and nothing says so"
    returned=$((returned + 1))
    continue
  fi
  [ "${name%!}" != "$name" ] || { cat output; die "$name may be null, and is refused"; }
  [ $status != 124 ] || die "$name: the program hangs"
  grep -v 'died of signal\|has returned' output | grep -q '[a-z].* [a-z]' || { cat output; die "$name: no line says what is wrong"; }
  told=$((told + 1))
done <names
[ $told -gt 60 ] || die "only $told of $number calls are refused"
echo "$number calls: $returned return, $told are refused: PASS"
