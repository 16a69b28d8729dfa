/* SPDX-License-Identifier: BSD-3-Clause
 * Parts of a matrix of ScaLAPACK's: pdpotrf factors it, and the library gathers a block column of the factor, deals out
 * its rows, and puts them back for pdpotri.
 *
 *   mpicc scalapack.c -lupc_stride-mpi-mpich -lscalapack-mpich -o scalapack && mpiexec -n 4 ./scalapack */
#include <math.h>
#include <stdio.h>
#include <upc_stride_mpi.h>
#include <upc_stride_scalapack.h>

void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int nprow, int npcol);
void Cblacs_gridexit(int context);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *rsrc, const int *csrc,
               const int *context, const int *lld, int *info);
void pdpotrf_(const char *uplo, const int *n, double *a, const int *ia, const int *ja, const int *desc, int *info);
void pdpotri_(const char *uplo, const int *n, double *a, const int *ia, const int *ja, const int *desc, int *info);

enum { N = 96, NB = 8 };

/* The matrix min(i, j) + 1: its factor is the lower triangle of ones; its inverse is tridiagonal. */
static double element(int i, int j) { return (i < j ? i : j) + 1; }
static double inverse(int i, int j) { return i == j ? (i == N - 1 ? 1 : 2) : i - j == 1 ? -1 : 0; }

int main(int argc, char **argv) {
  int n = N, nb = NB, zero = 0, one = 1, context, nprow = 1, npcol, myrow, mycol, ranks, info, desc[9], right = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
  if (ranks % 2 == 0) nprow = 2;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "C", nprow, ranks / nprow);
  Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);

  size_t bytes = upc_stride_scalapack_bytes(N, N, NB, NB, nprow, npcol, sizeof(double));
  upc_stride_pointer_t base = upc_stride_all_memory(bytes);
  double *a = upc_stride_address_of(upc_stride_on_thread(base, upc_stride_mythread()));
  int lld = upc_stride_scalapack_lld(N, NB, nprow, myrow);
  descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
  upc_stride_array_t V = upc_stride_scalapack_view_of(base, desc, sizeof(double));
  for (int jl = 0; jl < N / NB / npcol * NB + NB; jl++) /* local to global, as INDXL2G does */
    for (int il = 0, i, j; il < lld; il++) {
      i = (il / NB * nprow + myrow) * NB + il % NB, j = (jl / NB * npcol + mycol) * NB + jl % NB;
      if (i < N && j < N) a[il + jl * lld] = element(i, j);
    }
  pdpotrf_("L", &n, a, &one, &one, desc, &info);
  upc_stride_barrier_all();

  /* block column 1 of the factor, to thread 0: LAPACK's matrix of N x NB */
  upc_stride_section_t panel, everything, rows;
  upc_stride_pointer_t copy = upc_stride_all_memory(N * NB * sizeof(double));
  upc_stride_select(&panel, V, "1, :, :");
  upc_stride_gather(copy, &panel, NB * sizeof(double), 0);
  double *columns = upc_stride_address_of(copy);
  if (upc_stride_mythread() == 0)
    for (int j = 0; j < NB; j++)
      for (int i = NB + j; i < N; i++) right &= fabs(columns[j * N + i] - 1) < 1e-9;

  /* whole rows, doubled where they lie, and back: so the factor is that of four times the matrix */
  size_t each = (N + (size_t)ranks - 1) / (size_t)ranks, shape[] = {N / NB, NB, N}, block[] = {N / NB, NB, each}, at[3];
  upc_stride_array_t R = upc_stride_all_alloc(3, shape, block, sizeof(double), 0, NULL);
  upc_stride_select(&everything, V, ":");
  upc_stride_select(&rows, R, ":");
  upc_stride_copy(&rows, &everything, 0);
  for (size_t k = 0; k < upc_stride_own_blocks(R); k++) {
    double *tile = upc_stride_own_block(R, k, at);
    for (size_t i = 0; i < N * each; i++) tile[i] *= 2;
  }
  upc_stride_copy(&everything, &rows, 0);
  upc_stride_barrier_all();
  pdpotri_("L", &n, a, &one, &one, desc, &info);
  for (int jl = 0; jl < N / NB / npcol * NB + NB; jl++)
    for (int il = 0, i, j; il < lld; il++) {
      i = (il / NB * nprow + myrow) * NB + il % NB, j = (jl / NB * npcol + mycol) * NB + jl % NB;
      if (i < N && j <= i) right &= fabs(4 * a[il + jl * lld] - inverse(i, j)) < 1e-9;
    }
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (upc_stride_mythread() == 0) puts(right ? "PASS" : "FAIL");
  upc_stride_finalize();
  Cblacs_gridexit(context);
  MPI_Finalize();
  return !right;
}
