#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# wild_numbers_upc.sh EVERY [HEADER...]: of the calls that wild_numbers_upc.py makes with large numbers, each EVERY-th: it ends well, or with one line.
. "$(dirname "$0")/../common.sh"
python3 "$here/wild_numbers_upc.py" "$build/include" "${@:2}" >numbers.upc || die 'no program is made'
"$UPCC" -O1 numbers.upc -o numbers || die 'the program does not compile'
count=$(limited 60 "$UPCRUN" -n 2 ./numbers)
for ((case = count % $1; case < count; case += $1)); do
  output=$(limited 60 "$UPCRUN" -n 2 -shared-heap=64MB ./numbers $case 2>&1)
  status=$?
  # The first line is the call. Allocation tells in a line why it returns null.
  [ $status = 0 ] || { [ $status = 1 ] && [ "$(wc -l <<<"$output")" = 2 ]; } || die "status $status: $output"
done
echo PASS
