/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments of calls of linear algebra, one a run: A and B are 12 x 12, C is 12 x 8.
 * usage: dense_wrong CASE */
#include "upc_stride_numerics.h"
#include "numerics/numerics_blas.h"

#include <stdio.h>
#include <string.h>

static const char *wrong;
static int is(const char *name) { return strcmp(wrong, name) == 0; }

static upc_stride_section_t box(int rows, int columns) {
  size_t shape[] = {20, 20}, block[] = {5, 5};
  upc_stride_array_t M = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  return UPC_SECTION(M, UPC_STRIDE_RANGE(0, rows - 1), UPC_STRIDE_RANGE(0, columns - 1));
}

static upc_stride_routine_t *find_none(const char *name) {
  (void)name;
  return NULL;
}

/* More rows than an int counts: nothing looks at its elements. */
static upc_stride_section_t high(void) {
  const size_t rows = (size_t)3000000000u, shape[] = {rows, 1}, block[] = {rows, 1};
  static shared float place[THREADS];
  return UPC_SECTION(upc_stride_view((shared void *)place, 2, shape, block, sizeof(float), 0, NULL), UPC_STRIDE_ALL,
                     UPC_STRIDE_ALL);
}

/* dscal of a BLAS whose integers have 4 bytes, or 8. */
static void scale_by_int(const int *n, const double *alpha, double *x, const int *step) {
  if (*n == 1 && *step == 1) *x *= *alpha;
}
static void scale_by_long(const long long *n, const double *alpha, double *x, const long long *step) {
  if (*n >= 1 && *step == 1) *x *= *alpha;
}
static upc_stride_routine_t *find_int(const char *name) {
  return strcmp(name, "dscal_") == 0 ? (upc_stride_routine_t *)scale_by_int : NULL;
}
static upc_stride_routine_t *find_long(const char *name) {
  return strcmp(name, "dscal_") == 0 ? (upc_stride_routine_t *)scale_by_long : NULL;
}

/* Two numbers that a BLAS is given. */
static void give(upc_stride_routine_t *(*find)(const char *)) {
  upc_stride_set_blas(find);
  printf("%lld %lld are given\n", (long long)upc_stride_blas_int(2147483647),
         (long long)upc_stride_blas_int((size_t)3000000000u));
}

int main(int argc, char **argv) {
  const upc_stride_section_t A = box(12, 12), B = box(12, 12), C = box(12, 8);
  const double one = 1;
  double values[12];
  int pivots[12] = {0};
  wrong = argc > 1 ? argv[1] : "none";
  if (is("side")) upc_stride_symm('X', 'U', &one, A, B, &one, B, UPC_DOUBLE);
  if (is("uplo")) upc_stride_potrf('N', A, UPC_DOUBLE);
  if (is("diag")) upc_stride_trsm('L', 'U', 'N', 'L', &one, A, B, UPC_DOUBLE);
  if (is("trans")) upc_stride_herk('U', 'T', &one, A, &one, B, UPC_DOUBLE);
  if (is("complex")) upc_stride_syrk('U', 'C', &one, A, &one, B, UPC_STRIDE_COMPLEX_DOUBLE);
  if (is("which")) upc_stride_norm('2', A, UPC_DOUBLE);
  if (is("type")) upc_stride_getrf(A, pivots, UPC_INT);
  if (is("square")) upc_stride_posv('U', C, A, UPC_DOUBLE);
  if (is("order")) upc_stride_trmm('R', 'U', 'N', 'N', &one, A, C, UPC_DOUBLE);
  if (is("sum")) upc_stride_geadd('T', &one, C, &one, C, UPC_DOUBLE);
  if (is("rank")) upc_stride_syrk('U', 'T', &one, C, &one, A, UPC_DOUBLE);
  if (is("right")) upc_stride_getrs('N', A, pivots, box(8, 12), UPC_DOUBLE);
  if (is("pivots")) upc_stride_getrf(A, NULL, UPC_DOUBLE);
  if (is("pivot")) upc_stride_getrs('N', A, pivots, B, UPC_DOUBLE);
  if (is("rows")) upc_stride_getrf(high(), pivots, UPC_FLOAT);
  if (is("int")) give(find_int);
  if (is("long")) give(find_long);
  if (is("differ")) upc_stride_potrf(MYTHREAD == 0 ? 'U' : 'L', A, UPC_DOUBLE);
  if (is("no_lapack")) upc_stride_set_blas(find_none), upc_stride_potrf('U', A, UPC_DOUBLE);
  if (is("no_mpi")) upc_stride_heev('V', 'U', A, values, UPC_DOUBLE);
  if (is("jobz")) upc_stride_heev('S', 'U', A, values, UPC_DOUBLE);
  if (is("jobu")) upc_stride_gesvd('V', 'N', C, values, A, A, UPC_DOUBLE);
  if (is("left")) upc_stride_gesvd('S', 'N', C, values, A, A, UPC_DOUBLE);
  puts("nothing was refused");
  return 0;
}
