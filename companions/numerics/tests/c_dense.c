/* SPDX-License-Identifier: BSD-3-Clause
 * Linear algebra from a program in C: each call, on a matrix of which the results are known, and what is refused. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <math.h>
#include <string.h>

enum { N = 24 };

static double numbers[N][N];

static upc_stride_array_t matrix(void) {
  const size_t shape[] = {N, N}, block[] = {5, 7};
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
}

static upc_stride_section_t whole(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL); }

/* Element (i, j): the smaller of i and j, plus 1. This is L times its transposed, if all of L are ones. */
static double minimum(int i, int j) { return (i < j ? i : j) + 1; }
static double one_below(int i, int j) { return j <= i; }
static double both(int i, int j) { return i == j; }

static void store(const upc_stride_section_t *A, double (*f)(int, int)) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) numbers[i][j] = f(i, j);
  upc_stride_barrier_all();
  if (upc_stride_mythread() == 0) upc_stride_put_patch(A, numbers, NULL);
  upc_stride_barrier_all();
}

/* The triangle of A, or for 'A' all of it, is what f says. */
static void expect(const upc_stride_section_t *A, char triangle, double (*f)(int, int)) {
  upc_stride_barrier_all();
  upc_stride_get_patch(numbers, NULL, A);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (triangle == 'A' || (triangle == 'L' ? j <= i : j >= i)) CHECK(fabs(numbers[i][j] - f(i, j)) < 1e-10);
  upc_stride_barrier_all();
}

static void products(const upc_stride_section_t *A, const upc_stride_section_t *B, const upc_stride_section_t *C) {
  const double one = 1, zero = 0;
  double norm = 0;
  store(A, one_below), store(B, both), store(C, both);
  CHECK(upc_stride_syrk('L', 'N', &one, A, &zero, C, UPC_DOUBLE) == 0);
  expect(C, 'L', minimum);
  CHECK(upc_stride_herk('U', 'N', &one, A, &zero, C, UPC_DOUBLE) == 0);
  expect(C, 'A', minimum);
  CHECK(upc_stride_norm('M', C, UPC_DOUBLE, &norm) == 0 && norm == (double)N);
  CHECK(upc_stride_trsm('L', 'L', 'N', 'N', &one, A, C, UPC_DOUBLE) == 0);
  CHECK(upc_stride_trsm('R', 'L', 'T', 'N', &one, A, C, UPC_DOUBLE) == 0);
  expect(C, 'A', both);
  CHECK(upc_stride_trmm('L', 'L', 'N', 'N', &one, A, C, UPC_DOUBLE) == 0);
  expect(C, 'A', one_below);
  store(A, minimum);
  CHECK(upc_stride_symm('L', 'U', &one, A, B, &zero, C, UPC_DOUBLE) == 0);
  expect(C, 'A', minimum);
  CHECK(upc_stride_hemm('R', 'L', &one, A, B, &zero, C, UPC_DOUBLE) == 0);
  expect(C, 'A', minimum);
  CHECK(upc_stride_geadd('T', &one, B, &zero, C, UPC_DOUBLE) == 0);
  expect(C, 'A', both);
}

static void systems(const upc_stride_section_t *A, const upc_stride_section_t *B, const upc_stride_section_t *C) {
  int pivots[N] = {0};
  size_t info = 1;
  store(A, minimum), store(B, minimum);
  CHECK(upc_stride_potrf('L', A, UPC_DOUBLE, &info) == 0 && info == 0);
  expect(A, 'L', one_below);
  CHECK(upc_stride_potrs('L', A, B, UPC_DOUBLE) == 0);
  expect(B, 'A', both);
  store(A, minimum), store(B, minimum);
  CHECK(upc_stride_posv('U', A, B, UPC_DOUBLE, &info) == 0 && info == 0);
  expect(B, 'A', both);
  store(A, minimum), store(B, minimum);
  CHECK(upc_stride_getrf(A, pivots, UPC_DOUBLE, &info) == 0 && info == 0 && pivots[0] == 1);
  CHECK(upc_stride_getrs('T', A, pivots, B, UPC_DOUBLE) == 0);
  expect(B, 'A', both);
  store(A, minimum), store(B, minimum);
  CHECK(upc_stride_gesv(A, pivots, B, UPC_DOUBLE, &info) == 0 && info == 0);
  expect(B, 'A', both);
  double tau[N], one = 1, zero = 0;
  store(B, minimum);
  CHECK(upc_stride_getri(A, pivots, UPC_DOUBLE, &info) == 0 && info == 0);
  store(A, minimum);
  CHECK(upc_stride_potrf('U', A, UPC_DOUBLE, &info) == 0 && upc_stride_potri('U', A, UPC_DOUBLE, &info) == 0);
  store(C, both);
  CHECK(upc_stride_symm('L', 'U', &one, A, B, &zero, C, UPC_DOUBLE) == 0 && info == 0);
  expect(C, 'A', both);
  store(A, minimum), store(B, minimum), store(C, both);
  CHECK(upc_stride_geqrf(A, tau, UPC_DOUBLE) == 0);
  CHECK(upc_stride_unmqr('L', 'T', A, tau, B, UPC_DOUBLE) == 0);
  CHECK(upc_stride_trsm('L', 'U', 'N', 'N', &one, A, B, UPC_DOUBLE) == 0);
  expect(B, 'A', both);
  store(A, minimum), store(B, minimum);
  CHECK(upc_stride_gels('N', A, B, UPC_DOUBLE, &info) == 0 && info == 0);
  expect(B, 'A', both);
  pivots[3] = N + 1;
  CHECK(upc_stride_getrs('N', A, pivots, B, UPC_DOUBLE) == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_getrs: pivots: 25 at place 3, must be in 1..24") != NULL);
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  const double one = 1;
  size_t info;
  START(&options);
  upc_stride_array_t A = matrix(), B = matrix(), C = matrix();
  const upc_stride_section_t a = whole(A), b = whole(B), c = whole(C);
  products(&a, &b, &c);
  systems(&a, &b, &c);
  CHECK(upc_stride_trsm('L', 'X', 'N', 'N', &one, &a, &b, UPC_DOUBLE) == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_trsm: uplo: 'X', must be 'U' or 'L'") != NULL);
  CHECK(upc_stride_potrf('L', NULL, UPC_DOUBLE, &info) == -1);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
