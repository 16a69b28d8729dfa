/* SPDX-License-Identifier: BSD-3-Clause
 * Where errors return, a call of linear algebra or of transforms that one thread refuses is refused on all: each thread
 * in turn has a wrong argument. A call without its routine changes nothing, and its work arrays are free afterwards. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <string.h>

enum { N = 24, LARGE = 200, CALLS = 40 };

static upc_stride_section_t A, B;
static int me, by; /* the thread that refuses */

static upc_stride_section_t matrix(size_t n, size_t bytes) {
  const size_t shape[] = {n, n}, block[] = {5, 7};
  return UPC_SECTION(upc_stride_all_alloc(2, shape, block, bytes, 0, NULL), UPC_STRIDE_ALL, UPC_STRIDE_ALL);
}

static void store(const upc_stride_section_t *M, double on_diagonal, double elsewhere) {
  static double numbers[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) numbers[i][j] = i == j ? on_diagonal : elsewhere;
  upc_stride_barrier_all();
  if (me == 0) upc_stride_put_patch(M, numbers, NULL);
  upc_stride_barrier_all();
}

static void expect(const upc_stride_section_t *M, double on_diagonal, double elsewhere) {
  static double numbers[N][N];
  upc_stride_barrier_all();
  upc_stride_get_patch(numbers, NULL, M);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK(numbers[i][j] == (i == j ? on_diagonal : elsewhere));
  upc_stride_barrier_all();
}

/* The call was refused, with this line; the others learn by whom. */
static void says(int code, const char *line) {
  char other[40];
  snprintf(other, sizeof other, " (on thread %d)", by);
  if (code == -1 && strstr(upc_stride_last_error(), line) != NULL &&
      (strstr(upc_stride_last_error(), other) != NULL) == (me != by)) return;
  fprintf(stderr, "thread %d: %s refused by thread %d: %d '%s'\n", me, line, by, code, upc_stride_last_error());
  upc_stride_exit(1);
}

static void linear_algebra(void) {
  const upc_stride_section_t *const right = &A, *const given = me == by ? NULL : &A;
  double numbers[N], norm;
  int pivots[N], wrong = me == by;
  size_t info;
  for (int i = 0; i < N; i++) pivots[i] = i + 1;
  says(upc_stride_gemm('N', wrong ? 'X' : 'N', NULL, right, right, NULL, &B, UPC_DOUBLE), "gemm: transb: 'X'");
  says(upc_stride_symm('L', 'U', NULL, given, right, NULL, &B, UPC_DOUBLE), "symm: A: null");
  says(upc_stride_syrk('L', 'N', NULL, right, NULL, given, UPC_DOUBLE), "syrk: C: null");
  says(upc_stride_trsm('L', 'L', 'N', wrong ? 'X' : 'N', NULL, right, &B, UPC_DOUBLE), "trsm: diag: 'X'");
  says(upc_stride_geadd('N', NULL, right, NULL, &B, wrong ? UPC_INT : UPC_DOUBLE), "geadd: type: UPC_INT");
  says(upc_stride_norm('M', right, UPC_DOUBLE, wrong ? NULL : &norm), "norm: norm: null");
  says(upc_stride_potrf('L', right, UPC_DOUBLE, wrong ? NULL : &info), "potrf: info: null");
  says(upc_stride_posv('L', right, &B, UPC_DOUBLE, wrong ? NULL : &info), "posv: info: null");
  says(upc_stride_getrf(right, wrong ? NULL : pivots, UPC_DOUBLE, &info), "getrf: pivots: a null pointer");
  if (wrong) pivots[3] = 0;
  says(upc_stride_getrs('N', right, pivots, &B, UPC_DOUBLE), "getrs: pivots: 0 at place 3");
  says(upc_stride_getri(right, pivots, UPC_DOUBLE, &info), "getri: pivots: 0 at place 3");
  says(upc_stride_geqrf(right, wrong ? NULL : numbers, UPC_DOUBLE), "geqrf: tau: a null pointer");
  says(upc_stride_gels('N', given, &B, UPC_DOUBLE, &info), "gels: A: null");
  CHECK(upc_stride_gemm('N', 'N', NULL, right, right, NULL, &B, UPC_DOUBLE) == 0);
}

static void transforms(void) {
  const upc_stride_section_t numbers = matrix(N, 16);
  const int axes[] = {0, me == by ? 2 : 1}, type = UPC_STRIDE_COMPLEX_DOUBLE, effort = UPC_STRIDE_FFT_ESTIMATE;
  upc_stride_fft_t plan = upc_stride_fft_plan(&numbers, &numbers, 2, axes, type, -1, effort);
  says(plan == NULL ? -1 : 0, "fft_plan: axes: 2, must be in 0..1");
  plan = upc_stride_fft_plan(&numbers, &numbers, 2, NULL, type, -1, effort);
  CHECK(plan != NULL);
  says(upc_stride_fft_run(me == by ? NULL : plan, 1), "fft_run: plan: null");
  says(upc_stride_fft_free(me == by ? NULL : &plan), "fft_free: plan: null");
  CHECK(upc_stride_fft_run(plan, 1) == 0);
  CHECK(upc_stride_fft_free(&plan) == 0);
  upc_stride_all_free(numbers.array);
}

static int routines_called;
static void note_call(void) { routines_called++; }
static upc_stride_routine_t *none(const char *name) { return name == NULL ? note_call : NULL; }
static upc_stride_routine_t *all_but_trsm(const char *name) { return strstr(name, "trsm") == NULL ? note_call : NULL; }

static void without_routines(void) {
  const upc_stride_section_t large = matrix(LARGE, sizeof(double)), other = matrix(LARGE, sizeof(double));
  int pivots[N], i;
  size_t info;
  for (i = 0; i < N; i++) pivots[i] = N;
  store(&A, 2, 1), store(&B, 4, 3);
  upc_stride_set_blas(none);
  CHECK(upc_stride_getrs('N', &A, pivots, &B, UPC_DOUBLE) == -1);
  expect(&B, 4, 3);
  for (i = 0; i < CALLS; i++)
    CHECK(upc_stride_symm('L', 'U', NULL, &large, &large, NULL, &other, UPC_DOUBLE) == -1 &&
          strstr(upc_stride_last_error(), "no BLAS has dgemm_") != NULL);
  upc_stride_set_blas(all_but_trsm);
  CHECK(upc_stride_gels('N', &A, &B, UPC_DOUBLE, &info) == -1);
  CHECK(routines_called == 0);
  upc_stride_set_blas(NULL);
  upc_stride_all_free(large.array), upc_stride_all_free(other.array);
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN, .heap = 8 << 20};
  START(&options);
  me = upc_stride_mythread();
  A = matrix(N, sizeof(double)), B = matrix(N, sizeof(double));
  for (by = 0; by < upc_stride_threads(); by++) {
    store(&A, 2, 0), store(&B, 1, 0);
    linear_algebra();
    transforms();
  }
  without_routines();
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
