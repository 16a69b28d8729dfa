/* SPDX-License-Identifier: BSD-3-Clause
 * Views of block-cyclic matrices, without BLACS: the process grid is given by number. The local matrices are filled as
 * ScaLAPACK deals elements; sections of the view must find them. */
#include "tests/c/check.h"
#include <upc_stride_scalapack.h>

#include <string.h>

enum { MB = 3, NB = 2 };

/* ScaLAPACK's own arithmetic: the global index of local index l on process p of np (INDXL2G, from 0). */
static int global(int l, int nb, int p, int np) { return (l / nb * np + p) * nb + l % nb; }

static double element(int i, int j) { return 1000.0 * j + i; }

static void matrix(int m, int n, int nprow, int npcol) {
  int me = upc_stride_mythread(), process[] = {nprow, npcol, me % nprow, me / nprow};
  int myrow = process[2], mycol = process[3];
  int desc[] = {1, 0, m, n, MB, NB, 0, 0, upc_stride_scalapack_lld(m, MB, nprow, myrow)};
  size_t bytes = upc_stride_scalapack_bytes(m, n, MB, NB, nprow, npcol, sizeof(double));
  upc_stride_pointer_t base = upc_stride_all_memory(bytes);
  double *local = upc_stride_address_of(upc_stride_on_thread(base, me));
  for (int jl = 0; global(jl, NB, mycol, npcol) < n; jl++)
    for (int il = 0; global(il, MB, myrow, nprow) < m; il++)
      local[il + jl * desc[8]] = element(global(il, MB, myrow, nprow), global(jl, NB, mycol, npcol));
  upc_stride_array_t V = upc_stride_scalapack_view(base, desc, process, sizeof(double));
  CHECK(V != NULL);
  upc_stride_barrier_all();
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      size_t index[] = {(size_t)(j / NB), (size_t)(j % NB), (size_t)i};
      double got;
      CHECK(upc_stride_get(&got, upc_stride_at(V, index), sizeof got) == 0);
      CHECK_IS(got, element(i, j));
      CHECK_IS(upc_stride_owner_of_element(V, index), j / NB % npcol * nprow + i / MB % nprow);
    }

  /* gather: LAPACK's matrix of all columns, on thread 0 */
  size_t ld = (size_t)((m + MB - 1) / MB * MB), columns = (size_t)((n + NB - 1) / NB * NB);
  upc_stride_pointer_t whole = upc_stride_all_memory(ld * columns * sizeof(double));
  upc_stride_section_t everything;
  CHECK(upc_stride_select(&everything, V, ":") == 0);
  CHECK(upc_stride_gather(whole, &everything, MB * sizeof(double), 0) == 0);
  double *got = upc_stride_address_of(whole);
  if (me == 0)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++) CHECK_IS(got[(size_t)j * ld + (size_t)i], element(i, j));

  /* redistribute: to whole rows in another array, and back into an empty matrix */
  size_t rows = ((size_t)m + (size_t)upc_stride_threads() - 1) / (size_t)upc_stride_threads();
  size_t shape[] = {columns / NB, NB, (size_t)m}, block[] = {columns / NB, NB, rows};
  upc_stride_array_t R = upc_stride_all_alloc(3, shape, block, sizeof(double), 0, NULL);
  upc_stride_section_t all_of_R;
  CHECK(upc_stride_select(&all_of_R, R, ":") == 0);
  CHECK(upc_stride_copy(&all_of_R, &everything, 0) == 0);
  upc_stride_barrier_all();
  memset(local, 0, bytes);
  upc_stride_barrier_all();
  CHECK(upc_stride_copy(&everything, &all_of_R, 0) == 0);
  upc_stride_barrier_all();
  for (int jl = 0; global(jl, NB, mycol, npcol) < n; jl++)
    for (int il = 0; global(il, MB, myrow, nprow) < m; il++)
      CHECK_IS(local[il + jl * desc[8]], element(global(il, MB, myrow, nprow), global(jl, NB, mycol, npcol)));

  /* block (0, 0) to block row 0 of every block column, column by column */
  upc_stride_section_t column;
  for (int c = 0; c < NB; c++) {
    char text[40];
    snprintf(text, sizeof text, ":, %d, 0", c);
    CHECK(upc_stride_select(&column, V, text) == 0);
    CHECK(upc_stride_broadcast(&column, upc_stride_at(V, (size_t[]){0, (size_t)c, 0}), MB * sizeof(double), 0) == 0);
  }
  upc_stride_barrier_all();
  for (int jl = 0; global(jl, NB, mycol, npcol) < n; jl++)
    for (int il = 0; global(il, MB, myrow, nprow) < (MB < m ? MB : m); il++)
      CHECK_IS(local[il + jl * desc[8]], element(global(il, MB, myrow, nprow), global(jl, NB, mycol, npcol) % NB));
  upc_stride_barrier_all();
  CHECK_IS(upc_stride_all_free(R) | upc_stride_all_free(V), 0);
  CHECK_IS(upc_stride_all_free_memory(whole) | upc_stride_all_free_memory(base), 0);
}

static void wrong(const int *change, const char *text) {
  int threads = upc_stride_threads(), me = upc_stride_mythread(), process[] = {threads, 1, me, 0};
  int desc[] = {1, 0, 9, 9, MB, NB, 0, 0, upc_stride_scalapack_lld(9, MB, threads, me)};
  upc_stride_pointer_t base = upc_stride_all_memory(1000);
  if (change[0] < 9) desc[change[0]] = change[1];
  else process[change[0] - 9] = change[1];
  CHECK(upc_stride_scalapack_view(base, desc, process, sizeof(double)) == NULL);
  if (strstr(upc_stride_last_error(), text) == NULL) complain(__LINE__, text, 0, 0, 0);
  CHECK(upc_stride_all_free_memory(base) == 0);
}

int main(void) {
  const upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 16 << 20};
  START(&options);
  int threads = upc_stride_threads(), rows = threads % 2 == 0 ? 2 : 1;
  matrix(13, 9, rows, threads / rows);
  matrix(12, 8, threads / rows, rows);
  matrix(2, 3, threads, 1); /* some processes have nothing */
  wrong((int[]){0, 501}, "upc_stride_scalapack_view: desc: type 501, must be 1");
  wrong((int[]){2, 0}, "desc: a matrix of 0 x 9");
  wrong((int[]){6, 1}, "desc: first block on process (1, 0), must be on (0, 0)");
  wrong((int[]){8, 100}, "desc: leading dimension 100, must be");
  wrong((int[]){9, 50}, "process: 50 x 1 processes, must be");
  wrong((int[]){11, threads}, "must be");
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
