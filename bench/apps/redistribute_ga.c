/* SPDX-License-Identifier: BSD-3-Clause
 * redistribute_ga.c: Global Arrays on MPI. `mpiexec -n P redistribute_ga N TO REPEAT` prints, from process 0, the
 * median seconds of A = B[0:N-1, 0:N-1] by NGA_Copy_patch, after a warm-up, between barriers. A is N x N in blocks of
 * TO (0: one for each process), B is 2N x 2N, one block for each process. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"

static int array(const char *name, int n, int block) {
  int sides[2] = {n, n}, blocks[2] = {block, block};
  const int a = GA_Create_handle();
  GA_Set_data(a, 2, sides, C_DBL);
  GA_Set_array_name(a, (char *)name);
  if (block > 0) GA_Set_block_cyclic(a, blocks);
  if (!GA_Allocate(a)) GA_Error("no memory for an array", n);
  return a;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4) return fputs("usage: redistribute_ga N TO REPEAT\n", stderr), 2;
  const int n = atoi(argv[1]), repeat = atoi(argv[3]);
  double one = 1, *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  int lo[2] = {0, 0}, hi[2] = {n - 1, n - 1};
  GA_Initialize();
  MA_init(C_DBL, 1 << 20, 1 << 20);
  const int a = array("A", n, atoi(argv[2])), b = array("B", 2 * n, 0);
  GA_Fill(b, &one);
  for (int i = -1; i < repeat; i++) {
    GA_Sync();
    const double start = MPI_Wtime();
    NGA_Copy_patch('n', b, lo, hi, a, lo, hi);
    GA_Sync();
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (GA_Nodeid() == 0) printf("%.6f\n", median(times, repeat));
  GA_Terminate();
  MPI_Finalize();
  return 0;
}
