/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the matrix's elements, by formula or from a file, and the factor to a file. Files are row-major. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
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

/* Writes a tile of U, or of L = U', whose rows are U's columns. */
static void write_tile(const problem_t *q, app_file_t *f, int lower, size_t i, size_t j, double *row) {
  const size_t b = q->block, ld = panel_ld(q, i, q->mycol);
  const double *tile = LOCAL_TILE(q, i, j);
  if (lower)
    for (size_t y = 0; y < side(q, j); y++) {
      const size_t count = i < j ? side(q, i) : y + 1; /* above and on the diagonal */
      for (size_t x = 0; x < count; x++) row[x] = tile[x * ld + y];
      app_write(f, (j * b + y) * q->n + i * b, count, row);
    }
  else
    for (size_t x = 0; x < side(q, i); x++) {
      const size_t first = i < j ? 0 : x; /* on and above the diagonal */
      app_write(f, (i * b + x) * q->n + j * b + first, side(q, j) - first, tile + x * ld + first);
    }
}

int write_factor(const problem_t *q, const char *path, int lower) {
  app_file_t f;
  const size_t shape[] = {q->n, q->n};
  int status = app_create(&f, path, "<f8", 2, shape);
  double *row = app_allocate(q->block, sizeof *row, "a row of a file");
  if (status == ARGUMENTS_OK) {
    for (size_t i = q->myrow; i < q->tiles; i += q->grid[0])
      for (size_t j = my_first(q, i); j < q->tiles; j += q->grid[1]) write_tile(q, &f, lower, i, j, row);
    status = app_finish(&f);
  }
  free(row);
  return status;
}
