/* SPDX-License-Identifier: BSD-3-Clause
 * heev and gesvd from C, on a matrix with known values: second differences have 2 - 2 cos(pi k / (N + 1)), k = 1..N. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <math.h>

enum { N = 12 };

static int is_one_of(double value, int k) { return fabs(value - (2 - 2 * cos(acos(-1) * k / (N + 1)))) < 1e-12; }

int main(void) {
  const size_t shape[] = {N, N}, block[] = {5, 3};
  double numbers[N][N] = {{0}}, w[N], s[N];
  size_t info = 7;
  START(NULL);
  const upc_stride_section_t A =
    UPC_SECTION(upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL), UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) numbers[i][j] = i == j ? 2 : i + 1 == j || j + 1 == i ? -1 : 0;
  if (upc_stride_mythread() == 0) upc_stride_put_patch(&A, numbers, NULL);
  upc_stride_barrier_all();
  CHECK(upc_stride_heev('N', 'L', &A, w, UPC_DOUBLE, &info) == 0 && info == 0);
  CHECK(upc_stride_gesvd('N', 'N', &A, s, NULL, NULL, UPC_DOUBLE, &info) == 0 && info == 0);
  for (int k = 1; k <= N; k++) CHECK(is_one_of(w[k - 1], k) && is_one_of(s[N - k], k));
  return passed();
}
