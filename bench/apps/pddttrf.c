/* SPDX-License-Identifier: BSD-3-Clause
 * pddttrf.c: ScaLAPACK on MPI. `mpiexec -n P pddttrf N REPEAT` prints, from process 0, the median seconds of factoring
 * and solving a tridiagonal system whose diagonal dominates, after a warm-up, between barriers. */
#include <mpi.h>
#include <stdio.h>
#include "measure/median.h"
#include "measure/scalapack.h"
#include "measure/slowest_mpi.h"

void pddttrf_(const int *n, double *dl, double *d, double *du, const int *ja, const int *desca, double *af,
              const int *laf, double *work, const int *lwork, int *info);
void pddttrs_(const char *trans, const int *n, const int *nrhs, double *dl, double *d, double *du, const int *ja,
              const int *desca, double *b, const int *ib, const int *descb, double *af, const int *laf, double *work,
              const int *lwork, int *info);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) return fputs("usage: pddttrf N REPEAT\n", stderr), 2;
  const int n = atoi(argv[1]), repeat = atoi(argv[2]), first = 1, one = 1;
  int me, processes, context, info = 0;
  Cblacs_pinfo(&me, &processes);
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, processes);
  const int block = (n + processes - 1) / processes, laf = 12 * processes + 3 * block, lwork = 10 * processes + 4 * 100;
  const int desca[7] = {501, context, n, block, 0, block, 0}, descb[7] = {502, context, n, block, 0, block, 0};
  double *v[4], *af = allocate((size_t)laf, sizeof *af, "fill-in");
  double *work = allocate((size_t)lwork, sizeof *work, "work");
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  for (int k = 0; k < 4; k++) v[k] = allocate((size_t)block, sizeof(double), "equations");

  for (int i = -1; i < repeat && info == 0; i++) {
    for (int k = 0; k < 4; k++)
      for (int x = 0; x < block; x++) v[k][x] = (double)((x + 31 * k) * 7919L % 2003) / 2003 - 0.5 + (k == 1 ? 2.5 : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    pddttrf_(&n, v[0], v[1], v[2], &first, desca, af, &laf, work, &lwork, &info);
    if (info == 0)
      pddttrs_("N", &n, &one, v[0], v[1], v[2], &first, desca, v[3], &first, descb, af, &laf, work, &lwork, &info);
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  if (me == 0 && info != 0) fprintf(stderr, "pddttrf, pddttrs: info %d\n", info);
  if (me == 0 && info == 0) printf("%.6f\n", median(times, repeat));
  MPI_Finalize();
  return info != 0;
}
