/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments of transforms, one a run: in is 12 x 8, out is 12 x 8; in each case one thing differs. Case `none`:
 * all arguments are right.
 * usage: fft_wrong CASE */
#include "upc_stride_numerics.h"

#include <string.h>

static const char *wrong;

static int is(const char *name) { return strcmp(wrong, name) == 0; }

static upc_stride_array_t matrix(size_t rows, size_t columns, size_t bytes) {
  size_t shape[2], block[] = {5, 5};
  shape[0] = rows, shape[1] = columns;
  return upc_stride_all_alloc(2, shape, block, bytes, 0, NULL);
}

static upc_stride_section_t box(upc_stride_array_t M, int rows, int columns) {
  return UPC_SECTION(M, UPC_STRIDE_RANGE(0, rows - 1), UPC_STRIDE_RANGE(0, columns - 1));
}

int main(int argc, char **argv) {
  const size_t length = 40, piece = 5, complex_size = 16, real_size = 8;
  upc_stride_array_t vector = upc_stride_all_alloc(1, &length, &piece, complex_size, 0, NULL);
  upc_stride_array_t from, to;
  upc_stride_section_t in, out;
  upc_stride_fft_t plan, copy;
  int axes[] = {0, 1}, sign = -1;
  wrong = argc > 1 ? argv[1] : "none";
  from = matrix(20, 20, is("size") ? 4 : is("real") || is("real_sign") || is("half") ? real_size : complex_size);
  to = matrix(20, 20, is("real") ? real_size : complex_size);
  in = is("dims") ? UPC_SECTION(vector, UPC_STRIDE_ALL) : box(from, is("beyond") ? 21 : 12, is("extent") ? 7 : 8);
  out = box(to, 12, is("real_sign") ? 5 : 8);
  if (is("axis")) axes[1] = 2;
  if (is("twice")) axes[1] = 0;
  if (is("sign")) sign = 0;
  if (is("real_sign")) sign = 1;
  if (is("differ")) sign = MYTHREAD == 0 ? 1 : -1;
  plan = upc_stride_fft_plan(out, in, is("naxes") ? 3 : 2, axes,
                             is("type") ? UPC_DOUBLE : UPC_STRIDE_COMPLEX_DOUBLE, sign,
                             is("effort") ? 7 : UPC_STRIDE_FFT_ESTIMATE);
  copy = plan;
  if (is("freed")) upc_stride_fft_free(&plan);
  upc_stride_fft_run(is("null") ? NULL : copy, 1);
  if (!is("freed")) upc_stride_fft_free(&plan);
  upc_stride_fft_free(&plan);
  if (is("twice_freed")) upc_stride_fft_free(&copy);
  return 0;
}
