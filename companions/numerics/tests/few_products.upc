/* SPDX-License-Identifier: BSD-3-Clause
 * How often trsm calls the gemm of BLAS, for arrays of single rows, columns and elements, and of small and large
 * blocks. Products with single rows would be many, and slow. */
#include "upc_stride_numerics.h"
#include "numerics/numerics_blas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER = 300, RIGHT_SIDES = 200, MOST = 60 };

typedef upc_stride_blas_int_t int_t;
typedef void gemm_t(const char *, const char *, const int_t *, const int_t *, const int_t *, const void *, const void *,
                    const int_t *, const void *, const int_t *, const void *, void *, const int_t *);

static upc_stride_routine_t *gemm, *trsm;
static int products;

static void counted(const char *transa, const char *transb, const int_t *m, const int_t *n, const int_t *k,
                    const void *alpha, const void *a, const int_t *lda, const void *b, const int_t *ldb,
                    const void *beta, void *c, const int_t *ldc) {
  products++;
  ((gemm_t *)gemm)(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

static upc_stride_routine_t *find(const char *name) {
  return strcmp(name, "dgemm_") == 0 ? (upc_stride_routine_t *)counted : strcmp(name, "dtrsm_") == 0 ? trsm : NULL;
}

/* n times the identity, and ones beside it. */
static upc_stride_section_t matrix(size_t rows, size_t columns, size_t height, size_t width) {
  const size_t shape[] = {rows, columns}, block[] = {height, width};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  size_t i, j;
  upc_stride_forall(own, A)
    for (i = own.lo[0]; i <= own.hi[0]; i++)
      for (j = own.lo[1]; j <= own.hi[1]; j++)
        ((double *)own.data)[(i - own.lo[0]) * own.stride[0] + (j - own.lo[1])] = i == j ? ORDER : 1;
  return UPC_SECTION(A, UPC_STRIDE_ALL);
}

static int is_wrong(size_t height, size_t width, char uplo, char trans) {
  const upc_stride_section_t A = matrix(ORDER, ORDER, height, width), B = matrix(ORDER, RIGHT_SIDES, 20, 20);
  upc_barrier;
  products = 0;
  upc_stride_trsm('L', uplo, trans, 'N', NULL, A, B, UPC_DOUBLE);
  upc_stride_all_free(A.array), upc_stride_all_free(B.array);
  if (products <= MOST) return 0;
  printf("blocks of %zu x %zu, %c, %c: thread %d has %d products, must have %d at most\n", height, width, uplo, trans,
         MYTHREAD, products, MOST);
  return 1;
}

int main(void) {
  static const size_t blocks[][2] = {{1, ORDER}, {ORDER, 1}, {1, 1}, {4, 4}, {20, 20}, {100, 100}};
  size_t b;
  int wrong = 0, kind;
  gemm = upc_stride_blas_routine('d', "gemm"), trsm = upc_stride_blas_routine('d', "trsm");
  upc_stride_set_blas(find);
  for (b = 0; b < sizeof blocks / sizeof blocks[0]; b++)
    for (kind = 0; kind < 4; kind++) wrong += is_wrong(blocks[b][0], blocks[b][1], "UL"[kind / 2], "NT"[kind % 2]);
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
