/* SPDX-License-Identifier: BSD-3-Clause
 * Solves two systems of 480 equations. Blocks of 48 whole rows, or whole columns, or of `width`, go round the threads.
 * The matrix begins with the second block of its array.
 * usage: solve_bytes posv|gesv U|L rows|columns [width] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_stride_numerics.h>

int main(int argc, char **argv) {
  enum { ORDER = 480, SYSTEMS = 2 };
  const int by_columns = argc > 3 && strcmp(argv[3], "columns") == 0;
  const size_t width = argc > 4 ? strtoul(argv[4], NULL, 10) : 48;
  const upc_stride_interval_t behind = UPC_STRIDE_RANGE((long long)width, (long long)width + ORDER - 1);
  const upc_stride_interval_t all = UPC_STRIDE_ALL;
  static int pivots[ORDER];
  size_t shape[2] = {ORDER, ORDER}, block[2] = {ORDER, ORDER}, few[2] = {ORDER, SYSTEMS}, i, j, info;
  upc_stride_array_t A, B;
  upc_stride_section_t a, b;
  if (argc < 4) return 2;
  shape[by_columns] += width, block[by_columns] = width;
  A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  B = upc_stride_all_alloc(2, few, few, sizeof(double), 0, NULL);
  a = UPC_SECTION(A, by_columns ? all : behind, by_columns ? behind : all);
  b = UPC_SECTION(B, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  upc_stride_forall(part, A)
    for (i = part.lo[0]; i <= part.hi[0]; i++)
      for (j = part.lo[1]; j <= part.hi[1]; j++)
        ((double *)part.data)[(i - part.lo[0]) * part.stride[0] + j - part.lo[1]] =
          (by_columns ? j == i + width : i == j + width) ? ORDER : 1;
  if (strcmp(argv[1], "posv") == 0) info = upc_stride_posv(argv[2][0], a, b, UPC_DOUBLE);
  else info = upc_stride_gesv(a, pivots, b, UPC_DOUBLE);
  return info > 0;
}
