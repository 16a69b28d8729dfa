#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc links the library by itself. A program that names it too, -lupc_stride, is the same program: it needs no shared
# library to run.
. "$(dirname "$0")/../common.sh"
printf '%s\n' '#include <stdio.h>' '#include <upc_stride_coll.h>' 'shared int x[THREADS];' 'int main(void) {' \
  '  upc_stride_barrier(x<:>);' \
  '  if (MYTHREAD == 0) puts("met");' '  return 0; }' >prog.upc
"$UPCC" prog.upc -lupc_stride -o prog || die "status $?"
same "$("$UPCRUN" -n 2 ./prog)" met
"$UPCC" prog.upc -o plain -l upc_stride && cmp prog plain || die "another program"
"$tools/lacks" upc_stride 0 readelf -d prog || die "it needs a shared library"
echo PASS
