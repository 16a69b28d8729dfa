// SPDX-License-Identifier: BSD-3-Clause
// Loops inside of loops, whose shared accesses go on in the block in which they were before: sparse matrices with short
// rows, empty ones, and rows over several blocks; pointers into the middle of a block, and those that a loop around
// changes; steps of any size and sign; loops that end early; calls, and jumps back into the loop around.
#include <setjmp.h>
#include "../check.h"
#include <upc_relaxed.h>

#define B 256
#define OTHER 300             /* no power of two */
#define N (3 * B)             /* elements a thread of an array of several blocks */
#define ROWS 200

static shared [N] int column[N * THREADS];
static shared [N] long value[N * THREADS];
static shared [B] long dealt[N * THREADS];             /* three blocks a thread */
static shared [OTHER] long odd[3 * OTHER * THREADS];
static shared [B] long x[B * THREADS];
static shared [ROWS + 1] int start[(ROWS + 1) * THREADS];
static shared [ROWS] long y[ROWS * THREADS];

static long all;              /* elements of column, value and dealt */
static long value_of(long k) { return k * k % 1009 + 1; }
static int column_of(long k) { return (int)(k * 7919 % (B * THREADS)); }
static unsigned long state = 1;
static long any(long n) { return (long)((state = state * 6364136223846793005UL + 1442695040888963407UL) >> 33) % n; }

static void fill(void) {
  all = N * THREADS;
  if (MYTHREAD == 0) {
    for (long k = 0; k < all; k++)
      column[k] = column_of(k), *(&value[0] + k) = value_of(k), *(&dealt[0] + k) = value_of(k);
    for (long k = 0; k < 3 * OTHER * THREADS; k++) odd[k] = value_of(k);
    for (long k = 0; k < B * THREADS; k++) x[k] = 3 * k + 1;
    long at = 0;              /* rows of 0 to 11 elements, and some that go over several blocks */
    for (long i = 0; i < ROWS * THREADS; i++) {
      start[i + i / ROWS] = (int)at;
      at += any(40) == 0 ? any(700) : any(12);
      if (at > all) at = all;
      start[i + i / ROWS + 1] = (int)at;
    }
  }
  upc_barrier;
}

static long row_sum(long from, long to) {
  long sum = 0;
  for (long k = from; k < to; k++) sum += value_of(k) * (3 * column_of(k) + 1);
  return sum;
}
static void products(void) {
  upc_forall (int i = 0; i < ROWS * THREADS; i++; &y[i]) {
    long sum = 0;
    for (int k = start[i + i / ROWS]; k < start[i + i / ROWS + 1]; k++) sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  upc_barrier;
  for (int i = MYTHREAD * ROWS; i < (MYTHREAD + 1) * ROWS; i++)
    CHECK_EQ(y[i], row_sum(start[i + i / ROWS], start[i + i / ROWS + 1]));
  shared [N] int *c = column;
  shared [N] long *v = value;
  shared [B] long *in = x;
  upc_forall (int i = 0; i < ROWS * THREADS; i++; i) {
    long sum = 0;
    for (int k = start[i + i / ROWS + 1] - 1; k >= start[i + i / ROWS]; k--) sum += v[k] * in[c[k]];
    CHECK_EQ(sum, row_sum(start[i + i / ROWS], start[i + i / ROWS + 1]));
  }
}

/* Runs from anywhere, by any step, in arrays of several blocks and from pointers into the middle of a block. */
#define RUN(element, number, from, condition, step)                           \
  do {                                                                        \
    long sum = 0, expected = 0;                                               \
    for (int k = from; condition; step) sum += (k + 1) * (element);           \
    for (int k = from; condition; step) expected += (k + 1) * value_of(number); \
    wrong += sum != expected;                                                 \
  } while (0)
static int drawn[300][3];
static void runs(void) {
  shared [B] long *p = &dealt[B / 2 + 3];
  shared [OTHER] long *q = &odd[OTHER + 17];
  const int most = (int)all - B - OTHER - 40;
  int wrong = 0;
  for (int round = 0; round < 300; round++) {       /* a call in the loops below would end their windows */
    drawn[round][0] = (int)any(most), drawn[round][1] = (int)any(round % 10 ? 30 : 900);
    drawn[round][2] = 1 + (int)any(5);
  }
  for (int round = 0; round < 300; round++) {
    int from = drawn[round][0], n = drawn[round][1], by = drawn[round][2];
    int to = from + n < most ? from + n : most;
    RUN(dealt[k], k, from, k < to, k++);
    RUN(odd[k + 2], k + 2, from, k < to, k++);
    RUN(p[k] + q[k] - p[k], k + OTHER + 17, from, k < to, k++);
    RUN(p[k], k + B / 2 + 3, from, k < to, k += 3);
    RUN(p[k], k + B / 2 + 3, to, k > from, k--);
    RUN(q[k - 5], k + OTHER + 12, to, k >= from, k -= 2);
    RUN(p[to - k], to - k + B / 2 + 3, 0, k < to - from, k++);
    RUN(dealt[by * k / by], k, from, k < to, k++);
    RUN(k % 3 ? dealt[k] : odd[k], k, from, k < to, k++);
    RUN(value[k] - value[k] + dealt[k], k, from, k < to, k += by);
  }
  CHECK_EQ(wrong, 0);
}

/* The loop around changes the pointer, or stores into what it leads to. */
static void pointers(void) {
  long expected = 0, sum = 0;
  shared [B] long *p = dealt;
  for (int i = 0; i < 100; i++) {
    for (int k = 0; k < 9; k++) sum += p[k];
    for (int k = 0; k < 9; k++) expected += value_of(7 * i + k);
    p += 7;
  }
  CHECK_EQ(sum, expected);
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int round = 0; round < 50; round++)
      for (int k = round * 11; k < round * 11 + 11; k++) dealt[k] += dealt[k + 1] - value_of(k + 1) + round;
    for (int k = 0; k < 50 * 11; k++) CHECK_EQ(dealt[k] - value_of(k), k / 11);
    for (int k = 0; k < 50 * 11; k++) dealt[k] = value_of(k);
  }
  upc_barrier;
}

/* Loops that end early, without an end that is ever reached. */
static void early(void) {
  long found = 0, expected = 0;
  for (int i = 0; i < 60; i++) {
    for (long k = 5 * i; k < __LONG_MAX__; k++) {
      if (dealt[k + 3] % 7 == 0) {
        found += k;
        break;
      }
      if (dealt[k] % 2) continue;
      found += dealt[k];
    }
    for (long k = 5 * i;; k++) {
      if (value_of(k + 3) % 7 == 0) {
        expected += k;
        break;
      }
      if (value_of(k) % 2 == 0) expected += value_of(k);
    }
  }
  CHECK_EQ(found, expected);
}

static jmp_buf back;
static __attribute__((noinline)) void jump(int i) {
  if (i % 5 == 4) longjmp(back, i + 1);
}
static void jumps(void) {
  volatile long sum = 0;
  long expected = 0;
  for (volatile int i = setjmp(back); i < 80; i++) {
    long row = 0;
    for (int k = 20 * i; k < 20 * i + 6; k++) row += dealt[k % all];
    for (int k = 9 * i; k < 9 * i + 6; k++) row += dealt[k];
    sum += row;
    jump(i);
  }
  for (int i = 0; i < 80; i++)
    for (int k = 0; k < 6; k++) expected += value_of((20 * i + k) % all) + value_of(9 * i + k);
  CHECK_EQ(sum, expected);
}

int main(void) {
  fill();
  products();
  runs();
  pointers();
  early();
  jumps();
  return done();
}
