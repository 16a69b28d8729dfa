#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# -uses-mpi lets a UPC program include mpi.h and call MPI: uses_mpi.sh CONDUIT
"$(dirname "$0")/../has_conduit" "$1" || exit 77
. "$(dirname "$0")/../common.sh"
cat >both.upc <<'END'
#include <mpi.h>
#include <upc.h>
#include <stdio.h>
shared int ranks[THREADS];
int main(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ranks[MYTHREAD] = rank;
  upc_barrier;
  if (MYTHREAD == 0) puts(ranks[THREADS - 1] == THREADS - 1 ? "PASS" : "FAIL");
  return 0;
}
END
"$UPCC" -network=$1 -uses-mpi both.upc -o both || die "-uses-mpi: status $?"
same "$(limited 60 "$UPCRUN" -n 2 ./both)" PASS
echo PASS
