// SPDX-License-Identifier: BSD-3-Clause
// Nests of loops whose far reads upcc makes ahead for many runs of the inner loop. The results are those of the same
// loops over private arrays, and so those of the program's order. On smp each access is made by itself.
#include "../check.h"
#include <upc_relaxed.h>

enum { ROWS_MOST = 700, WIDTH = 97, ENTRIES = 12000, SHIFT = 2 };
typedef struct { int first, count; } row_t;

shared double x[WIDTH * THREADS], y[ROWS_MOST * THREADS], t[2 * ROWS_MOST * THREADS];
shared int columns[ENTRIES * THREADS];
shared [5] int starts[(ROWS_MOST + 5) * THREADS], lengths[ROWS_MOST * THREADS];
shared [] int front[ROWS_MOST];
shared row_t rows[ROWS_MOST * THREADS];

static double *own_x, *own_y, *own_t;
static int own_columns[ENTRIES], own_starts[ROWS_MOST + 1], own_lengths[ROWS_MOST], own_front[ROWS_MOST];
static row_t own_rows[ROWS_MOST];
static double values[ENTRIES];

static int of(int i, int j) { return (i * 7 + j) % (WIDTH * THREADS); }

#define NAME(function) far_##function
#define X x
#define Y y
#define T t
#define COL columns
#define START starts
#define LENGTH lengths
#define FRONT front
#define ROWS rows
#include "aggregate_nests.h"
#undef NAME
#undef X
#undef Y
#undef T
#undef COL
#undef START
#undef LENGTH
#undef FRONT
#undef ROWS
#define NAME(function) own_##function
#define X own_x
#define Y own_y
#define T own_t
#define COL own_columns
#define START own_starts
#define LENGTH own_lengths
#define FRONT own_front
#define ROWS own_rows
#include "aggregate_nests.h"

// Rows that a thread owns, with the element's own block as the affinity, and with that of the number.
static void own_rows_only(int n) {
  upc_forall (int i = 0; i < n; i++; &y[i]) {
    double s = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++) s += x[columns[k]];
    y[i] = s;
  }
  upc_barrier;
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += own_x[own_columns[k]];
    CHECK_D(y[i], s);
  }
  upc_barrier;
  upc_forall (int i = 2; i < n; i += 3; i) {
    double s = 1;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += values[k] * x[own_columns[k]];
    y[i] = s;
  }
  for (int i = 2; i < n; i += 3) {
    if (i % THREADS != MYTHREAD) continue;
    double s = 1;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += values[k] * own_x[own_columns[k]];
    CHECK_D(y[i], s);
  }
  upc_barrier;
}

// What is written may be what is read: only the running program knows.
static void by_pointers(int n, shared double *to, shared double *from, const int *start) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += from[MYTHREAD + THREADS * (long)(own_columns[k] % n)] / 2;
    to[MYTHREAD + THREADS * (long)i] = s;
  }
}

static void own_by_pointers(int n, double *all, const int *start) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += all[MYTHREAD + THREADS * (long)(own_columns[k] % n)] / 2;
    all[MYTHREAD + THREADS * (long)i] = s;
  }
}

// Stores through a private pointer, which may lead to near elements of what the loop reads. One thread after the other.
static void through_pointer(int n, double *out, const int *start, const int *col) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += x[col[k]] / 64;
    out[i] = s;
  }
  for (int k = 0; k < 5 * n; k++) out[k % n] = x[col[k]] / 2 + 1;
}
static void own_through_pointer(int n, int thread) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = own_starts[i]; k < own_starts[i + 1]; k++) s += own_x[own_columns[k]] / 64;
    own_x[thread + i * THREADS] = s;
  }
  for (int k = 0; k < 5 * n; k++) own_x[thread + k % n * THREADS] = own_x[own_columns[k]] / 2 + 1;
}

static unsigned long state;
static int random_below(int n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned long)n);
}

