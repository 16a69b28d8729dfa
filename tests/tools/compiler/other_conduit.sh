#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An object that was compiled for another conduit is named when it is linked, on either side.
"$(dirname "$0")/../has_conduit" sim || exit 77
. "$(dirname "$0")/../common.sh"
printf '%s\n' '#include <upc.h>' 'shared int A[THREADS];' 'int other(int);' \
  'int main(void) { upc_lock(upc_all_lock_alloc()); return A[MYTHREAD] + other(1); }' >near.upc
printf '%s\n' '#include <upc.h>' 'extern shared int A[THREADS];' 'int other(int i) { return A[i]; }' >far.upc
"$UPCC" -c near.upc && "$UPCC" -network=sim -c far.upc || die "status $?"
"$UPCC" near.o far.o -o prog 2>errors && die 'objects of two conduits are linked'
grep -qE '^upcc: far\.o was compiled for another conduit than smp: it calls urt_[a-z_]+; compile all files' errors || die "$(cat errors)"
grep -q '^upcc: near' errors && die "$(cat errors)"
"$UPCC" -network=sim near.o far.o -o prog 2>errors && die 'objects of two conduits are linked for sim'
grep -q '^upcc: near\.o was compiled for another conduit than sim: ' errors || die "$(cat errors)"
"$UPCC" -c far.upc -o other.o && "$UPCC" near.o other.o -o prog || die "objects of one conduit: status $?"
echo PASS
