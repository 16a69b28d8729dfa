// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts are read from memory, in loops: reads, writes and updates of arrays, and through pointers
// that start anywhere in a block, on any thread, with subscripts of either sign.
#include "../check.h"
#include <upc_relaxed.h>

#define N 600            /* elements a thread */
#define ALL (N * THREADS)
#define K 2000           /* accesses */

typedef struct { char c; double d[3]; } record_t; /* no power of two */

shared int ones[N * THREADS];
shared [2] short twos[N * THREADS];
shared [7] record_t sevens[N * THREADS];
shared [64] long sixty_fours[N * THREADS];
shared [100] int rows[10 * THREADS][60];
shared [65536] char most[65536 * THREADS], more[2][65536 * THREADS];
shared [65537] char larger[65537 * THREADS];

static long col[K];
static unsigned long state = 1;
static long any(long n) { return (long)((state = state * 6364136223846793005UL + 1442695040888963407UL) >> 33) % n; }

/* Thread 0 gives each element a value of its number i, by a pointer-to-shared. */
#define FILL(value) if (MYTHREAD == 0) for (long i = 0; i < ALL; i++) value

static void arrays(void) {
  for (int k = 0; k < K; k++) col[k] = any(ALL);
  for (int k = 0; k < K; k++) CHECK_EQ(ones[col[k]], col[k]);
  for (int k = 0; k < K; k++) CHECK_EQ(twos[col[k]], (short)col[k]);
  for (int k = 0; k < K; k++) CHECK_EQ(sevens[col[k]].c, (char)col[k]);
  for (int k = 0; k < K; k++) CHECK_EQ(sevens[col[k]].d[col[k] % 3], col[k] % 3 == 2 ? 3 * col[k] : 0);
  for (int k = 0; k < K; k++) CHECK_EQ(sixty_fours[col[k]], -col[k]);
  for (int k = 0; k < K; k++) CHECK_EQ(rows[col[k] / 60][col[k] % 60], 5 * col[k]);
}

/* Pointers to any element: what lies before and behind it. */
static void pointers(void) {
  for (int start = 0; start < 40; start++) {
    long at = any(ALL);
    shared int *p = &ones[at];
    shared [2] short *q = &twos[at];
    shared [7] record_t *r = &sevens[at];
    shared [64] long *s = &sixty_fours[at];
    for (int k = 0; k < 100; k++) col[k] = any(ALL) - at;
    for (int k = 0; k < 100; k++) CHECK_EQ(p[col[k]], at + col[k]);
    for (int k = 0; k < 100; k++) CHECK_EQ(q[col[k]], (short)(at + col[k]));
    for (int k = 0; k < 100; k++) CHECK_EQ(r[col[k]].c, (char)(at + col[k]));
    for (int k = 0; k < 100; k++) CHECK_EQ(s[col[k]], -(at + col[k]));
    for (int k = 0; k < 100; k++) { /* one that moves in the loop */
      shared [7] record_t *moved = r + col[k];
      CHECK_EQ(moved[-col[k]].c, (char)at);
      p = &ones[any(ALL)];
      CHECK_EQ(p[col[k] - (p - &ones[at])], at + col[k]);
    }
  }
}

/* Each thread changes elements that no other does. */
static void writes(void) {
  static shared [7] long target[N * THREADS];
  static shared long sums[N * THREADS];
  for (int k = 0; k < K; k++) col[k] = any(N) * THREADS + MYTHREAD;
  for (int k = 0; k < K; k++) target[col[k]] = 3 * col[k], sums[col[k]] += k + 1;
  int n = K;
  while (n-- > 0) sums[col[n]]--;
  upc_barrier;
  static long expected[N];
  for (int k = 0; k < K; k++) expected[col[k] / THREADS] += k;
  for (long i = MYTHREAD; i < ALL; i += THREADS) CHECK_EQ(sums[i], expected[i / THREADS]);
  for (int k = 0; k < K; k++) CHECK_EQ(target[col[k]], 3 * col[k]);
  long written = 0, marked = 0;
  static char is[N];
  for (int k = 0; k < K; k++) is[col[k] / THREADS] = 1;
  for (long i = 0; i < N; i++) {
    long own = i * THREADS + MYTHREAD;
    written += target[own] != 0, marked += is[i] && own;
  }
  CHECK_EQ(written, marked);
}

/* Blocks of 2^16 and of more, and an array of arrays. Each thread writes what no other does. */
static void large(void) {
  for (int k = 0; k < 300; k++) col[k] = any(65536) * THREADS + MYTHREAD;
  for (int k = 0; k < 300; k++) most[col[k]] = 1, larger[col[k]] = 2, more[1][col[k]] = 3;
  for (int k = 0; k < 300; k++) {
    CHECK_EQ(*(&most[0] + col[k]), 1);
    CHECK_EQ(*(&larger[0] + col[k]), 2);
    CHECK_EQ(*(&more[1][0] + col[k]), 3);
  }
}

int main(void) {
  state += MYTHREAD;
  FILL(*(&ones[0] + i) = i);
  FILL(*(&twos[0] + i) = i);
  FILL(((&sevens[0] + i)->c = i, (&sevens[0] + i)->d[2] = 3 * i));
  FILL(*(&sixty_fours[0] + i) = -i);
  FILL(*(&rows[0][0] + i) = 5 * i);
  upc_barrier;
  arrays();
  pointers();
  writes();
  large();
  return done();
}
