/* SPDX-License-Identifier: BSD-3-Clause
 * Products from a program in C: with the BLAS that is there, with one of the program, and what is refused. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <stdint.h>
#include <string.h>

enum { M = 30, N = 20, K = 25 };

static int calls;

/* A BLAS of the program, with integers of 8 bytes, for plain operands alone. */
static void own_dgemm(const char *transa, const char *transb, const int64_t *m, const int64_t *n, const int64_t *k,
                      const double *alpha, const double *a, const int64_t *lda, const double *b, const int64_t *ldb,
                      const double *beta, double *c, const int64_t *ldc) {
  (void)transa, (void)transb;
  calls++;
  for (int64_t j = 0; j < *n; j++)
    for (int64_t i = 0; i < *m; i++) {
      double sum = 0;
      for (int64_t p = 0; p < *k; p++) sum += a[p * *lda + i] * b[j * *ldb + p];
      c[j * *ldc + i] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[j * *ldc + i]);
    }
}

static upc_stride_routine_t *find_own(const char *name) {
  return strcmp(name, "dgemm_") == 0 ? (upc_stride_routine_t *)own_dgemm : NULL;
}

static upc_stride_array_t matrix(size_t rows, size_t columns) {
  const size_t shape[] = {rows, columns}, block[] = {7, 6};
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
}

static upc_stride_section_t whole(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL); }

/* A null alpha is 1, a null beta is 0. */
static void product(upc_stride_array_t A, upc_stride_array_t B, upc_stride_array_t C, const double *alpha,
                    const double *beta) {
  static double got[M][N];
  const upc_stride_section_t a = whole(A), b = whole(B), c = whole(C);
  CHECK(upc_stride_gemm('N', 'N', alpha, &a, &b, beta, &c, UPC_DOUBLE) == 0);
  if (upc_stride_mythread() == 0) {
    upc_stride_get_patch(got, NULL, &c);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int p = 0; p < K; p++) sum += (double)(i * K + p) * (p * N + j);
        CHECK(got[i][j] == (alpha == NULL ? 1 : *alpha) * sum);
      }
  }
  upc_stride_barrier_all();
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  upc_stride_product_t plan;
  static double numbers[M * K];
  const double one = 1, two = 2, zero = 0;
  START(&options);
  upc_stride_array_t A = matrix(M, K), B = matrix(K, N), C = matrix(M, N);
  const upc_stride_section_t a = whole(A), b = whole(B), c = whole(C);
  for (int i = 0; i < M * K; i++) numbers[i] = i;
  if (upc_stride_mythread() == 0) upc_stride_put_patch(&a, numbers, NULL), upc_stride_put_patch(&b, numbers, NULL);
  upc_stride_barrier_all();
  product(A, B, C, &two, &zero);
  product(A, B, C, NULL, NULL);
  upc_stride_set_blas(find_own);
  product(A, B, C, &two, NULL);
  CHECK(upc_stride_mythread() > 0 || calls > 0);
  CHECK(upc_stride_gemm('N', 'N', &one, &b, &a, &one, &c, UPC_DOUBLE) == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_gemm: A: 25 x 20 elements, must be 30 x 20") != NULL);
  CHECK(upc_stride_gemm('N', 'N', &one, NULL, &a, &one, &c, UPC_DOUBLE) == -1);
  CHECK(upc_stride_gemm('N', 'N', &one, &a, &b, &one, &c, UPC_FLOAT) == -1);
  CHECK(upc_stride_gemm_plan(4096, 4096, 4096, UPC_DOUBLE, &plan) == 0);
  CHECK(plan.layers * plan.rows * plan.columns == upc_stride_threads() && plan.m == 4096);
  upc_stride_product_t less;
  CHECK(upc_stride_set_gemm_memory(1) == 0);
  CHECK(upc_stride_gemm_plan(64, 64, 1 << 20, UPC_DOUBLE, &less) == 0);
  CHECK(upc_stride_set_gemm_memory(0) == 0);
  CHECK(upc_stride_gemm_plan(64, 64, 1 << 20, UPC_DOUBLE, &plan) == 0 && plan.layers == upc_stride_threads());
  CHECK(less.memory <= plan.memory && less.received >= plan.received);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
