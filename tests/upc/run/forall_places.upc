// SPDX-License-Identifier: BSD-3-Clause
// upc_forall in inline functions, with private views hoisted or not, aliased arrays, casts of the loop's own element,
// early tests.
#include "../check.h"
#define N 48

shared [4] double A[48 * THREADS], B[48 * THREADS], C[48 * THREADS];
shared double X[48 * THREADS], Y[48 * THREADS];
shared [4] struct { double a, b; int n[2]; } S[48 * THREADS];
shared [] int total[4];
upc_lock_t *lock;

static inline void triad(shared [4] double *a, shared [4] double *b, shared [4] double *c, double s, int n) {
  upc_forall (int i = 0; i < n; i++; &a[i]) a[i] = b[i] + s * c[i];
}
static void swap_copy(shared double *to, shared double *from, int n) {
  upc_forall (int i = 0; i < n; i++; i) to[i] = from[n - 1 - i];
}
static double dot(shared [4] double *a, shared [4] double *b, int n) {
  double sum = 0;
  upc_forall (int i = 0; i < n; i++; a + i) sum += a[i] * b[i];
  return sum;
}

int main(void) {
  int n = N * THREADS;
  lock = upc_all_lock_alloc();
  upc_forall (int i = 0; i < n; i++; &A[i]) A[i] = 0, B[i] = i, C[i] = 2 * i;
  upc_forall (int i = 0; i < n; i++; i) { X[i] = i; Y[i] = -1; }
  upc_barrier;
  triad(A, B, C, 3, n);
  upc_barrier;
  for (int i = 0; i < n; i++) CHECK_D(A[i], 7 * i);
  upc_barrier;
  triad(A, A, A, 1, n); /* the same array three times */
  upc_barrier;
  for (int i = 0; i < n; i++) CHECK_D(A[i], 14 * i);
  upc_barrier;
  triad(A + 4, B, C + 4 * THREADS, 0, n - 4 * THREADS); /* shifted by a block and by a row of blocks */
  upc_barrier;
  for (int i = 4; i < n - 4 * THREADS + 4; i++) CHECK_D(A[i], i - 4);
  upc_barrier;
  triad(A + 1, B + 2, C + 3, 1, n - 4); /* shifted inside the block */
  upc_barrier;
  for (int i = 0; i < n - 4; i++) CHECK_D(A[i + 1], i + 2 + 2 * (i + 3));
  swap_copy(Y, X, n);
  upc_barrier;
  for (int i = 0; i < n; i++) CHECK_D(Y[i], n - 1 - i);
  upc_barrier;
  upc_forall (int i = 0; i < n; i++; &X[i]) {
    X[i] = Y[i]; Y[i] = B[(i + 1) % n] * 0 + i; double *p = (double *)&X[i]; *p += 1; X[i] += *p; }
  upc_barrier;
  for (int i = 0; i < n; i++) CHECK_D(X[i] + Y[i], 2 * (n - i) + i);
  upc_barrier;
  /* &A[i] as affinity, members of a struct array of the same layout; the element before and after */
  upc_forall (int i = 0; i < n; i++; &A[i]) {
    S[i].a = i; S[i].b = S[i].a++ * 2; S[i].n[i % 2] = i; S[i].n[1 - i % 2]--; }
  upc_barrier;
  upc_forall (int i = 1; i < n - 1; i++; &S[i].b) B[i] = S[i - 1].a + S[i + 1].b + S[i].n[i & 1];
  upc_barrier;
  for (int i = 1; i < n - 1; i++) CHECK_D(B[i], i + 2 * (i + 1) + i);
  /* a sum under a lock in the body; iterations skipped by `continue` */
  upc_forall (int i = 0; i < n; i++; &A[i]) {
    if (i % 3) continue;
    upc_lock(lock);
    total[0] += i;
    total[1]++;
    upc_unlock(lock);
  }
  double mine = dot(C, C, n);
  upc_lock(lock); total[2] += (int)(mine / 4); upc_unlock(lock);
  upc_barrier;
  CHECK_EQ(total[1], n / 3); CHECK_EQ(total[0], 3 * (n / 3) * (n / 3 - 1) / 2);
  int squares = 0;
  for (int i = 0; i < n; i++) squares += i * i;
  CHECK_EQ(total[2], squares);
  /* the array behind the pointer changes between loops, and the loop's bound depends on shared data */
  upc_forall (int r = 0; r < 3; r++; continue) {
    shared [4] double *to = r % 2 ? B : A, *from = r % 2 ? A : B;
    upc_forall (int i = (int)C[r]; i < (int)C[n - 1] / 2; i++; &to[i]) to[i] = from[i] + 1;
  }
  upc_barrier;
  for (int i = 4; i < n - 1; i++) CHECK_D(A[i], i + 2 * (i + 1) + i + 3);
  /* float and char elements; a two-dimensional one by rows of different lengths */
  static shared [6] char text[6 * THREADS][6];
  upc_forall (int i = 0; i < 6 * THREADS; i++; text[i]) for (int j = 0; j <= i % 6; j++) text[i][j] = 'a' + j;
  upc_barrier;
  for (int i = 0; i < 6 * THREADS; i++) for (int j = 0; j < 6; j++) CHECK_EQ(text[i][j], j <= i % 6 ? 'a' + j : 0);
  return done();
}
