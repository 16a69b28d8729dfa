/* SPDX-License-Identifier: BSD-3-Clause
 * Loops over the caller's blocks and over its elements in a section, and reductions of an expression: each element is
 * visited once, and the results are those of the definition. Blocks do not divide the array; some threads have none. */
#define UPC_STRIDE_NO_PLACES
#include "tests/c/check.h"

#include <math.h>

enum { ROWS = 11, COLUMNS = 9 };

static int inside(size_t i, size_t j) { return i >= 1 && i <= 8 && j >= 2 && j <= 7; }

int main(void) {
  const size_t shape[] = {ROWS, COLUMNS}, block[] = {3, 4};
  upc_stride_array_t A;
  upc_stride_section_t inner;
  upc_stride_halo_tile_t tile;
  long all = 0, sum = 0, visited = 0, many;
  double none[1] = {0}, some[3] = {-1, -5, -3}, nan[2] = {1, NAN}, zeros[2] = {-0.0, 0.0};
  size_t mine;
  START(NULL);
  A = upc_stride_all_alloc(2, shape, block, sizeof(long), 0, NULL);
  inner = UPC_SECTION(A, UPC_STRIDE_RANGE(1, 8), UPC_STRIDE_RANGE(2, 7));
  upc_stride_forall(b, A) {
    long *x = b.data;
    for (size_t i = b.lo[0]; i <= b.hi[0]; i++)
      for (size_t j = b.lo[1]; j <= b.hi[1]; j++)
        x[(i - b.lo[0]) * b.stride[0] + (j - b.lo[1])] = (long)(i * 100 + j), all++;
  }
  CHECK_IS(upc_stride_sum(all), ROWS * COLUMNS);
  upc_stride_forall_elements(b, &inner) {
    long *x = b.data;
    for (size_t i = b.lo[0]; i <= b.hi[0]; i++)
      for (size_t j = b.lo[1]; j <= b.hi[1]; j++) {
        CHECK_IS(x[(i - b.lo[0]) * b.stride[0] + (j - b.lo[1])], (long)(i * 100 + j));
        CHECK_IS(inside(i, j), 1);
        visited++;
      }
  }
  CHECK_IS(upc_stride_sum(visited), 8 * 6);
  mine = upc_stride_mythread() == 0 ? 3 : 0;
  many = upc_stride_threads();
  CHECK_IS(upc_stride_max_over(k, mine, some[k]), -1);
  CHECK_IS(upc_stride_min_over(k, mine, fabs(some[k])), 1);
  CHECK_IS(upc_stride_sum_over(k, 3, (long)some[k]), -9 * many);
  CHECK_IS(upc_stride_max_over(k, 2, (int)k + upc_stride_mythread()), (int)many);
  CHECK_IS(upc_stride_min_over(k, 2, (unsigned)k + 7), 7);
  CHECK_IS(upc_stride_max_over(k, 0, none[k]) < -1e308, 1);
  CHECK_IS(isnan(upc_stride_max_over(k, 2, nan[k])), 1);
  CHECK_IS(isnan(upc_stride_min_over(k, 2, nan[1 - k])), 1);
  CHECK_IS(signbit(upc_stride_max_over(k, 2, zeros[k])) != 0, 0);
  CHECK_IS(signbit(upc_stride_min_over(k, 2, zeros[1 - k])) != 0, 1);
  tile = upc_stride_halo_tile(A, 1, 0);
  CHECK_IS(tile.elements, 5 * 6);
  CHECK_IS(tile.first, 6 + 1);
  CHECK_IS(tile.stride[0], 6);
  CHECK_IS(tile.stride[1], 1);
  tile = upc_stride_halo_tile(A, 1, UPC_STRIDE_PADDED);
  CHECK_IS(tile.elements, 5 * 16);
  CHECK_IS(tile.first, 16 + 8);
  for (size_t k = 0; k < 3; k++) sum += (long)some[k];
  CHECK_IS(upc_stride_sum_over(k, 3, some[k]), sum * many);
  CHECK_IS(upc_stride_all_free(A), 0);
  CHECK_IS(upc_stride_finalize(), 0);
  return passed();
}
