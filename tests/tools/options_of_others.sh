#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Options of other UPC compilers that mean the same here; and -###, which shows commands and runs none.
. "$(dirname "$0")/common.sh"
printf '#include <upc.h>\nint main(void) { return THREADS == 4 ? 0 : 1; }\n' >four.upc

for option in "-h upc -X 4" "-hupc -X4" -qupc=threads=4 --T=4 -fupc-threads-4; do
  $UPCC $option four.upc -o prog && $UPCRUN ./prog || die "$option does not give 4 threads"
  rm prog
done

$UPCC -nolink -require-size=2 four.upc 2>note || die "-nolink: status $?"
grep -q 'note: -require-size=2 has no effect here' note || die "-require-size: $(cat note)"
[[ -f four.o ]] || die "-nolink makes no object"
rm four.o note

for option in "-###" "-show -c" "-### -shared-heap=1G" "-### -link-with=cc"; do
  $UPCC $option four.upc 2>shown || die "$option: status $?"
  grep -q '"-cc1"' shown || die "$option shows no compiler"
  [[ $option == *-c ]] || grep -q urt-smp shown || die "$option shows no linker"
  rm shown
  [[ $(ls) == four.upc ]] || die "$option has written $(ls)"
done
echo PASS
