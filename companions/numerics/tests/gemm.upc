/* SPDX-License-Identifier: BSD-3-Clause
 * Random products against a model that adds one element after the other: four types, three forms of op, sections with
 * steps of both signs, arrays of several layouts, some of them cut as the product is, grids of all kinds, NaNs where
 * nothing may be read. Numbers are small and whole, so the results are exact. Work arrays take no more memory than the
 * plan says.
 * usage: gemm [rounds [seed]] */
#include "matrices.h"
#include "numerics/product.h"
#include "work_arrays.h"

/* ---- the model ---- */

/* Element (i, j) of op(M). */
static value_t element(const matrix_t *M, char trans, size_t i, size_t j) {
  const size_t row = trans == 'N' ? i : j, column = trans == 'N' ? j : i;
  value_t v = value_of(M->number, (size_t)(M->first[0] + (long long)row * M->step[0]),
                       (size_t)(M->first[1] + (long long)column * M->step[1]));
  if (trans == 'C') v.im = -v.im;
  return v;
}

static value_t wanted(const matrix_t *A, const matrix_t *B, char transa, char transb, size_t k, value_t alpha,
                      value_t beta, size_t i, size_t j, value_t before) {
  value_t sum = {0, 0}, product;
  size_t p;
  for (p = 0; p < k && !is_zero(alpha); p++) {
    product = times(element(A, transa, i, p), element(B, transb, p, j));
    sum.re += product.re, sum.im += product.im;
  }
  sum = times(alpha, sum);
  if (!is_zero(beta)) before = times(beta, before), sum.re += before.re, sum.im += before.im;
  return sum;
}

/* ---- matrices that are cut as the product is ---- */

enum { OF_A, OF_B, OF_C };

/* The thread of a piece: one of those that multiply by it, so that each has as many that lie together. */
static int thread_of(const upc_stride_product_t *P, int what, size_t x, size_t y) {
  const size_t rows = (size_t)P->rows, columns = (size_t)P->columns, panels = P->panels;
  size_t l = 0, i = x, j = y;
  if (what == OF_A) l = y / panels, j = y % panels * columns / panels;
  if (what == OF_B) l = x / panels, i = x % panels * rows / panels;
  return (int)(((l * rows + i) * columns + j) % (size_t)THREADS);
}

/* An array in blocks that are pieces of op(M), or two of them: on the threads that use them, or on any. There may be a
 * block before the matrix and one behind it. A matrix of a part of a block may begin inside it. */
static matrix_t cut_matrix(int number, const upc_stride_product_t *P, int what, int transposed) {
  static int owners[4096];
  const size_t size[] = {what == OF_B ? P->k : P->m, what == OF_A ? P->k : P->n};
  const size_t piece[] = {what == OF_B ? P->depth : P->height, what == OF_A ? P->depth : P->width};
  const int any = random_below(2);
  size_t shape[2], block[2], count[2], b, at[2], before[2], behind[2], pieces[2];
  matrix_t M;
  int d;
  for (d = 0; d < 2; d++) {
    const size_t rows = size[d != transposed];
    pieces[d] = random_below(5) == 0 ? 2 : 1;
    block[d] = pieces[d] * piece[d != transposed];
    before[d] = (size_t)random_below(2), behind[d] = (size_t)random_below(2);
    shape[d] = rows + (before[d] + behind[d]) * block[d];
    count[d] = (shape[d] + block[d] - 1) / block[d];
    M.first[d] = (long long)(before[d] * block[d]), M.step[d] = 1, M.count[d] = rows;
    if (rows < block[d] && behind[d]) M.first[d] += random_below((int)(block[d] - rows) + 1);
  }
  M.number = number;
  for (b = 0; b < count[0] * count[1]; b++) {
    at[0] = b / count[1], at[1] = b % count[1];
    for (d = 0; d < 2; d++) at[d] = at[d] < before[d] ? 0 : (at[d] - before[d]) * pieces[d];
    owners[b] = any ? random_below(THREADS) : thread_of(P, what, at[transposed], at[!transposed]);
  }
  M.array = upc_stride_all_alloc_listed(2, shape, block, bytes(), owners);
  return M;
}

/* ---- a round ---- */

