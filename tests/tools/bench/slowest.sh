#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The peers of bench/apps in MPI print the time of the slowest process: one process of two has begun 100 s before.
. "$(dirname "$0")/../common.sh"
"$tools/has_program" mpicc.mpich mpiexec.mpich || exit 77
cat >slowest.c <<'END'
#include <stdio.h>
#include "measure/slowest_mpi.h"
int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  double seconds = slowest_since(MPI_Wtime() - 100 * me);
  if (me == 0) puts(seconds >= 100 ? "the slowest" : "its own");
  MPI_Finalize();
  return 0;
}
END
mpicc.mpich -I"$top/bench" slowest.c -o slowest || die 'slowest.c does not compile'
limited 30 mpiexec.mpich -n 2 ./slowest >out 2>&1
grep -qx 'the slowest' out || die "a time that is not the slowest: $(cat out)"
grep -L slowest_since $(grep -l MPI_Wtime "$top"/bench/apps/*.c) >without
[ ! -s without ] || die "a peer with a time of its own: $(cat without)"
