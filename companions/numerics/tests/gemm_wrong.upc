/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments of upc_stride_gemm, one a run. C is 12 x 12, A is 12 x 8 and B is 8 x 12; in each case one thing
 * differs. Case `none`: all arguments are right.
 * usage: gemm_wrong CASE */
#include "upc_stride_numerics.h"

#include <string.h>

static int is(const char *wrong, const char *name) { return strcmp(wrong, name) == 0; }

static upc_stride_array_t matrix(size_t rows, size_t columns) {
  size_t shape[2], block[] = {5, 5};
  shape[0] = rows, shape[1] = columns;
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
}

static upc_stride_section_t box(upc_stride_array_t M, int rows, int columns) {
  return UPC_SECTION(M, UPC_STRIDE_RANGE(0, rows - 1), UPC_STRIDE_RANGE(0, columns - 1));
}

static upc_stride_routine_t *find_none(const char *name) {
  (void)name;
  return NULL;
}

int main(int argc, char **argv) {
  const char *wrong = argc > 1 ? argv[1] : "none";
  const size_t length = 40, piece = 5;
  const double alpha = 1, beta = is(wrong, "differ") ? MYTHREAD : 1;
  upc_stride_array_t A = matrix(20, 20), B = matrix(20, 20), C = matrix(20, 20);
  upc_stride_array_t vector = upc_stride_all_alloc(1, &length, &piece, sizeof(double), 0, NULL);
  upc_stride_section_t a = box(A, 12, is(wrong, "beyond") ? 21 : 8), b = box(B, is(wrong, "inner") ? 10 : 8, 12);
  if (is(wrong, "dims")) a = UPC_SECTION(vector, UPC_STRIDE_ALL);
  if (is(wrong, "outer")) a = box(A, 8, 20);
  if (is(wrong, "no_blas")) upc_stride_set_blas(find_none);
  upc_stride_gemm(is(wrong, "letter") ? 'X' : is(wrong, "outer") ? 'T' : 'N', 'N', &alpha, a, b, &beta, box(C, 12, 12),
                  is(wrong, "type") ? UPC_INT : is(wrong, "size") ? UPC_STRIDE_COMPLEX_DOUBLE : UPC_DOUBLE);
  return 0;
}
