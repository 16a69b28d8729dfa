/* SPDX-License-Identifier: BSD-3-Clause
 * Parts of a matrix of ScaLAPACK's: pdpotrf factors it; the library gathers a block column of the factor, broadcasts
 * one block of it, deals out its rows, and puts them back for pdpotri.
 *
 *   mpicc.mpich scalapack.c -lupc_stride-mpi-mpich -lscalapack-mpich -o scalapack && mpiexec.mpich -n 4 ./scalapack */
#include <math.h>
#include <stdio.h>
#include <upc_stride_mpi.h>
#include <upc_stride_scalapack.h>

void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int nprow, int npcol);
void Cblacs_gridexit(int context);
int numroc_(const int *n, const int *nb, const int *process, const int *first, const int *processes);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *rsrc, const int *csrc,
               const int *context, const int *lld, int *info);
void pdpotrf_(const char *uplo, const int *n, double *a, const int *ia, const int *ja, const int *desc, int *info);
void pdpotri_(const char *uplo, const int *n, double *a, const int *ia, const int *ja, const int *desc, int *info);

enum { N = 99, NB = 8 }; /* the last blocks are cut off */

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
  Cblacs_gridinit(&context, "R", nprow, ranks / nprow);
  Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);

  upc_stride_pointer_t base = upc_stride_all_memory(
    upc_stride_scalapack_bytes(N, N, NB, NB, nprow, npcol, sizeof(double)));
  double *a = upc_stride_address_of(upc_stride_on_thread(base, upc_stride_mythread()));
  int rows = numroc_(&n, &nb, &myrow, &zero, &nprow), columns = numroc_(&n, &nb, &mycol, &zero, &npcol);
  int lld = rows > 0 ? rows : 1;
  descinit_(desc, &n, &n, &nb, &nb, &zero, &zero, &context, &lld, &info);
  upc_stride_array_t V = upc_stride_scalapack_view_of(base, desc, sizeof(double));
  for (int jl = 0; jl < columns; jl++) /* local to global, as INDXL2G does */
    for (int il = 0; il < rows; il++)
      a[il + jl * lld] = element((il / NB * nprow + myrow) * NB + il % NB, (jl / NB * npcol + mycol) * NB + jl % NB);
  pdpotrf_("L", &n, a, &one, &one, desc, &info);
  upc_stride_barrier_all();

  /* block column 1 of the factor, to thread 0: blocks of NB x NB, one below the other */
  upc_stride_section_t panel = UPC_SECTION(V, UPC_STRIDE_AT(1), UPC_STRIDE_ALL);
  int blocks = (N + NB - 1) / NB;
  upc_stride_pointer_t copy = upc_stride_all_memory(sizeof(double[NB][NB]) * (size_t)blocks);
  upc_stride_gather(copy, &panel, sizeof(double[NB][NB]), 0);
  double(*block)[NB][NB] = upc_stride_address_of(copy); /* of block I: [column][row] */
  for (int i = 2 * NB; i < N && upc_stride_mythread() == 0; i++)
    for (int c = 0; c < NB; c++) right &= fabs(block[i / NB][c][i % NB] - 1) < 1e-9;

  /* block (1, 0), to all threads */
  size_t tiles[] = {(size_t)ranks * NB, NB}, tile[] = {NB, NB};
  upc_stride_array_t W = upc_stride_all_alloc(2, tiles, tile, sizeof(double), 0, NULL);
  upc_stride_section_t everywhere = UPC_SECTION(W, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t source = UPC_SECTION(V, UPC_STRIDE_AT(0), UPC_STRIDE_AT(1));
  upc_stride_gather_all(&everywhere, &source, sizeof(double[NB][NB]), 0);
  double *mine = upc_stride_near_block(W, (size_t[]){(size_t)upc_stride_mythread(), 0});
  for (int k = 0; k < NB * NB; k++) right &= fabs(mine[k] - 1) < 1e-9;

  /* whole rows, doubled where they lie, and back: so the factor is that of four times the matrix */
  size_t each = (N + (size_t)ranks - 1) / (size_t)ranks, shape[] = {N, N}, strip[] = {N, each}, at[2];
  upc_stride_array_t R = upc_stride_all_alloc(2, shape, strip, sizeof(double), 0, NULL);
  upc_stride_section_t matrix = UPC_SECTION(V, UPC_STRIDE_ALL), strips = UPC_SECTION(R, UPC_STRIDE_ALL);
  upc_stride_copy(&strips, &matrix, 0);
  for (size_t k = 0; k < upc_stride_own_blocks(R); k++) {
    double *strip_k = upc_stride_own_block(R, k, at);
    for (size_t i = 0; i < N * each; i++) strip_k[i] *= 2;
  }
  upc_stride_copy(&matrix, &strips, 0);
  upc_stride_barrier_all();
  pdpotri_("L", &n, a, &one, &one, desc, &info);
  for (int jl = 0; jl < columns; jl++)
    for (int il = 0; il < rows; il++) {
      int i = (il / NB * nprow + myrow) * NB + il % NB, j = (jl / NB * npcol + mycol) * NB + jl % NB;
      if (j <= i) right &= fabs(4 * a[il + jl * lld] - inverse(i, j)) < 1e-9;
    }
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (upc_stride_mythread() == 0) puts(right ? "PASS" : "FAIL");
  upc_stride_finalize();
  Cblacs_gridexit(context);
  MPI_Finalize();
  return !right;
}
