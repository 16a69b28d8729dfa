/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: the system once more, as a dense matrix and by another method. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cg.h"
#include "../common/memory.h"
#include "../common/report.h"

/* The row without its element k. */
static void subtract(double *row, const double *pivot, size_t k, size_t width) {
  const double factor = row[k] / pivot[k];
  size_t j;
  for (j = k; j < width; j++) row[j] -= factor * pivot[j];
}

double difference(upc_stride_array_t Z, size_t n) {
  matrix_t A = band_matrix(n, 0, MYTHREAD == 0 ? n : 0);
  const size_t width = n + 1;
  double *const dense = app_allocate(n * width, sizeof *dense, "a matrix");
  double *const z = app_allocate(n, sizeof *z, "a vector");
  double worst = 0;
  size_t i, j, k;
  memset(dense, 0, n * width * sizeof *dense);
  upc_stride_open_view(Z);
  if (MYTHREAD == 0) upc_stride_get_patch(z, NULL, UPC_SECTION(Z, UPC_STRIDE_ALL));
  upc_stride_close_view(Z);
  for (i = 0; i < A.rows; i++) {
    for (k = A.start[i]; k < A.start[i + 1]; k++) dense[i * width + A.column[k]] = A.value[k];
    dense[i * width + n] = band_right_side(i);
  }
  for (k = 0; k < A.rows; k++)
    for (i = k + 1; i < n; i++)
      subtract(&dense[i * width], &dense[k * width], k, width);
  for (i = A.rows; i-- > 0;) {
    for (j = i + 1; j < n; j++) dense[i * width + n] -= dense[i * width + j] * dense[j * width + n];
    dense[i * width + n] /= dense[i * width + i];
    worst = app_max(worst, fabs(dense[i * width + n] - z[i]));
  }
  matrix_free(&A);
  free(dense);
  free(z);
  return worst;
}
