// SPDX-License-Identifier: BSD-3-Clause
// Loops in which many addresses move, up, down, by several elements at a time and from pointers with a phase: each
// element is the one that the definition says, in loops of their own and inside of others.
#include "../check.h"

#define EACH 40
#define ROWS (EACH * THREADS)
shared [4] long a[THREADS * (4 * EACH)], b[THREADS * (4 * EACH)], moved[THREADS * (4 * EACH)];
shared [7] int odd[THREADS * (7 * EACH)];
shared [64] double wide[THREADS * (64 * EACH)];
shared [3] struct { char c; short s; } records[THREADS * (3 * EACH)];

static long value(int array, long i) { return array * 1000003 + i * 17; }

static void fill(void) {
  upc_forall (long i = 0; i < 4 * ROWS; i++; &a[i]) a[i] = value(1, i), b[i] = value(2, i), moved[i] = 0;
  upc_forall (long i = 0; i < 7 * ROWS; i++; &odd[i]) odd[i] = (int)value(3, i);
  upc_forall (long i = 0; i < 64 * ROWS; i++; &wide[i]) wide[i] = (double)value(4, i);
  upc_forall (long i = 0; i < 3 * ROWS; i++; &records[i]) records[i].s = (short)(i % 1000);
  upc_barrier;
}

// a and b lie beside each other; the others do not.
static long up(long n) {
  long s = 0;
  for (long i = 1; i < n - 1; i++) s += (a[i] ^ b[i]) + 3 * a[i - 1] + 5 * odd[i + 1] + (long)wide[i] * records[i].s;
  return s;
}
static long up_expected(long n) {
  long s = 0;
  for (long i = 1; i < n - 1; i++)
    s += (value(1, i) ^ value(2, i)) + 3 * value(1, i - 1) + 5 * (int)value(3, i + 1) + (long)value(4, i) * (i % 1000);
  return s;
}

static long down(shared [7] int *p, long n) {
  long s = 0;
  for (long i = n; i-- > 0;) s = 3 * s + a[2 * i] + b[3 * i] - p[-i] + (long)wide[5 * i];
  return s;
}
static long down_expected(long at, long n) {
  long s = 0;
  for (long i = n; i-- > 0;) s = 3 * s + value(1, 2 * i) + value(2, 3 * i) - (int)value(3, at - i) + value(4, 5 * i);
  return s;
}

static long rows(shared [64] double *p, long n) {
  long s = 0;
  for (long k = 0; k < n; k++)
    for (long j = 0; j < 9; j++) s += (long)p[9 * k + j] * (j + 1) + a[k + j] - b[k + j] + odd[2 * k + j];
  return s;
}
static long rows_expected(long at, long n) {
  long s = 0;
  for (long k = 0; k < n; k++)
    for (long j = 0; j < 9; j++)
      s += value(4, at + 9 * k + j) * (j + 1) + value(1, k + j) - value(2, k + j) + (int)value(3, 2 * k + j);
  return s;
}

int main(void) {
  fill();
  CHECK(up(3 * ROWS) == up_expected(3 * ROWS));
  CHECK(down(&odd[4 * ROWS - 3], ROWS) == down_expected(4 * ROWS - 3, ROWS));
  CHECK(rows(&wide[77], ROWS) == rows_expected(77, ROWS));
  upc_barrier;
  upc_forall (long i = 2; i < 4 * ROWS - 2; i++; &moved[i]) moved[i] = a[i - 2] - b[i + 2] + odd[i] + (long)wide[i];
  upc_barrier;
  for (long i = 2; i < 4 * ROWS - 2; i++)
    CHECK(moved[i] == value(1, i - 2) - value(2, i + 2) + (int)value(3, i) + value(4, i));
  return done();
}
