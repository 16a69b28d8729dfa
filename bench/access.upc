// SPDX-License-Identifier: BSD-3-Clause
// Shared accesses, compared with the same loops in C on private memory, in one run: `make bench-access`.
//   triad blocked    upc_forall (..; &a[i]) a[i] = b[i] + s * c[i], blocks of n/THREADS
//   triad cyclic     the same with upc_forall (..; i) over blocks of one
//   random reads     sum of x[index[k]], index computed by the same generator, on the whole shared array
//   pointer walk     sum of *p++ over shared [64]
//   triad by 3       the blocked triad over every third element: every line of memory still moves, and is counted
//   triad nested     the cyclic triad in an upc_forall (..; continue)
//   jacobi           upc_forall (..; &g[i][0]) for (j ..) h[i][j] = the mean of g's four neighbours;
//                    COLS elements a row, ROWS rows a block
//   matrix-vector    upc_forall (..; &g[i][0]) for (j ..) sum += g[i][j] * w[j], w in blocks of 64
//   by THREADS       for (i = MYTHREAD; ..; i += THREADS) sum += y[i], blocks of one
//   heat             f->v[i * f->columns + j] = the mean of f->u's four neighbours: pointers and width in a struct
//   sparse           for (k = start[i]; k < start[i + 1]; k++) sum += value[k] * from[column[k]], all shared,
//                    blocks of n/THREADS
//   gather           sum += value[k] * x[column[k]] in the cache, columns and values private: x in blocks of one, in
//                    one block a thread, in blocks of 64, in blocks of 100
//   update           table[r & mask] ^= r in the cache, blocks of one, a table for each thread
// Each line: GB/s or Mreads/s of C and of UPC, and the ratio of the times: medians of the alternated repetitions.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include "measure/beside_c.h"

#define N (1 << 22)      /* elements a thread of each triad array: 32 MB */
#define R (1 << 22)      /* random reads a thread a repetition */
#define ROWS 1024        /* a thread's rows of the grids: 16 MB each */
#define COLS 2048
#define LINES (1 << 17)  /* a thread's rows of the sparse matrix */
#define ENTRIES 8
#define FEW 2048         /* a thread's elements of the vector that fits the cache */
#define ROUNDS 200       /* times that all of it is gathered */

shared [N] double a[N * THREADS], b[N * THREADS], c[N * THREADS];
shared double x[N * THREADS], y[N * THREADS], z[N * THREADS];
shared [64] double w[N * THREADS];
shared [ROWS * COLS] double g[ROWS * THREADS][COLS], h[ROWS * THREADS][COLS];
static double *pa, *pb, *pc;
static double sink;

/* ---- triads ---- */
static void triad_c(void) {
  double s = 3;
  for (long i = 0; i < N; i++) pa[i] = pb[i] + s * pc[i];
  sink += pa[N / 2];
}
static void triad_blocked(void) {
  double s = 3;
  upc_forall (long i = 0; i < (long)N * THREADS; i++; &a[i]) a[i] = b[i] + s * c[i];
}
static void triad_cyclic(void) {
  double s = 3;
  upc_forall (long i = 0; i < (long)N * THREADS; i++; i) x[i] = y[i] + s * z[i];
}

static void by_three_c(void) {
  double s = 3;
  for (long i = 0; i < N; i += 3) pa[i] = pb[i] + s * pc[i];
  sink += pa[N / 2];
}
static void by_three_upc(void) {
  double s = 3;
  upc_forall (long i = 0; i < (long)N * THREADS; i += 3; &a[i]) a[i] = b[i] + s * c[i];
}
static void triad_nested(void) {
  double s = 3;
  upc_forall (int r = 0; r < 1; r++; continue)
    upc_forall (long i = 0; i < (long)N * THREADS; i++; i) x[i] = y[i] + s * z[i];
}

/* ---- grids ----
 * In C: a thread's rows of a private grid, with a row of each neighbour's at the ends. */
static double (*pg)[COLS], (*ph)[COLS];
static void jacobi_c(void) {
  for (int i = 1; i < ROWS + 1; i++)
    for (int j = 1; j < COLS - 1; j++) ph[i][j] = 0.25 * (pg[i - 1][j] + pg[i + 1][j] + pg[i][j - 1] + pg[i][j + 1]);
  sink += ph[1][1];
}
static void jacobi_upc(void) {
  upc_forall (int i = 1; i < ROWS * THREADS - 1; i++; &g[i][0])
    for (int j = 1; j < COLS - 1; j++) h[i][j] = 0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
}
static double pw[COLS], product[ROWS];
static void vector_c(void) {
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int j = 0; j < COLS; j++) sum += pg[i][j] * pw[j];
    product[i] = sum;
  }
  sink += product[1];
}
static void vector_upc(void) {
  upc_forall (int i = 0; i < ROWS * THREADS; i++; &g[i][0]) {
    double sum = 0;
    for (int j = 0; j < COLS; j++) sum += g[i][j] * w[j];
    product[i % ROWS] = sum;
  }
  sink += product[1];
}

