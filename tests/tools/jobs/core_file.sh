#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A core file has the shared memory that threads have used, and no other: shared variables can be read in it, also those
# of other threads and on the heap.
#   core_file.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
"$tools/has_program" gdb || exit 77
case $(cat /proc/sys/kernel/core_pattern) in */* | '|'* | *%*) echo 'core files have another place here'; exit 77 ;; esac
ulimit -c unlimited || exit 77
cat >job.upc <<'C'
#include <stdlib.h>
#include <upc.h>
shared int number[THREADS];
shared [] int *heap;
int *near_number, *near_heap;
int main(void) {
  number[MYTHREAD] = 1000 + MYTHREAD;
  heap = upc_all_alloc(1, 100 * sizeof(int));
  if (MYTHREAD == 0) heap[99] = 77;
  upc_barrier;
  near_number = upc_cast(&number[0]), near_heap = upc_cast(&heap[99]);
  if (MYTHREAD == 2) abort();
  upc_barrier;
}
C
sed -i 's/#include <upc.h>/&\n#include <upc_castable.h>/' job.upc
"$UPCC" -g -network="$conduit" job.upc -o job || exit 1
[ "$conduit" != sim ] || export UPC_MACHINE=flat,threads-per-node=3
limited 60 "$UPCRUN" -n 3 -shared-heap=64M ./job >out 2>&1 </dev/null
core=$(ls core*) || die "no core file: $(cat out)"
same "$(echo "$core" | wc -l)" 1
kilobytes=$(du -k "$core" | cut -f1)
most=10000
[ "$conduit" = smp ] || most=30000 # MPI and GASNet have shared memory of their own
[ "$kilobytes" -lt $most ] || die "it has $kilobytes KB"
same "$(gdb -batch -nx -ex 'print *near_number' -ex 'print *near_heap' job "$core" 2>/dev/null | grep '^\$' | tr '\n' ' ')" '$1 = 1000 $2 = 77 '