// A matrix whose rows have `length` elements, or, where it is negative, up to so many. One row is longer.
static int fill(int n, int length, int longest) {
  upc_barrier;
  state = (unsigned long)(n * 31 + length * 7 + longest);
  int entries = 0;
  for (int i = 0; i < n; i++) {
    int count = i == n / 3 && longest ? longest : length < 0 ? random_below(1 - length) : length;
    if (entries + count > ENTRIES - 8) count = 0;
    own_starts[i] = entries, own_lengths[i] = count, own_front[i] = random_below(n);
    own_rows[i] = (row_t){entries, count};
    entries += count;
  }
  own_starts[n] = entries;
  for (int k = 0; k < ENTRIES; k++) own_columns[k] = random_below(WIDTH * THREADS), values[k] = random_below(4);
  for (int i = 0; i < WIDTH * THREADS; i++) own_x[i] = random_below(50);
  upc_forall (int i = 0; i < WIDTH * THREADS; i++; &x[i]) x[i] = own_x[i];
  upc_forall (int k = 0; k < ENTRIES; k++; &columns[k]) columns[k] = own_columns[k];
  upc_forall (int i = 0; i <= n; i++; &starts[i]) starts[i] = own_starts[i];
  upc_forall (int i = 0; i < n; i++; &lengths[i]) lengths[i] = own_lengths[i];
  upc_forall (int i = 0; i < n; i++; &rows[i]) rows[i] = own_rows[i];
  if (MYTHREAD == 0)
    for (int i = 0; i < n; i++) front[i] = own_front[i];
  for (int i = 0; i < ROWS_MOST; i++) {
    y[i * THREADS + MYTHREAD] = own_y[i * THREADS + MYTHREAD] = i;
    t[i * THREADS + MYTHREAD] = own_t[i * THREADS + MYTHREAD] = random_below(9);
    t[(i + ROWS_MOST) * THREADS + MYTHREAD] = own_t[(i + ROWS_MOST) * THREADS + MYTHREAD] = 1;
  }
  upc_barrier;
  return n;
}

static void check(int n) {
  CHECK_D(far_product(n, own_starts, own_columns, values), own_product(n, own_starts, own_columns, values));
  CHECK_D(far_product_of_arrays(n), own_product_of_arrays(n));
  CHECK_D(far_by_lengths(n), own_by_lengths(n));
  CHECK_D(far_of_list(n, 1), own_of_list(n, 1));
  CHECK_D(far_of_list(n, 3), own_of_list(n, 3));
  CHECK_D(far_under_conditions(n, own_starts, own_columns, values),
          own_under_conditions(n, own_starts, own_columns, values));
  CHECK_D(far_two_loops(n, own_starts, own_columns), own_two_loops(n, own_starts, own_columns));
  far_adds_to(n, own_starts, own_columns), own_adds_to(n, own_starts, own_columns);
  far_reads_written(n, own_starts, own_columns), own_reads_written(n, own_starts, own_columns);
  far_reads_shifted(n, own_starts, own_columns), own_reads_shifted(n, own_starts, own_columns);
  CHECK_D(far_three_loops(n, 2, own_starts), own_three_loops(n, 2, own_starts));
  CHECK_D(far_leaves(n, own_starts, own_columns), own_leaves(n, own_starts, own_columns));
  CHECK_D(far_with_while(n, own_starts, own_columns), own_with_while(n, own_starts, own_columns));
  CHECK_D(far_repeats(n, own_starts, own_columns), own_repeats(n, own_starts, own_columns));
  CHECK_D(far_end_moves(n), own_end_moves(n));
  CHECK_D(far_dense(n, 9), own_dense(n, 9));
  CHECK_D(far_of_structs(n), own_of_structs(n));
  CHECK_D(far_near_and_far(n), own_near_and_far(n));
  CHECK_D(far_other_name(n, own_starts, own_columns), own_other_name(n, own_starts, own_columns));
  for (int i = 0; i < n; i++) CHECK_D(y[i * THREADS + MYTHREAD], own_y[i * THREADS + MYTHREAD]);
  for (int i = 0; i < 2 * n; i++) CHECK_D(t[i * THREADS + MYTHREAD], own_t[i * THREADS + MYTHREAD]);
  by_pointers(n, t, t, own_starts), own_by_pointers(n, own_t, own_starts);
  for (int i = 0; i < n; i++) CHECK_D(t[i * THREADS + MYTHREAD], own_t[i * THREADS + MYTHREAD]);
  own_rows_only(n);
  const int rows_here = n < WIDTH ? n : WIDTH;
  for (int thread = 0; thread < THREADS; thread++) {
    if (thread == MYTHREAD) through_pointer(rows_here, (double *)&x[MYTHREAD], own_starts, own_columns);
    own_through_pointer(rows_here, thread);
    upc_barrier;
  }
  for (int i = 0; i < WIDTH * THREADS; i++) CHECK_D(x[i], own_x[i]);
}

int main(void) {
  own_x = calloc((size_t)WIDTH * THREADS, sizeof *own_x), own_y = calloc((size_t)ROWS_MOST * THREADS, sizeof *own_y);
  own_t = calloc((size_t)2 * ROWS_MOST * THREADS, sizeof *own_t);
  check(fill(1, 3, 0));
  check(fill(200, -30, 0));
  check(fill(60, -20, 3000)); // more than a strip's buffers hold
  check(fill(30, 7, 1024));
  check(fill(30, 7, 1025));
  check(fill(ROWS_MOST, -3, 0));
  return done();
}