static void by_threads_c(void) {
  double sum = 0;
  for (long i = 0; i < N; i++) sum += pb[i];
  sink += sum;
}
static void by_threads_upc(void) {
  double sum = 0;
  for (long i = MYTHREAD; i < (long)N * THREADS; i += THREADS) sum += y[i];
  sink += sum;
}

struct field { shared [ROWS * COLS] double *u, *v; int rows, columns; };
struct field_c { double *u, *v; int rows, columns; };
static struct field field;
static struct field_c field_c;
static void heat_c(void) {
  struct field_c *f = &field_c;
  for (int i = 1; i < f->rows + 1; i++)
    for (int j = 1; j < f->columns - 1; j++)
      f->v[i * f->columns + j] = 0.25 * (f->u[(i - 1) * f->columns + j] + f->u[(i + 1) * f->columns + j] +
                                         f->u[i * f->columns + j - 1] + f->u[i * f->columns + j + 1]);
  sink += f->v[f->columns + 1];
}
static void heat_upc(void) {
  struct field *f = &field;
  int from = MYTHREAD * f->rows, to = from + f->rows;
  for (int i = from > 0 ? from : 1; i < (to < f->rows * THREADS ? to : to - 1); i++)
    for (int j = 1; j < f->columns - 1; j++)
      f->v[i * f->columns + j] = 0.25 * (f->u[(i - 1) * f->columns + j] + f->u[(i + 1) * f->columns + j] +
                                         f->u[i * f->columns + j - 1] + f->u[i * f->columns + j + 1]);
}

/* ---- a sparse matrix, with ENTRIES entries a row in any columns ---- */
shared [LINES + 1] int start[(LINES + 1) * THREADS];
shared [LINES * ENTRIES] int column[LINES * ENTRIES * THREADS];
shared [LINES * ENTRIES] double value[LINES * ENTRIES * THREADS];
shared [LINES] double from[LINES * THREADS], to[LINES * THREADS];
static int *pstart, *pcolumn;
static double *pvalue, *pfrom, *pto;
static void sparse_c(void) {
  for (int i = 0; i < LINES; i++) {
    double sum = 0;
    for (int k = pstart[i]; k < pstart[i + 1]; k++) sum += pvalue[k] * pfrom[pcolumn[k]];
    pto[i] = sum;
  }
  sink += pto[1];
}
static void sparse_upc(void) {
  upc_forall (int i = 0; i < LINES * THREADS; i++; &to[i]) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * from[column[k]];
    to[i] = sum;
  }
}

/* ---- gathers from a vector in the cache, and updates of a table in the cache ---- */
shared double near_x[FEW * THREADS];
shared [FEW] double near_y[FEW * THREADS];
shared [64] double near_z[FEW * THREADS];
shared [100] double near_w[FEW * THREADS];
static shared unsigned long *table; /* each thread has one, so that the threads do not wait for each other's lines */
static double *pnear, *few_values;
static unsigned long *ptable;
static int *few_columns;

/* name_round returns the sum of one round; name does all rounds. */
#define GATHER(name, vector)                                                       \
  static double name##_round(void) {                                               \
    double sum = 0;                                                                \
    for (int k = 0; k < FEW; k++) sum += few_values[k] * vector[few_columns[k]];   \
    return sum;                                                                    \
  }                                                                                \
  static void name(void) {                                                         \
    for (int i = 0; i < ROUNDS; i++) sink += name##_round(), few_values[0] = i;    \
  }
GATHER(gather_c, pnear)
GATHER(gather_ones, near_x)
GATHER(gather_blocks, near_y)
GATHER(gather_64, near_z)
GATHER(gather_100, near_w)

static unsigned long shifted(unsigned long r) { return r << 1 ^ ((long)r < 0 ? 7 : 0); }
static void update_c(void) {
  unsigned long r = MYTHREAD + 1;
  for (long k = 0; k < FEW * ROUNDS; k++) r = shifted(r), ptable[r & (FEW - 1)] ^= r;
}
static void update_upc(void) {
  unsigned long r = MYTHREAD + 1;
  shared unsigned long *t = table;
  for (long k = 0; k < FEW * ROUNDS; k++) r = shifted(r), t[r & (FEW - 1)] ^= r;
}

