/* SPDX-License-Identifier: BSD-3-Clause
 * Elements that a transformation scales where they are: in memory of the program, less than a page and many of them,
 * and in memory of the library. What is not picked stays as it is. */
#include "tests/c/check.h"

static int threads, me;

static double value(size_t i) { return (double)(i + 1); }

static void scale(size_t n, int of_library) {
  const size_t shape[] = {n * (size_t)threads}, block[] = {n}, first = n * (size_t)me;
  const double two = 2, three = 3;
  double *mine = malloc(n * sizeof *mine);
  size_t from = n / 2, to = shape[0] - n / 2, i;
  upc_stride_array_t A =
      of_library ? upc_stride_all_alloc(1, shape, block, sizeof *mine, 0, NULL)
                 : upc_stride_array_of(mine, n * sizeof *mine, 1, shape, block, sizeof *mine, 0, NULL);
  upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL);
  upc_stride_section_t inner = UPC_SECTION(A, UPC_STRIDE_RANGE((long long)from, (long long)to - 1));
  double *data = of_library ? upc_stride_near_block(A, (size_t[]){(size_t)me}) : mine;
  for (i = 0; i < n; i++) data[i] = value(first + i);
  for (int again = 0; again < 2; again++) CHECK(upc_stride_transform(&all, &all, NULL, &two, NULL, UPC_DOUBLE, 0) == 0);
  CHECK(upc_stride_transform(&inner, &inner, NULL, &three, &two, UPC_DOUBLE, 0) == 0);
  for (i = 0; i < n; i++)
    CHECK(data[i] == value(first + i) * 4 * (first + i >= from && first + i < to ? 5 : 1));
  upc_stride_barrier_all();
  CHECK(upc_stride_all_free(A) == 0);
  free(mine);
}

int main(void) {
  START(NULL);
  threads = upc_stride_threads(), me = upc_stride_mythread();
  for (int of_library = 0; of_library < 2; of_library++) {
    scale(10, of_library);
    scale(40000, of_library);
  }
  return passed();
}
