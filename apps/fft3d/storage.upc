/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the data, by formula or from a file, and the result to a file. In a file z is contiguous. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "upc_stride_file.h"
#include "fft3d.h"

/* A number; both parts are in [-1, 1). */
static complex_t element(size_t x, size_t y, size_t z) {
  unsigned long long h = (((unsigned long long)x << 20 ^ y) << 20 ^ z) * 0x9e3779b97f4a7c15ull + 1;
  complex_t value;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ h >> 27) * 0x94d049bb133111ebull;
  h ^= h >> 31;
  value.re = (double)(h >> 32) * 0x1p-31 - 1;
  value.im = (double)(h & 0xffffffff) * 0x1p-31 - 1;
  return value;
}

/* A transform of real numbers is conjugate at opposite indices. If both elements are in B, one determines the other. */
static complex_t element_b(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t ox = (q->nx - x) % q->nx, oy = (q->ny - y) % q->ny;
  complex_t value;
  if (!q->real || (z != 0 && 2 * z != q->nz) || x > ox || (x == ox && y > oy)) return element(x, y, z);
  value = element(ox, oy, z);
  value.im = x == ox && y == oy ? 0 : -value.im;
  return value;
}

void data_of_a(const grid_t *q, size_t x, size_t y, void *row) {
  complex_t *complexes = row;
  double *reals = row;
  if (q->input != NULL) {
    const size_t index[] = {x, y, 0};
    app_read_row(q->input, index, q->nz, row);
    return;
  }
  for (size_t z = 0; z < q->nz; z++)
    if (q->real) reals[z] = element(x, y, z).re;
    else complexes[z] = element(x, y, z);
}

void data_of_b(const grid_t *q, size_t x, size_t y, size_t z, size_t count, complex_t *row) {
  const size_t index[] = {x, y, z};
  if (q->input != NULL) app_read_row(q->input, index, count, row);
  else
    for (size_t i = 0; i < count; i++) row[i] = element_b(q, x, y, z + i);
}

void fill_a(void *data) {
  const grid_t *q = data;
  const size_t first = piece_start(q->ny, q->cols, q->py);
  for (size_t g = 0; g * q->rows + q->px < q->nx; g++)
    for (size_t y = 0; y < my_rows(q); y++) data_of_a(q, g * q->rows + q->px, first + y, row_a(q, g, y));
}

void fill_b(void *data) {
  const grid_t *q = data;
  const size_t y0 = piece_start(q->ny, q->rows, q->px), z0 = piece_start(q->zc, q->cols, q->py);
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < my_ys(q); y++) data_of_b(q, x, y0 + y, z0, my_zs(q), row_b(q, x, y));
}

static void write_a(const grid_t *q, upc_stride_array_t rows, size_t bytes) {
  const size_t first = piece_start(q->ny, q->cols, q->py);
  for (size_t g = 0; g * q->rows + q->px < q->nx; g++)
    for (size_t y = 0; y < my_rows(q); y++) {
      const size_t at[] = {g * q->rows + q->px, first + y, 0};
      upc_memput(upc_stride_at(rows, at), row_a(q, g, y), q->nz * bytes);
    }
}

static void write_b(const grid_t *q, upc_stride_array_t rows) {
  const size_t y0 = piece_start(q->ny, q->rows, q->px), z0 = piece_start(q->zc, q->cols, q->py);
  for (size_t x = 0; x < q->nx; x++)
    for (size_t y = 0; y < my_ys(q); y++) {
      const size_t at[] = {x, y0 + y, z0};
      upc_memput(upc_stride_at(rows, at), row_b(q, x, y), my_zs(q) * sizeof(complex_t));
    }
}

/* The pieces of A and B have several sizes, so their rows are put into an array of planes, which is written. */
void write_result(const grid_t *q, const char *path, int sign) {
  const size_t bytes = sign == BACKWARD && q->real ? sizeof(double) : sizeof(complex_t);
  const size_t shape[] = {q->nx, q->ny, sign == FORWARD ? q->zc : q->nz}, block[] = {1, shape[1], shape[2]};
  upc_stride_array_t rows = upc_stride_all_alloc(3, shape, block, bytes, 0, NULL);
  if (sign == FORWARD) write_b(q, rows);
  else write_a(q, rows, bytes);
  upc_barrier;
  upc_stride_write(path, UPC_SECTION(rows, UPC_STRIDE_ALL, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                   bytes == sizeof(double) ? "f8" : "c16", NULL);
  upc_stride_all_free(rows);
}
