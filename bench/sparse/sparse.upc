/* SPDX-License-Identifier: BSD-3-Clause
 * A sparse matrix times a vector between far threads: element by element, as upcc collects the reads, and by one call
 * of upc_stride_fetch. The three take turns, all results are checked, and medians are printed. Columns are random in
 * all of x, or at most BAND beside the diagonal.
 *   sparse BAND|0 REPETITIONS           run by bench/sparse/run */
#include "sparse.h"
#include <stdio.h>
#include <upc_stride_coll.h>
#include "measure/median.h"

shared [N / THREADS] double x[N], y[N];
shared [N / THREADS + 1] int start[N + THREADS];
shared [MOST * N / THREADS] int column[MOST * N];
shared [MOST * N / THREADS] double value[MOST * N];

enum { MOST_REPETITIONS = 100 };
enum { ONE_BY_ONE, COLLECTED, FETCHED, WAYS };
enum { PRIVATE, OF_X, SHARED, FORMS };
static const char *const form_names[FORMS] = {"all but x private", "x and y shared", "all shared"};

static part_t own;             /* its starts count from 0 */
static int *first_of_row;      /* the same, by the row's number in the matrix */
static double *out, *expected, *fetched;
static size_t *wanted;         /* the columns, for upc_stride_fetch */

static void fetch(void) {
  upc_stride_fetch(fetched, x, wanted, (size_t)own.start[own.rows], 0);
  for (int i = 0; i < own.rows; i++) {
    double s = 0;
    for (int k = own.start[i]; k < own.start[i + 1]; k++) s += own.value[k] * fetched[k];
    out[i] = s;
  }
}

static void one_by_one(int form) {
  if (form == PRIVATE) product_private_one_by_one(own.rows, own.start, own.column, own.value, out);
  else if (form == OF_X) product_of_x_one_by_one(first_of_row, own.column, own.value);
  else product_shared_one_by_one();
}

static void collected(int form) {
  if (form == PRIVATE) product_private_collected(own.rows, own.start, own.column, own.value, out);
  else if (form == OF_X) product_of_x_collected(first_of_row, own.column, own.value);
  else product_shared_collected();
}

static double seconds(int form, int way) {
  const int low = MYTHREAD * own.rows;
  for (int i = 0; i < own.rows; i++) out[i] = y[low + i] = -1;
  upc_barrier;
  const double begin = now();
  if (way == FETCHED) fetch();
  else if (way == COLLECTED) collected(form);
  else one_by_one(form);
  upc_barrier;
  const double end = now();
  for (int i = 0; i < own.rows; i++) {
    const double got = way == FETCHED || form == PRIVATE ? out[i] : y[low + i];
    if (got == expected[i]) continue;
    fprintf(stderr, "%s, way %d: row %d is %g, not %g\n", form_names[form], way, low + i, got, expected[i]);
    upc_global_exit(1);
  }
  upc_barrier;
  return end - begin;
}

static unsigned long state;
static int random_below(int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned long)n);
}

static void fill(int band) {
  const int n = own.rows = N / THREADS, low = MYTHREAD * n, shared_low = MYTHREAD * MOST * n;
  own.start = allocate((size_t)n + 1, sizeof *own.start, "the rows");
  own.column = allocate((size_t)MOST * n, sizeof *own.column, "the columns");
  own.value = allocate((size_t)MOST * n, sizeof *own.value, "the values");
  first_of_row = allocate(N + 1, sizeof *first_of_row, "the rows");
  out = allocate((size_t)n, sizeof *out, "the result"), expected = allocate((size_t)n, sizeof *out, "the result");
  fetched = allocate((size_t)MOST * n, sizeof *fetched, "the elements");
  wanted = allocate((size_t)MOST * n, sizeof *wanted, "the columns");
  state = (unsigned long)MYTHREAD;
  own.start[0] = 0;
  for (int i = 0; i < n; i++) {
    own.start[i + 1] = own.start[i] + 5 + random_below(MOST - 4);
    x[low + i] = (low + i) * 0.5;
    expected[i] = 0;
    for (int k = own.start[i]; k < own.start[i + 1]; k++) {
      int at = band ? low + i + random_below(2 * band + 1) - band : random_below(N);
      own.column[k] = at < 0 ? 0 : at < N ? at : N - 1, wanted[k] = (size_t)own.column[k];
      own.value[k] = random_below(7), expected[i] += own.value[k] * (own.column[k] * 0.5);
      column[shared_low + k] = own.column[k], value[shared_low + k] = own.value[k];
    }
  }
  for (int i = 0; i <= n; i++) {
    first_of_row[low + i] = own.start[i];
    start[low + MYTHREAD + i] = own.start[i] + shared_low;
  }
}

int main(int count, char **arguments) {
  static double times[WAYS][MOST_REPETITIONS], gain[MOST_REPETITIONS], of_fetch[MOST_REPETITIONS];
  const int band = count > 1 ? atoi(arguments[1]) : 0, n = count > 2 ? atoi(arguments[2]) : 5;
  if (count > 3 || band < 0 || n < 1 || n > MOST_REPETITIONS) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: sparse [BAND [REPETITIONS]], at most %d\n", MOST_REPETITIONS);
    return 1;
  }
  fill(band);
  upc_barrier;
  for (int form = 0; form < FORMS; form++) {
    double typical[WAYS];
    for (int way = 0; way < WAYS; way++) seconds(form, way);
    for (int r = 0; r < n; r++)
      for (int way = 0; way < WAYS; way++) times[way][r] = seconds(form, way);
    for (int r = 0; r < n; r++) {
      gain[r] = times[ONE_BY_ONE][r] / times[COLLECTED][r];
      of_fetch[r] = times[FETCHED][r] / times[COLLECTED][r];
    }
    for (int way = 0; way < WAYS; way++) typical[way] = median(times[way], n);
    if (MYTHREAD == 0)
      printf("%-18s %d threads, band %5d: %9.3f ms one by one, %7.3f collected, %7.3f fetched: %6.1f (%.1f to %.1f), "
             "of fetch %.2f (%.2f to %.2f)\n", form_names[form], THREADS, band, typical[ONE_BY_ONE] * 1e3,
             typical[COLLECTED] * 1e3, typical[FETCHED] * 1e3, median(gain, n), gain[0], gain[n - 1],
             median(of_fetch, n), of_fetch[0], of_fetch[n - 1]);
  }
}
