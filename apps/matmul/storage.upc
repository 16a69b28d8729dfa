/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the elements of A and B, by formula or from files, and the product to a file. */
#include <upc.h>
#include <stdlib.h>
#include "upc_stride_file.h"
#include "matmul.h"
#include "../common/memory.h"
#include "../common/random.h"

static double formula(size_t i, size_t j, int matrix) {
  return 2 * app_random_element(i, j, matrix);
}

/* Elements from a file, which is row-major, or column-major if it is Fortran's. */
static void read_elements(const app_file_t *f, size_t rows, size_t cols, size_t i, size_t j, size_t h, size_t w,
                          double *dst, size_t ld) {
  double *row = f->fortran ? NULL : app_allocate(w, sizeof *row, "a row of a file");
  for (size_t y = 0; y < w && f->fortran; y++) app_read(f, (j + y) * rows + i, h, dst + y * ld);
  for (size_t x = 0; x < h && !f->fortran; x++) {
    app_read(f, (i + x) * cols + j, w, row);
    for (size_t y = 0; y < w; y++) dst[y * ld + x] = row[y];
  }
  free(row);
}

void elements(const problem_t *q, int matrix, size_t i, size_t j, size_t h, size_t w, double *dst, size_t ld) {
  const size_t rows = matrix == MATRIX_A ? q->m : q->p, cols = matrix == MATRIX_A ? q->p : q->n;
  if (q->input[matrix] != NULL) {
    read_elements(q->input[matrix], rows, cols, i, j, h, w, dst, ld);
    return;
  }
  for (size_t y = 0; y < w; y++)
    for (size_t x = 0; x < h; x++) dst[y * ld + x] = formula(i + x, j + y, matrix);
}

/* Fills my tiles, h x w each, of a rows x cols matrix. */
static void fill_matrix(const problem_t *q, int matrix, upc_stride_array_t array, size_t rows, size_t cols, size_t h,
                        size_t w) {
  for (size_t i = q->myrow * h; i < rows; i += q->grid[0] * h)
    for (size_t j = q->mycol * w; j < cols; j += q->grid[1] * w)
      elements(q, matrix, i, j, at_most(h, rows - i), at_most(w, cols - j), LOCAL(array, i, j), h);
}

void fill(const problem_t *q) {
  fill_matrix(q, MATRIX_A, q->A, q->m, q->p, q->bm, q->bp);
  fill_matrix(q, MATRIX_B, q->B, q->p, q->n, q->bp, q->bn);
}

/* Tiles of the file are row by row, those of C column by column. */
void write_product(const problem_t *q, const char *path) {
  upc_stride_array_t rows = app_matrix(q->m, q->n, q->bm, q->bn, sizeof(double), q->grid);
  for (size_t i = q->myrow * q->bm; i < q->m; i += q->grid[0] * q->bm)
    for (size_t j = q->mycol * q->bn; j < q->n; j += q->grid[1] * q->bn) {
      const double *tile = LOCAL(q->C, i, j);
      double *to = LOCAL(rows, i, j);
      for (size_t x = 0; x < q->bm; x++)
        for (size_t y = 0; y < q->bn; y++) to[x * q->bn + y] = tile[y * q->bm + x];
    }
  upc_stride_write(path, UPC_SECTION(rows, UPC_STRIDE_ALL, UPC_STRIDE_ALL), "f8", NULL);
  upc_stride_all_free(rows);
}
