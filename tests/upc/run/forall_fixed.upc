// SPDX-License-Identifier: BSD-3-Clause
// upc_forall whose affinity is the same for all iterations: one thread runs them all, and the others go past the loop.
// What these do not run they do not read: their pointers are null.
#include <upc_relaxed.h>
#include "../check.h"

#define N 30
shared [N] double from[N * THREADS][N], to[N * THREADS][N];
static shared [N] double *row[8 * N], *new_row[8 * N]; // for at most 8 threads
static int ran, last;

// A row of the grid is one thread's, by the number of the row.
static void rows(int rows) {
  for (int i = 1; i < rows - 1; i++) {
    int owner = i * THREADS / rows, j;
    upc_forall (j = 1; j < N - 1; j++; i * THREADS / rows) {
      CHECK_EQ(owner, MYTHREAD);
      new_row[i][j] = 0.25 * (row[i + 1][j] + row[i - 1][j] + row[i][j - 1] + row[i][j + 1]);
      ran++;
    }
    CHECK_EQ(j, N - 1);
  }
}

// Without iterations, left early, and with a pointer that only the owner may follow.
static void others(const int *mine, int owner, int n) {
  int i, sum = 7;
  upc_forall (i = 0; i < n; i++; owner) sum += *mine, ran++;
  CHECK_EQ(i, n);
  CHECK_EQ(sum, 7 + (MYTHREAD == owner ? 3 * n : 0));
  upc_forall (i = 0; i < n; i++; &from[owner][n / 3]) {
    last = i;
    if (i == 4) break;
    ran += *mine;
  }
  upc_forall (i = owner; i < owner + n; i += THREADS * n; i) sum += *mine; // moves, and the thread has one or none
  CHECK_EQ(sum, 7 + (MYTHREAD == owner ? 3 * n + 3 * (n > 0) : 0));
}

int main(void) {
  static int three = 3;
  int all = N * THREADS, own = 0;
  upc_forall (int i = 0; i < all; i++; &from[i][0])
    for (int j = 0; j < N; j++) from[i][j] = i * i + j;
  for (int i = 0; i < all; i++) row[i] = from[i], new_row[i] = to[i];
  upc_barrier;
  rows(all);
  upc_barrier;
  for (int i = 1; i < all - 1; i++) {
    own += i * THREADS / all == MYTHREAD ? N - 2 : 0;
    for (int j = 1; j < N - 1; j++) CHECK_EQ((int)(4 * to[i][j]), 4 * i * i + 2 + 4 * j);
  }
  CHECK_EQ(ran, own);
  for (int owner = 0; owner < THREADS; owner++)
    for (int n = 0; n < 9; n += 4) {
      last = -1, ran = 0;
      others(MYTHREAD == owner ? &three : 0, owner, n);
      CHECK_EQ(last, MYTHREAD == owner ? (n > 4 ? 4 : n - 1) : -1);
      CHECK_EQ(ran, MYTHREAD == owner ? n + 3 * (n > 4 ? 4 : n) : 0);
    }
  return done();
}
