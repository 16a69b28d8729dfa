/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the matrix's elements, by formula or from a file, and the factor to a file. Files are row-major. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "upc_stride_file.h"
#include "cholesky.h"
#include "../common/memory.h"
#include "../common/random.h"

/* Element (i, j), i <= j. Off the diagonal they are in [-1, 1), with which eigenvalues reach 2 sqrt(n/3). So 2 sqrt(n)
 * on the diagonal makes the matrix positive definite, with a condition number near 4. */
static double element(const problem_t *q, size_t i, size_t j) {
  if (i < j) return 2 * app_random_element(i, j, 0);
  return i + 1 == q->indefinite ? -1 : 2 * sqrt((double)q->n);
}

void matrix_row(const problem_t *q, size_t i, size_t j, size_t count, double *row) {
  const size_t index[] = {i, j};
  size_t y;
  if (q->input != NULL) app_read_row(q->input, index, count, row);
  else
    for (y = 0; y < count; y++) row[y] = i <= j + y ? element(q, i, j + y) : element(q, j + y, i);
}

void fill(void *data) {
  const problem_t *q = data;
  const size_t b = q->block;
  reset_info();
  for (size_t i = q->myrow; i < q->tiles; i += q->grid[0])
    for (size_t j = my_first(q, i); j < q->tiles; j += q->grid[1])
      for (size_t x = 0; x < side(q, i); x++)
        matrix_row(q, i * b + x, j * b, side(q, j), LOCAL_TILE(q, i, j) + x * panel_ld(q, i, q->mycol));
}

/* My tiles of U on and above the diagonal, to a matrix of zeros. */
static void copy_tiles(const problem_t *q, upc_stride_array_t U) {
  const size_t b = q->block;
  for (size_t i = q->myrow; i < q->tiles; i += q->grid[0])
    for (size_t j = my_first(q, i); j < q->tiles; j += q->grid[1]) {
      double *to = (double *)app_at(U, i * b, j * b);
      for (size_t x = 0; x < side(q, i); x++) {
        const size_t first = i < j ? 0 : x; /* on and above the diagonal */
        memcpy(to + x * b + first, LOCAL_TILE(q, i, j) + x * panel_ld(q, i, q->mycol) + first,
               (side(q, j) - first) * sizeof(double));
      }
    }
}

void write_factor(const problem_t *q, const char *path, int lower) {
  static const int transposed[] = {1, 0};
  upc_stride_array_t U = app_matrix(q->n, q->n, q->block, q->block, sizeof(double), q->grid), L;
  copy_tiles(q, U);
  if (lower) {
    L = app_matrix(q->n, q->n, q->block, q->block, sizeof(double), q->grid);
    upc_stride_transform(UPC_SECTION(L, UPC_STRIDE_ALL, UPC_STRIDE_ALL), UPC_SECTION(U, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                         transposed, NULL, NULL, UPC_DOUBLE, 0);
    upc_stride_all_free(U);
    U = L;
  }
  upc_stride_write(path, UPC_SECTION(U, UPC_STRIDE_ALL, UPC_STRIDE_ALL), "f8", NULL);
  upc_stride_all_free(U);
}
