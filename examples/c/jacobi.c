/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Jacobi's method, as Chapel's example: each inner element of A becomes the mean of its neighbours, until none changes
 * by more than 1e-5. upc_stride_halo gets each thread's lines with those around them. */
#include <math.h>
#include <stdio.h>
#include <upc_stride.h>

enum { N = 64 };

int main(void) {
  upc_stride_init(NULL);
  static double around[N + 2][N + 2]; /* the caller's lines, with a halo */
  const size_t p = (size_t)upc_stride_threads(), shape[] = {N, N}, block[] = {(N + p - 1) / p, N};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  size_t at[2] = {0, 0}, lines = 0, first = 0;
  double(*mine)[N] = upc_stride_own_blocks(A) > 0 ? upc_stride_own_block(A, 0, at) : NULL, change = 1;
  int step;
  if (mine) first = at[0] * block[0], lines = first + block[0] < N ? block[0] : N - first;
  for (size_t i = 0; i < lines; i++) mine[i][0] = 1; /* the left side is hot */
  for (step = 0; change > 1e-5; step++) {
    double most = 0;
    upc_stride_halo(around, &all, 1, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (size_t i = 0; i < lines; i++)
      for (size_t j = 1; j < N - 1 && first + i > 0 && first + i < N - 1; j++) {
        const double mean = (around[i][j + 1] + around[i + 2][j + 1] + around[i + 1][j] + around[i + 1][j + 2]) / 4;
        most = fmax(most, fabs(mean - around[i + 1][j + 1]));
        mine[i][j] = mean;
      }
    change = upc_stride_max(most);
  }
  const int right = step >= 100 && step < 5000 && (first > 0 || !mine || fabs(mine[1][1] - 0.5) < 0.1);
  if (upc_stride_mythread() == 0) puts(right ? "PASS" : "FAIL");
  return upc_stride_finalize() || !right;
}
