#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# collective_bases.sh HEADER: each pointer of each collective of the header on a thread other than 0 (collective_bases.py). The call
# is refused with one line, or does what its definition says and changes nothing else.
. "$(dirname "$0")/../common.sh"
python3 "$here/collective_bases.py" "$build/include" "$1" >bases.upc || die 'no program is made'
"$UPCC" -O1 bases.upc -o bases || die 'the program does not compile'
limited 60 "$UPCRUN" -n 3 ./bases >must || die "$(grep wrong must)"
case=0 refused=0
while IFS= read -r must; do
  if [ "$must" != PASS ]; then
    output=$(limited 60 "$UPCRUN" -n 3 ./bases $case 2>&1)
    status=$?
    [[ $status = 1 && $output != *$'\n'* && $output = *"$must" ]] || die "$must: status $status, $output"
    refused=$((refused + 1))
  fi
  case=$((case + 1))
done <must
[ $refused -gt 9 ] || die "only $refused calls are refused"
echo PASS
