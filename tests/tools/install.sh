#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# An installation compiles and runs a program that uses the library, in any folder and without options.
top=$PWD
. "$(dirname "$0")/common.sh"
env -u MAKEFLAGS make --no-print-directory -C "$top" install DESTDIR="$dir/an image" PREFIX=/opt/upc >log 2>&1 || { cat log; die 'make install'; }
mv "an image/opt/upc" "moved away"
cat >uses.upc <<'C'
#include <stdio.h>
#include <upc_stride_coll.h>
shared [1] int A[THREADS];
int main(void) {
  upc_stride_array_t V = upc_stride_view(A, 1, (const size_t[]){THREADS}, (const size_t[]){1}, sizeof(int), 0, NULL);
  A[MYTHREAD] = MYTHREAD == 0 ? 41 : 0;
  upc_barrier;
  upc_stride_broadcast(UPC_SECTION(V, UPC_STRIDE_ALL), &A[0], sizeof(int), 0);
  if (MYTHREAD == THREADS - 1) printf("%d\n", A[MYTHREAD] + 1);
  return 0;
}
C
"moved away/bin/upcc" -O2 uses.upc -o uses && same "$("moved away/bin/upcrun" -n 3 ./uses)" 42
