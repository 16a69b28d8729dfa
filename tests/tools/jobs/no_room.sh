#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A full shared heap. If the specification does not allow a null pointer, one line says so and the job ends.
. "$(dirname "$0")/../common.sh"
"$UPCC" "$top/tests/upc/fail/no_room.upc" -o full || die "does not compile"
for what in "a lock" "an atomic domain"; do
  "$UPCRUN" -n 2 -shared-heap=1M ./full ${what##* } >out 2>&1
  same $? 1
  same "$(wc -l <out) $(grep -c "no room for $what, [0-9]* bytes: of the shared heap of 1.0 MB a thread" out)" '1 1'
done

# Nor has it for the library's messages, which all threads ask for before main.
"$UPCRUN" -n 4 -shared-heap=16K "$apps"/matmul 9 9 9 >out 2>&1
same $? 1
same "$(wc -l <out) $(grep -c "no room for messages of the library, 64.5 KB: of the shared heap of 16.0 KB a thread" out)" '1 1'