static int wrong_product(int round, int cut, size_t m, size_t n, size_t k) {
  static const char letters[] = "NTC", small[] = "ntc";
  const int ta = random_below(3), tb = random_below(3);
  upc_stride_product_t P;
  matrix_t A, B, C;
  value_t alpha, beta;
  unsigned char first[16], second[16];
  int wrong = 0, part, nan, hidden;
  size_t i, j, most;
  type = random_below(4);
  P = upc_stride_gemm_plan(m, n, k, types[type].type);
  if (cut && m > 0 && n > 0 && k > 0) {
    A = cut_matrix(3 * round, &P, OF_A, ta > 0);
    B = cut_matrix(3 * round + 1, &P, OF_B, tb > 0);
    C = cut_matrix(3 * round + 2, &P, OF_C, 0);
  } else {
    A = random_matrix(3 * round, letters[ta] == 'N' ? m : k, letters[ta] == 'N' ? k : m);
    B = random_matrix(3 * round + 1, letters[tb] == 'N' ? k : n, letters[tb] == 'N' ? n : k);
    C = random_matrix(3 * round + 2, m, n);
  }
  alpha = random_factor(), beta = random_factor();
  nan = is_zero(beta), hidden = is_zero(alpha);
  fill(&A, hidden), fill(&B, hidden), fill(&C, nan);
  put_value(first, alpha), put_value(second, beta);
  upc_stride_most_work();
  upc_barrier;
  upc_stride_gemm(random_below(2) ? letters[ta] : small[ta], letters[tb], first, section(&A), section(&B), second,
                  section(&C), types[type].type);
  most = upc_stride_most_work();
  if ((double)most > P.memory && wrong++ == 0)
    printf("round %d, thread %d, %zu x %zu x %zu, type %d, %c %c: %zu bytes of work arrays, must be %.0f at most\n",
           round, MYTHREAD, m, n, k, type, letters[ta], letters[tb], most, P.memory);
  upc_barrier;
  upc_stride_forall(block, C.array)
    for (i = block.lo[0]; i <= block.hi[0]; i++)
      for (j = block.lo[1]; j <= block.hi[1]; j++) {
        const unsigned char *at = (unsigned char *)block.data +
                                  ((i - block.lo[0]) * block.stride[0] + (j - block.lo[1])) * bytes();
        const long long row = place(&C, 0, i), column = place(&C, 1, j);
        value_t want = value_of(C.number, i, j);
        if (nan) want.re = want.im = NAN;
        if (row >= 0 && column >= 0)
          want = wanted(&A, &B, letters[ta], letters[tb], k, alpha, beta, (size_t)row, (size_t)column, want);
        for (part = 0; part < types[type].parts; part++)
          if (!same(get(at + (size_t)part * types[type].part), part == 0 ? want.re : want.im) && wrong++ == 0)
            printf("round %d, thread %d, %zu x %zu x %zu, type %d, %c %c: C[%zu][%zu] is %g, must be %g\n", round,
                   MYTHREAD, m, n, k, type, letters[ta], letters[tb], i, j, get(at + (size_t)part * types[type].part),
                   part == 0 ? want.re : want.im);
      }
  upc_barrier;
  upc_stride_all_free(A.array), upc_stride_all_free(B.array), upc_stride_all_free(C.array);
  return wrong;
}

static int wrong_round(int round) {
  static const double balances[] = {64, 1, 1e-6};
  static const size_t limits[] = {0, 1, 20000}; /* bytes: any grid, the one that needs least, some grids */
  const size_t m = random_size(), n = random_size(), k = random_size();
  upc_stride_cuts()->balance = balances[random_below(3)];
  upc_stride_cuts()->product_rows = 3 + (size_t)random_below(38);
  upc_stride_cuts()->product_columns = 3 + (size_t)random_below(38);
  upc_stride_cuts()->strip_rows = 1 + (size_t)random_below(20);
  upc_stride_cuts()->strip_columns = 1 + (size_t)random_below(38);
  upc_stride_cuts()->cached = random_below(2) ? 0 : 400;
  upc_stride_set_gemm_memory(limits[random_below(3)]);
  return wrong_product(round, random_below(3) == 0, m, n, k);
}

/* Five threads are five layers. The last one has elements in the first product and none in the second, which takes the
 * same work arrays. */
static int wrong_layers(int round) {
  upc_stride_cuts()->balance = 1;
  upc_stride_set_gemm_memory(0);
  return wrong_product(round, 0, 5, 1, 20) + wrong_product(round, 0, 5, 1, 8);
}