static unsigned long next(unsigned long *r) { return *r = *r * 6364136223846793005UL + 1442695040888963407UL; }

/* ---- the whole shared array ----
 * In C: a private array of the same size and layout, with a row for each thread. The address is computed from the same
 * index. */
static double *rows;
static void random_c(void) {
  unsigned long r = MYTHREAD + 1, n = (unsigned long)N * THREADS, threads = THREADS;
  double sum = 0;
  for (long k = 0; k < R; k++) {
    unsigned long i = (next(&r) >> 20) % n;
    sum += rows[i % threads * N + i / threads];
  }
  sink += sum;
}
static void random_upc(void) {
  unsigned long r = MYTHREAD + 1, n = (unsigned long)N * THREADS;
  double sum = 0;
  for (long k = 0; k < R; k++) sum += x[(next(&r) >> 20) % n];
  sink += sum;
}

static void walk_c(void) {
  double sum = 0, *p = rows;
  for (long k = 0; k < (long)N * THREADS; k++) sum += *p++;
  sink += sum;
}
static void walk_upc(void) {
  double sum = 0;
  shared [64] double *p = w;
  for (long k = 0; k < (long)N * THREADS; k++) sum += *p++;
  sink += sum;
}

/* The column of entry k of the whole matrix. */
static int target(long k) { unsigned long r = k; return (next(&r) >> 20) % ((unsigned long)LINES * THREADS); }

static void fill_sparse(void) {
  static const char purpose[] = "the sparse matrix in C";
  pstart = allocate(LINES + 1, sizeof *pstart, purpose);
  pcolumn = allocate(LINES * ENTRIES, sizeof *pcolumn, purpose);
  pvalue = allocate(LINES * ENTRIES, sizeof *pvalue, purpose);
  pto = allocate(LINES, sizeof *pto, purpose);
  pfrom = allocate((size_t)LINES * THREADS, sizeof *pfrom, purpose);
  for (int i = 0; i <= LINES; i++) pstart[i] = i * ENTRIES;
  for (long i = MYTHREAD; i < (LINES + 1) * THREADS; i += THREADS) start[i] = i * ENTRIES;
  for (long k = 0; k < LINES * ENTRIES; k++) {
    long e = (long)MYTHREAD * LINES * ENTRIES + k;
    column[e] = pcolumn[k] = target(e), value[e] = pvalue[k] = e % ENTRIES;
  }
  for (int i = 0; i < LINES; i++) from[MYTHREAD * LINES + i] = MYTHREAD * LINES + i;
  for (int i = 0; i < LINES * THREADS; i++) pfrom[i] = i;
}

static void fill_few(void) {
  static const char purpose[] = "the vector that fits the cache";
  unsigned long r = MYTHREAD + 1;
  few_columns = allocate(FEW, sizeof *few_columns, purpose);
  few_values = allocate(FEW, sizeof *few_values, purpose);
  pnear = allocate((size_t)FEW * THREADS, sizeof *pnear, purpose);
  ptable = allocate(FEW, sizeof *ptable, purpose);
  for (int k = 0; k < FEW; k++) few_columns[k] = (next(&r) >> 20) % (FEW * THREADS), few_values[k] = k % 7;
  for (int i = 0; i < FEW; i++) ptable[i] = 0;
  for (int i = 0; i < FEW * THREADS; i++) pnear[i] = i % 13;
  for (int i = MYTHREAD; i < FEW * THREADS; i += THREADS)
    near_x[i] = near_y[i] = near_z[i] = near_w[i] = i % 13;
  table = upc_global_alloc(THREADS, FEW * sizeof *table);
  for (int i = 0; i < FEW; i++) table[i] = 0;
}

static void fill_triads(void) {
  static const char purpose[] = "the arrays in C";
  pa = allocate(N, sizeof *pa, purpose);
  pb = allocate(N, sizeof *pb, purpose);
  pc = allocate(N, sizeof *pc, purpose);
  rows = allocate((size_t)N * THREADS, sizeof *rows, purpose);
  for (long i = 0; i < N; i++) {
    long g = (long)N * MYTHREAD + i, e = i * THREADS + MYTHREAD;
    pa[i] = 0, pb[i] = g, pc[i] = 2;
    a[g] = 0, b[g] = g, c[g] = 2;
    x[e] = 0, y[e] = e, z[e] = 2;
    w[e] = 0;
  }
  for (long i = 0; i < (long)N * THREADS; i++) rows[i] = 0;
}

