/* SPDX-License-Identifier: BSD-3-Clause
 * A product has the same bits for all layouts of its matrices. Numbers are rounded in each sum, and there are several
 * panels, so another order of the sums shows. Layouts are blocks of whole rows, one for each of up to four threads, of
 * which near threads read panels in place, and small blocks, which are copied. */
#include <stdio.h>
#include <string.h>
#include <upc_stride_numerics.h>

enum { M = 1600, N = 40, K = 800 };

shared [400][K] double A_rows[M][K];
shared [7][13] double A_small[M][K];
shared [200][N] double B_rows[K][N];
shared [11][7] double B_small[K][N];
shared [400][N] double C_rows[M][N];
shared [3][4] double C_small[M][N];

static double number(size_t i, size_t j) { return 1 / (double)(3 * i + 7 * j + 1) - 1 / (double)(i + 2 * j + 3); }

int main(void) {
  static double first[M][N], now[M][N];
  const double one = 1, zero = 0;
  int which, wrong = 0;
  upc_stride_product_t plan = upc_stride_gemm_plan(M, N, K, UPC_DOUBLE);
  if (MYTHREAD == 0) {
    size_t i, j;
    for (i = 0; i < M; i++)
      for (j = 0; j < K; j++) A_rows[i][j] = A_small[i][j] = number(i, j);
    for (i = 0; i < K; i++)
      for (j = 0; j < N; j++) B_rows[i][j] = B_small[i][j] = number(j + M, i);
    printf("%d x %d x %d\n", plan.layers, plan.rows, plan.columns);
  }
  upc_barrier;
  for (which = 0; which < 8; which++) {
    const upc_stride_section_t A = which & 1 ? A_small<:, :> : A_rows<:, :>;
    const upc_stride_section_t B = which & 2 ? B_small<:, :> : B_rows<:, :>;
    size_t i, j;
    if (which & 4) upc_stride_gemm('N', 'N', &one, A, B, &zero, C_small<:, :>, UPC_DOUBLE);
    else upc_stride_gemm('N', 'N', &one, A, B, &zero, C_rows<:, :>, UPC_DOUBLE);
    upc_barrier;
    for (i = 0; i < M; i++)
      for (j = 0; j < N; j++) now[i][j] = which & 4 ? C_small[i][j] : C_rows[i][j];
    upc_barrier;
    if (which == 0) memcpy(first, now, sizeof first);
    if (memcmp(first, now, sizeof first) == 0) continue;
    wrong = 1;
    if (MYTHREAD == 0) printf("A %d, B %d, C %d: other bits\n", which & 1, which >> 1 & 1, which >> 2);
  }
  if (MYTHREAD == 0 && !wrong) printf("PASS\n");
  return wrong;
}
