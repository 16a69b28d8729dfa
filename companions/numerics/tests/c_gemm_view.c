/* SPDX-License-Identifier: BSD-3-Clause
 * A product with a view of a matrix of ScaLAPACK's whose columns are further apart than they are long, made when the
 * shared heap had no room for a copy in contiguous blocks. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <upc_stride_scalapack.h>

enum { M = 60, N = 4, LLD = 77, MOST = 4096 };

static upc_stride_array_t array(size_t rows, size_t columns) {
  const size_t shape[] = {rows, columns};
  return upc_stride_all_alloc(2, shape, shape, sizeof(double), 0, NULL);
}

static upc_stride_section_t whole(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL); }

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 4 << 20};
  static upc_stride_array_t taken[MOST];
  const int desc[] = {1, 0, M, M, M, M, 0, 0, LLD}, process[] = {1, 1, 0, 0};
  const size_t first[] = {0, 0};
  upc_stride_array_t local, A, B, C;
  static double got[M][N];
  double *a, *b;
  size_t bytes;
  int n = 0, i, j, p;
  START(&options);
  local = array(M, LLD), B = array(M, N), C = array(M, N);
  a = upc_stride_near_block(local, first), b = upc_stride_near_block(B, first);
  for (i = 0; i < M; i++) {
    for (j = 0; j < LLD; j++) a[i * LLD + j] = i * LLD + j;
    for (j = 0; j < N; j++) b[i * N + j] = i * N + j;
  }
  for (bytes = 1 << 22; bytes >= 1 << 12; bytes /= 2)
    while (n < MOST && (taken[n] = array(1, bytes / sizeof(double))) != NULL) n++;
  A = upc_stride_scalapack_view(upc_stride_at(local, first), desc, process, sizeof(double));
  CHECK(A != NULL);
  while (n > 0) upc_stride_all_free(taken[--n]);
  const upc_stride_section_t left = whole(A), right = whole(B), result = whole(C);
  CHECK(upc_stride_gemm('N', 'N', NULL, &left, &right, NULL, &result, UPC_DOUBLE) == 0);
  upc_stride_get_patch(got, NULL, &result);
  for (i = 0; i < M; i++)
    for (j = 0; j < N; j++) {
      double sum = 0;
      for (p = 0; p < M; p++) sum += (double)(i * LLD + p) * (p * N + j);
      CHECK(got[i][j] == sum);
    }
  upc_stride_all_free(A), upc_stride_all_free(local), upc_stride_all_free(B), upc_stride_all_free(C);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