/* A = B A, A = A B: threads read elements of A, in place or not, that others will write. */
static int wrong_in_place(int round, int left) {
  static const int numbers[] = {7, 8};
  const size_t shape[] = {64, 64}, bands[] = {(size_t)(64 + THREADS - 1) / THREADS, 64}, tiles[] = {5, 9};
  const unsigned char one[16] = {0};
  matrix_t M[2];
  value_t want, alpha = {1, 0};
  unsigned char first[16];
  int wrong = 0, which;
  size_t i, j;
  type = 1;
  for (which = 0; which < 2; which++) {
    M[which].number = numbers[which];
    M[which].count[0] = M[which].count[1] = 64;
    M[which].first[0] = M[which].first[1] = 0;
    M[which].step[0] = M[which].step[1] = 1;
    M[which].array = upc_stride_all_alloc(2, shape, round % 2 ? bands : tiles, bytes(), 0, NULL);
    fill(&M[which], 0);
  }
  put_value(first, alpha);
  upc_barrier;
  upc_stride_gemm('N', 'N', first, section(&M[left]), section(&M[!left]), one, section(&M[0]), types[type].type);
  upc_stride_forall(block, M[0].array)
    for (i = block.lo[0]; i <= block.hi[0]; i++)
      for (j = block.lo[1]; j <= block.hi[1]; j++) {
        const value_t zero = {0, 0};
        const double got = get((unsigned char *)block.data +
                               ((i - block.lo[0]) * block.stride[0] + (j - block.lo[1])) * bytes());
        want = wanted(&M[left], &M[!left], 'N', 'N', 64, alpha, zero, i, j, zero);
        if (!same(got, want.re) && wrong++ == 0)
          printf("round %d, in place, thread %d: [%zu][%zu] is %g, must be %g\n", round, MYTHREAD, i, j, got, want.re);
      }
  upc_barrier;
  upc_stride_all_free(M[0].array), upc_stride_all_free(M[1].array);
  return wrong;
}

/* Ordinary arrays, of which each section has a handle of its own: A = A B by bands of A, B = B B. */
enum { HEIGHT = 200, WIDTH = 64 };
static shared [HEIGHT * WIDTH] double bands[HEIGHT * THREADS][WIDTH];
static shared [] double square[WIDTH][WIDTH];

static double small(size_t i, size_t j) { return (double)((3 * i + 5 * j) % 7) - 2; }

static int wrong_ordinary(int round, int squared) {
  const size_t rows = squared ? WIDTH : (size_t)HEIGHT * THREADS;
  size_t i, j, p;
  int wrong = 0;
  upc_forall (i = 0; i < (size_t)HEIGHT * THREADS; i++; &bands[i][0])
    for (j = 0; j < WIDTH; j++) bands[i][j] = small(i, j);
  upc_forall (i = 0; i < WIDTH; i++; &square[i][0])
    for (j = 0; j < WIDTH; j++) square[i][j] = small(i, j);
  upc_barrier;
  if (squared) upc_stride_gemm('N', 'N', NULL, square<:, :>, square<:, :>, NULL, square<:, :>, UPC_DOUBLE);
  else upc_stride_gemm('N', 'N', NULL, bands<:, :>, square<:, :>, NULL, bands<:, :>, UPC_DOUBLE);
  for (i = squared ? 0 : (size_t)HEIGHT * MYTHREAD; i < rows && i < (size_t)HEIGHT * (MYTHREAD + 1); i++)
    for (j = 0; j < WIDTH; j++) {
      const double got = squared ? square[i][j] : bands[i][j];
      double want = 0;
      for (p = 0; p < WIDTH; p++) want += small(i, p) * small(p, j);
      if (got != want && wrong++ == 0)
        printf("round %d, ordinary, thread %d: [%zu][%zu] is %g, must be %g\n", round, MYTHREAD, i, j, got, want);
    }
  upc_barrier;
  return wrong;
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 100;
  int round, wrong = 0;
  layouts = 5;
  random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (MYTHREAD == 0) printf("%d threads, %d rounds\n", THREADS, rounds);
  for (round = 0; round < rounds; round++) wrong += wrong_in_place(round, round / 2 % 2);
  for (round = 0; round < rounds; round++) wrong += wrong_ordinary(round, round % 2);
  for (round = 0; round < rounds; round++) wrong += round % 5 == 0 ? wrong_layers(round) : wrong_round(round);
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
