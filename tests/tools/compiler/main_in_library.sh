#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# main may be in a static library, as in C. A library whose main nobody needs does not get in the way.
. "$(dirname "$0")/../common.sh"
echo '#include <stdio.h>
#include <upc.h>
int value(void);
int main(void) { if (MYTHREAD == 0) printf("value %d\n", value()); return 0; }' >main.upc
echo 'int value(void) { return 7; }' >value.upc
printf '%s\n' '#include <stdio.h>' 'int value(void);' 'int main(void) { printf("own %d\n", value()); }' >own.upc
"$UPCC" -c main.upc && "$UPCC" -c value.upc && ar rc libmain.a main.o || die "status $?"
"$UPCC" value.o -L. -lmain -o prog && [ "$("$UPCRUN" -n 2 ./prog)" = "value 7" ] || die "main in a library"
"$UPCC" own.upc value.o -L. -lmain -o prog && [ "$("$UPCRUN" -n 1 ./prog)" = "own 7" ] || die "main beside a library with one"
echo PASS
