/* SPDX-License-Identifier: BSD-3-Clause
 * Views of matrices on BLACS grids of every kind: numbered by rows, by columns and by a map, with the first block on
 * any process, edges cut off, and processes without a place. ScaLAPACK's own pdelset fills the matrix, element by
 * element; the view must have them there. What the library writes, pdelget must find. */
#include <upc_stride_mpi.h>
#include "tests/c/check.h"
#include <upc_stride_scalapack.h>

void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int nprow, int npcol);
void Cblacs_gridmap(int *context, int *map, int ldmap, int nprow, int npcol);
void Cblacs_gridexit(int context);
int numroc_(const int *n, const int *nb, const int *process, const int *first, const int *processes);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *rsrc, const int *csrc,
               const int *context, const int *lld, int *info);
void pdelset_(double *a, const int *i, const int *j, const int *desc, const double *value);
void pdelget_(const char *scope, const char *topology, double *value, const double *a, const int *i, const int *j,
              const int *desc);

enum { M = 11, N = 7, MB = 3, NB = 2, BLOCK = MB * NB };

static double element(int i, int j) { return 100.0 * j + i; }

/* Calls of all processes of the grid; i and j from 0. */
static void set(double *a, const int *desc, int i, int j, double value) {
  i++, j++;
  pdelset_(a, &i, &j, desc, &value);
}
static double get(const double *a, const int *desc, int i, int j) {
  double value = 0;
  i++, j++;
  pdelget_("All", " ", &value, a, &i, &j, desc);
  return value;
}

static void check_view(upc_stride_array_t V, double *a, const int *desc) {
  int inside = desc[1] >= 0, me = upc_stride_mythread(), threads = upc_stride_threads();
  for (int j = 0; inside && j < N; j++)
    for (int i = 0; i < M; i++) set(a, desc, i, j, element(i, j));
  upc_stride_barrier_all();
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) {
      double got;
      upc_stride_get(&got, upc_stride_at(V, (size_t[]){(size_t)j, (size_t)i}), sizeof got);
      CHECK_IS(got, element(i, j));
    }

  /* block (2, 1), packed, to every thread, by one call; and block column 3, cut off on both sides, to thread 0 */
  size_t shape[] = {(size_t)threads * NB, MB}, block[] = {NB, MB};
  upc_stride_array_t W = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  upc_stride_section_t all = UPC_SECTION(W, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_section_t one = UPC_SECTION(V, UPC_STRIDE_AT(1), UPC_STRIDE_AT(2));
  upc_stride_section_t column = UPC_SECTION(V, UPC_STRIDE_AT(3));
  upc_stride_pointer_t place = upc_stride_all_memory(4 * BLOCK * sizeof(double));
  upc_stride_gather_all(&all, &one, BLOCK * sizeof(double), 0);
  double *mine = upc_stride_near_block(W, (size_t[]){(size_t)me, 0}), *panel = upc_stride_address_of(place);
  for (int k = 0; k < BLOCK; k++) CHECK_IS(mine[k], element(2 * MB + k % MB, NB + k / MB));
  upc_stride_gather(place, &column, BLOCK * sizeof(double), 0);
  for (int i = 0; me == 0 && i < M; i++) CHECK_IS(panel[i / MB * BLOCK + i % MB], element(i, 3 * NB));

  /* a packed block to block row 1, all columns of it; then rows 0 and 10 from another layout */
  for (int k = 0; me == 0 && k < BLOCK; k++) panel[k] = -1 - k;
  upc_stride_section_t row = UPC_SECTION(V, UPC_STRIDE_ALL, UPC_STRIDE_AT(1));
  upc_stride_broadcast(&row, place, BLOCK * sizeof(double), 0);
  size_t other[] = {N, 2}, strip[] = {(N + (size_t)threads - 1) / (size_t)threads, 2}, at[2];
  upc_stride_array_t R = upc_stride_all_alloc(2, other, strip, sizeof(double), 0, NULL);
  double *own = upc_stride_own_blocks(R) > 0 ? upc_stride_own_block(R, 0, at) : NULL;
  for (size_t k = 0; own != NULL && k < 2 * strip[0]; k++) own[k] = -50;
  upc_stride_section_t rows = UPC_SECTION(V, UPC_STRIDE_ALL, UPC_STRIDE_STEP(0, 10, 10));
  upc_stride_section_t from = UPC_SECTION(R, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_copy(&rows, &from, 0);
  upc_stride_barrier_all();
  for (int j = 0; inside && j < N; j++)
    for (int i = 0; i < M; i++)
      CHECK_IS(get(a, desc, i, j), i % 10 == 0 ? -50 : i / MB == 1 ? -1 - (j % NB * MB + i % MB) : element(i, j));
  upc_stride_all_free(R);
  upc_stride_all_free(W);
  upc_stride_all_free_memory(place);
}

/* order: "R", "C" or "M", a map that numbers the ranks backwards. */
static void on_grid(const char *order, int nprow, int npcol, int rsrc, int csrc) {
  int m = M, n = N, mb = MB, nb = NB, context, myrow = -1, mycol = -1, desc[9] = {1, -1}, lld = 1, info;
  int i, map[64], ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (i = 0; i < nprow * npcol; i++) map[i] = ranks - 1 - i;
  Cblacs_get(-1, 0, &context);
  if (*order == 'M') Cblacs_gridmap(&context, map, nprow, nprow, npcol);
  else Cblacs_gridinit(&context, order, nprow, npcol);
  if (context >= 0) Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);
  size_t bytes = upc_stride_scalapack_bytes(M, N, MB, NB, nprow, npcol, sizeof(double));
  upc_stride_pointer_t base = upc_stride_all_memory(bytes);
  double *a = upc_stride_address_of(upc_stride_on_thread(base, upc_stride_mythread()));
  if (myrow >= 0) {
    int rows = numroc_(&m, &mb, &myrow, &rsrc, &nprow);
    lld = rows > 0 ? rows : 1;
    descinit_(desc, &m, &n, &mb, &nb, &rsrc, &csrc, &context, &lld, &info);
    CHECK_IS(info, 0);
  }
  upc_stride_array_t V = upc_stride_scalapack_view_of(base, desc, sizeof(double));
  check_view(V, a, desc);
  upc_stride_all_free(V);
  upc_stride_all_free_memory(base);
  if (context >= 0) Cblacs_gridexit(context);
}

int main(void) {
  START(NULL);
  int ranks = upc_stride_threads(), rows = ranks % 2 == 0 ? 2 : 1, columns = ranks / rows;
  on_grid("R", rows, columns, 0, 0);
  on_grid("R", columns, rows, columns - 1, rows - 1);
  on_grid("C", rows, columns, rows - 1, 0);
  on_grid("M", rows, columns, 0, columns - 1);
  if (ranks > 1) on_grid("R", 1, ranks - 1, 0, 0);
  upc_stride_finalize();
  return passed();
}
