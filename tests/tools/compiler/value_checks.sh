#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A runtime with URT_CHECKS asks again for each value that a loop takes from what was read ahead. It finds nothing in the
# runtime as it is. It ends the program where the runtime is changed so that it forgets what a loop writes.
. "$(dirname "$0")/../common.sh"
BUILD=$build "$tools/has_conduit" sim || exit 77
runtime=$top/upc/runtime
. "$here/far_checked.sh"

# checked FILE: runs the program with this file in place of core/far.c
checked() {
  far_checked "$1"
  bin/upcc -O2 -network=sim "$here/value_checks.upc" far.o -o program || die 'the program does not compile'
  UPC_MACHINE=flat,threads-per-node=1 limited 60 "$UPCRUN" -n 2 ./program >output 2>&1
}

checked "$runtime/core/far.c" && grep -qx right output || { cat output; die 'the runtime as it is'; }
forgets='s/if (tracked && was_remembered(p, bytes)) drop(~0u);//'
sed "$forgets" "$runtime/core/far.c" >forgetful.c
cmp -s forgetful.c "$runtime/core/far.c" && die 'core/far.c has no line that drops what a loop writes'
checked forgetful.c && { cat output; die 'a stale value was taken without a line'; }
grep -q 'value_checks.upc:18: a loop takes 8 bytes at offset .* as they were before they were written' output ||
  { cat output; die 'another line'; }
echo PASS