static void fill_grids(void) {
  static const char purpose[] = "the grids in C";
  pg = allocate(ROWS + 2, sizeof *pg, purpose);
  ph = allocate(ROWS + 2, sizeof *ph, purpose);
  for (int i = 0; i < ROWS + 2; i++)
    for (int j = 0; j < COLS; j++) pg[i][j] = i + j, ph[i][j] = 0;
  upc_forall (int i = 0; i < ROWS * THREADS; i++; &g[i][0])
    for (int j = 0; j < COLS; j++) g[i][j] = i * j % 1009, h[i][j] = 0;
  field = (struct field){&g[0][0], &h[0][0], ROWS, COLS}, field_c = (struct field_c){*pg, *ph, ROWS, COLS};
}

static void compare_all(void) {
  const double gb = 3.0 * sizeof(double) * N * THREADS * 1e-9, grid = 1e-6 * ROWS * COLS * THREADS;
  const double few = 1e-6 * FEW * ROUNDS * THREADS;
  compare("triad blocked", triad_c, triad_blocked, 1, gb, "GB/s");
  compare("triad cyclic", triad_c, triad_cyclic, 1, gb, "GB/s");
  compare("random reads", random_c, random_upc, 1, 1e-6 * R * THREADS, "M/s ");
  compare("pointer walk", walk_c, walk_upc, 1, 1e-6 * N * THREADS * THREADS, "M/s ");
  compare("triad by 3", by_three_c, by_three_upc, 1, gb, "GB/s");
  compare("triad nested", triad_c, triad_nested, 1, gb, "GB/s");
  compare("jacobi", jacobi_c, jacobi_upc, 1, grid, "M/s ");
  compare("matrix-vector", vector_c, vector_upc, 1, grid, "M/s ");
  compare("by THREADS", by_threads_c, by_threads_upc, 1, gb / 3, "GB/s");
  compare("heat", heat_c, heat_upc, 1, grid, "M/s ");
  compare("sparse", sparse_c, sparse_upc, 1, 1e-6 * LINES * ENTRIES * THREADS, "M/s ");
  compare("gather ones", gather_c, gather_ones, 1, few, "M/s ");
  compare("gather blocks", gather_c, gather_blocks, 1, few, "M/s ");
  compare("gather 64", gather_c, gather_64, 1, few, "M/s ");
  compare("gather 100", gather_c, gather_100, 1, few, "M/s ");
  compare("update", update_c, update_upc, 1, few, "M/s ");
}

static int wrong(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  return 0;
}

/* 0, after a message, if a result is wrong. Looks at some elements of each array. */
static int results_are_right(void) {
  if (gather_ones_round() != gather_c_round() || gather_blocks_round() != gather_c_round() ||
      gather_64_round() != gather_c_round() || gather_100_round() != gather_c_round())
    return wrong("wrong in a gather\n");
  for (long i = 0; i < LINES * THREADS; i += 89) {
    double want = 0;
    for (int k = 0; k < ENTRIES; k++) want += k * (double)target(i * ENTRIES + k);
    if (to[i] != want) return wrong("wrong in row %ld of the sparse product: %g, not %g\n", i, to[i], want);
  }
  for (long i = 1; i < ROWS * THREADS - 1; i += 97) {
    long j = i * 31 % (COLS - 2) + 1;
    double want = 0.25 * ((i - 1) * j % 1009 + (i + 1) * j % 1009 + i * (j - 1) % 1009 + i * (j + 1) % 1009);
    if (h[i][j] != want) return wrong("wrong at %ld, %ld: %g, not %g\n", i, j, h[i][j], want);
  }
  for (long i = 0; i < (long)N * THREADS; i += 4097)
    if (a[i] != i + 6.0 || x[i] != i + 6.0) return wrong("wrong at %ld: %g %g, not %g\n", i, a[i], x[i], i + 6.0);
  return 1;
}

int main(void) {
  fill_triads();
  fill_grids();
  fill_sparse();
  fill_few();
  upc_barrier;
  if (MYTHREAD == 0) printf("%d threads, medians of %d\n", THREADS, REPETITIONS);
  compare_all();
  return results_are_right() ? sink == 0.5 : 1; /* the sum is printed nowhere, but the compiler must compute it */
}
