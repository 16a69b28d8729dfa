// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts are read from memory, in short loops without calls, which find them by a table: sums,
// writes, updates and structs, in blocks of any size, arrays that are too large for a table, and tables that grow.
#include "../check.h"
#include <upc_relaxed.h>

#define N 600            /* elements a thread */
#define ALL (N * THREADS)
#define K 3000           /* accesses */
#define LARGE 300007     /* elements a thread of an array that has no table */

typedef struct { short s; double d[3]; } record_t; /* no power of two */

static long col[K];
static int back[K];
static unsigned long state = 1;
static long any(long n) { return (long)((state = state * 6364136223846793005UL + 1442695040888963407UL) >> 33) % n; }

/* An array of blocks of B elements, and its sum by subscripts read from memory. */
#define ARRAY(B)                                                                                          \
  static shared [B] long block##B[N * THREADS];                                                           \
  static void sum_##B(void) {                                                                             \
    if (MYTHREAD == 0) for (long i = 0; i < ALL; i++) *(&block##B[0] + i) = i * i;                        \
    upc_barrier;                                                                                          \
    long sum = 0, expected = 0;                                                                           \
    for (int k = 0; k < K; k++) sum += (k + 1) * block##B[col[k]];                                        \
    for (int k = 0; k < K; k++) expected += (k + 1) * (col[k] * col[k]);                                  \
    CHECK_EQ(sum, expected);                                                                              \
    for (int k = 0; k < K; k += 8) {                                                                      \
      long few = 0;                                                                                       \
      for (int j = k; j < k + 8 && j < K; j++) few += block##B[col[j]];                                   \
      for (int j = k; j < k + 8 && j < K; j++) few -= col[j] * col[j];                                    \
      CHECK_EQ(few, 0);                                                                                   \
    }                                                                                                     \
  }
ARRAY(1) ARRAY(2) ARRAY(3) ARRAY(7) ARRAY(8) ARRAY(12) ARRAY(64) ARRAY(100) ARRAY(600) ARRAY(1024)

/* The same layout in a small array, and then in a larger one: their table grows. */
static shared [12] long small[12 * THREADS], larger[2400 * THREADS];
static void growing(void) {
  long sum = 0, expected = 0;
  if (MYTHREAD == 0) {
    for (long i = 0; i < 12 * THREADS; i++) *(&small[0] + i) = i;
    for (long i = 0; i < 2400 * THREADS; i++) *(&larger[0] + i) = 2 * i;
  }
  upc_barrier;
  for (int k = 0; k < K; k++) sum += small[col[k] % (12 * THREADS)], expected += col[k] % (12 * THREADS);
  for (int k = 0; k < K; k++) sum += larger[4 * col[k] - 1 + !col[k]], expected += 2 * (4 * col[k] - 1 + !col[k]);
  for (int k = 0; k < K; k++) sum += small[col[k] % (12 * THREADS)], expected += col[k] % (12 * THREADS);
  CHECK_EQ(sum, expected);
}

/* Members of structs, rows of an array of arrays, and a subscript that is itself gathered. */
static shared [7] record_t records[N * THREADS];
static shared [30] int rows[10 * THREADS][60];
static shared [5] int permuted[N * THREADS];
static void forms(void) {
  if (MYTHREAD == 0)
    for (long i = 0; i < ALL; i++) {
      (&records[0] + i)->s = i % 1000, (&records[0] + i)->d[2] = 3 * i;
      *(&rows[0][0] + i) = 5 * i, *(&permuted[0] + i) = ALL - 1 - i;
    }
  upc_barrier;
  double sum = 0, expected = 0;
  for (int k = 0; k < K; k++) sum += records[col[k]].s + records[col[k]].d[2];
  for (int k = 0; k < K; k++) sum += rows[col[k] / 60][col[k] % 60];
  for (int k = 0; k < K; k++) sum += block64[permuted[col[k]]] * block3[col[k]];
  for (int k = 0; k < K; k++) if (col[k] % 2) sum += rows[0][back[k]];
  for (int k = 0; k < K; k++) {
    long other = ALL - 1 - col[k];
    expected += col[k] % 1000 + 8.0 * col[k] + (double)(other * other * (col[k] * col[k]));
    if (col[k] % 2) expected += 5.0 * back[k];
  }
  CHECK_D(sum / K, expected / K);
}

/* Each thread changes elements that no other does. */
static shared [7] int target[N * THREADS];
static shared long sums[N * THREADS];
static shared [10] double scaled[N * THREADS];
static void writes(void) {
  static long expected[N], own[K];
  for (int k = 0; k < K; k++) own[k] = any(N) * THREADS + MYTHREAD;
  for (int k = 0; k < K; k++) target[own[k]] = (int)(3 * own[k]), sums[own[k]] += k + 1;
  for (int k = 0; k < K; k++) sums[own[k]]--;
  for (int k = 0; k < K; k++) sums[own[k]] ^= 1L << 40;
  for (int k = 0; k < K; k++) scaled[own[k]]++;
  for (int k = 0; k < K; k++) {
    long at = own[k] / THREADS;
    expected[at] = (expected[at] ^ 1L << 40) + k;
  }
  upc_barrier;
  double all = 0;
  for (long i = 0; i < N; i++) CHECK_EQ(*(&sums[0] + i * THREADS + MYTHREAD), expected[i]);
  for (int k = 0; k < K; k++) CHECK_EQ(*(&target[0] + own[k]), 3 * own[k]);
  for (long i = 0; i < N; i++) all += *(&scaled[0] + i * THREADS + MYTHREAD);
  CHECK_D(all, K);
}

static shared [3] short large[LARGE * THREADS];
static void without_table(void) {
  long sum = 0, expected = 0, at[50];
  for (int k = 0; k < 50; k++) at[k] = any(LARGE) * THREADS + MYTHREAD;
  for (int k = 0; k < 50; k++) large[at[k]] = (short)k;
  for (int k = 0; k < 50; k++) sum += large[at[k]];
  for (int k = 0; k < 50; k++) expected += *(&large[0] + at[k]);
  CHECK_EQ(sum, expected);
  CHECK(sum > 0);
}

int main(void) {
  for (int k = 0; k < K; k++) col[k] = any(ALL), back[k] = (int)any(ALL);
  state += MYTHREAD;
  sum_1(), sum_2(), sum_3(), sum_7(), sum_8(), sum_12(), sum_64(), sum_100(), sum_600(), sum_1024();
  growing();
  forms();
  writes();
  without_table();
  return done();
}
