// SPDX-License-Identifier: BSD-3-Clause
// Loops that an optimiser must not change, each a little different from one that it may: what is read is written in the
// loop, by another name; a step does more than step; a value is needed twice; a division may be by zero. Functions that
// are not static keep their arguments.
#include "../check.h"
#include <upc_relaxed.h>

enum { N = 96 };
shared int T[N * THREADS], U[N * THREADS];
shared [4] struct pair { int a, b; } S[N * THREADS];
shared [8] int A[N * THREADS];
shared [] long *F; // on the last thread
shared [] long *shared F_of;
typedef double wide __attribute__((vector_size(32)));
shared wide V[N * THREADS];
static int col[N], hits;
static shared int *by_another_name; // T

__attribute__((noinline)) static void bump(void) { hits++; }
static int last(int i) { return i ? col[i - 1] : 0; }
static void clear(void) {
  upc_barrier;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) T[i] = U[i] = i;
  upc_barrier;
}

/* ---- what an iteration of another thread does ---- */
__attribute__((noinline)) static int steps(int n) {
  int own = 0;
  hits = 0;
  upc_forall (int i = 0; i < n; i++, bump(); i) own++;
  CHECK_EQ(hits, n);
  return own;
}
__attribute__((noinline)) long squares(long n) {
  long own = 0;
  upc_forall (long i = 0; i < n; i++; i * i) bump(), own += i + 1;
  return own;
}
__attribute__((noinline)) static int either(shared [8] int *p, shared [8] int *q, int n) {
  int own = 0;
  upc_forall (int i = 0; i < n; i++; (i & 1 ? p : q) + i) bump(), own += i + 1;
  return own;
}
__attribute__((noinline)) static int sizes(int n) {
  int own = 0, b = 9;
  upc_forall (int i = 0; i < n; i++, b ^= 5; i / b) bump(), own += i + 1;
  return own;
}
__attribute__((noinline)) static long negative(long from, long to) {
  long own = 0;
  upc_forall (long i = from; i < to; i++; i) bump(), own += i - from + 1;
  return own;
}
__attribute__((noinline)) static long parts(long from, long to, long by) {
  long own = 0;
  upc_forall (long i = from; i < to; i++; i / by) bump(), own += i - from + 1;
  return own;
}
static long owner(long n) { return ((n % THREADS) + THREADS) % THREADS; }

static void own_iterations(void) {
  const int n = 50;
  long want = 0;
  for (int i = 0; i < n; i++) want += i % THREADS == MYTHREAD;
  CHECK_EQ(steps(n), want);
  want = 0;
  for (int i = 0; i < n; i++) want += i * i % THREADS == MYTHREAD ? i + 1 : 0;
  CHECK_EQ(squares(n), want);
  want = 0; /* q is 4 elements, p 13 from the start: blocks of 8 */
  for (int i = 0; i < n; i++) want += (i + (i & 1 ? 13 : 4)) / 8 % THREADS == MYTHREAD ? i + 1 : 0;
  CHECK_EQ(either(A + 13, A + 4, n), want);
  want = 0;
  for (int i = 0, b = 9; i < n; i++, b ^= 5) want += i / b % THREADS == MYTHREAD ? i + 1 : 0;
  CHECK_EQ(sizes(n), want);
  want = 0;
  for (long i = -20; i < 20; i++) want += owner(i) == MYTHREAD ? i + 21 : 0;
  CHECK_EQ(negative(-20, 20), want);
  want = 0;
  for (long i = -20; i < 20; i++) want += owner(i / 3) == MYTHREAD ? i + 21 : 0;
  CHECK_EQ(parts(-20, 20, 3), want);
}

/* ---- what is read and written ---- */
/* t[k] = old + 1, where a write by another name, or by the same, stands between the read and the write. */
__attribute__((noinline)) void between(shared int *t, shared int *p, int n) {
  for (int i = 0; i < n; i++) {
    int k = col[i], old = t[k];
    p[k] = 1000;
    t[k] = old + 1;
  }
}
__attribute__((noinline)) void between_loops(shared int *t, int n) {
  for (int i = 0; i < n; i++) {
    int k = col[i], old = t[k];
    for (int j = 0; j < i % 3; j++) t[k] += 100;
    t[k] = old + 1;
  }
}
__attribute__((noinline)) static void reverse(int n) {
  for (int i = 0; i < n; i++) T[col[i]] = 7 - T[col[i]];
}
__attribute__((noinline)) static void neighbour(int n) {
  for (int i = 0; i < n; i++) T[col[i]] = T[col[i] + 1] + 5;
}
__attribute__((noinline)) static long twice(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += T[col[i]] += i;
  return s;
}
__attribute__((noinline)) static long writes_pointer(shared int *p, int n) { /* p is T */
  long s = 0;
  for (int i = 0; i < n; i++) p[col[i]] = 3 * i, s += T[last(i)];
  return s;
}
__attribute__((noinline)) static long reads_pointer(shared int *p, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) T[col[i]] = 3 * i, s += p[last(i)];
  return s;
}
__attribute__((noinline)) static long writes_part(shared [4] struct pair *p, int n) { /* by memcpy, or two words */
  long s = 0;
  for (int i = 0; i < n; i++) {
    struct pair x = {3 * i, i};
    p[col[i]] = x, s += S[last(i)].a;
  }
  return s;
}
/* Rows that are longer than what is asked for at once: the inner loop asks for itself. */
__attribute__((noinline)) long rows(shared int *p, int n, int length) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < length; k++) {
      s += T[col[k % N]];
      p[col[k % N]] = k;
    }
  return s;
}

static void reads_and_writes(void) {
  by_another_name = THREADS > 1000000 ? U : T;
  clear();
  if (MYTHREAD == 0) {
    for (int i = 0; i < N; i++) col[i] = (i * 5 + 1) % N; /* no number twice */
    between(T, by_another_name, N);
    for (int i = 0; i < N; i++) CHECK_EQ(T[col[i]], col[i] + 1);
    between_loops(T, N);
    for (int i = 0; i < N; i++) CHECK_EQ(T[col[i]], col[i] + 2);
    reverse(N);
    for (int i = 0; i < N; i++) CHECK_EQ(T[i], 7 - (i + 2));
    for (int i = 0; i < N; i++) T[i] = i;
    CHECK_EQ(twice(N), (long)N * (N - 1)); /* each number once, and each i once */
    for (int i = 0; i < N; i++) CHECK_EQ(T[col[i]], col[i] + i);
    for (int i = 0; i < N; i++) T[i] = i, col[i] = N - 2 - i;
    neighbour(N - 1); /* from the end down: each reads what the one before has written */
    for (int i = 0; i < N - 1; i++) CHECK_EQ(T[i], N - 1 + 5 * (N - 1 - i));
    for (int i = 0; i < N; i++) T[i] = 0, col[i] = i;
    CHECK_EQ(writes_pointer(by_another_name, N), 3L * (N - 2) * (N - 1) / 2);
    for (int i = 0; i < N; i++) T[i] = 0;
    CHECK_EQ(reads_pointer(by_another_name, N), 3L * (N - 2) * (N - 1) / 2);
    for (int i = 0; i < N; i++) S[i].a = S[i].b = 0;
    CHECK_EQ(writes_part(S, N), 3L * (N - 2) * (N - 1) / 2);
    for (int i = 0; i < N; i++) T[i] = 0;
    /* k % N goes N, 21 times and a part; each reads what the last time round wrote: k - N, or of the row before */
    long want = 0, state[N] = {0};
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 2100; k++) want += state[k % N], state[k % N] = k;
    CHECK_EQ(rows(by_another_name, 3, 2100), want);
  }
  upc_barrier;
}

/* ---- which elements ---- */
__attribute__((noinline)) static long every(int n, int by) {
  long s = 0;
  for (int i = 0; i < n; i++) s += by == 2 ? F[2 * i] : F[i];
  return s;
}
__attribute__((noinline)) static long thread_by_two(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += F[2 * i];
  return s;
}
__attribute__((noinline)) static long firsts(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += S[i].a;
  return s;
}
__attribute__((noinline)) static long seconds(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += S[i].b;
  return s;
}
__attribute__((noinline)) static long threes(int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += A[3 * i];
  return s;
}
__attribute__((noinline)) static double wides(int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    wide w = V[col[i]];
    s += w[0] + w[3];
  }
  return s;
}
/* m is 0: nothing may be divided by it. */
__attribute__((noinline)) static long divides(unsigned n, unsigned m) {
  long s = 0;
  for (unsigned long i = 0; i < n; i++)
    if (m) s += A[i + n / m];
    else s++;
  return s;
}

static void elements(void) {
  if (MYTHREAD == THREADS - 1) F_of = (shared [] long *)upc_alloc(N * sizeof(long));
  upc_barrier;
  F = F_of;
  for (int i = MYTHREAD; i < N * THREADS; i += THREADS) S[i].a = i, S[i].b = -i, A[i] = i, V[i] = (wide){i, 0, 0, 1};
  for (int i = 0; i < N; i++) col[i] = N - 1 - i;
  if (MYTHREAD == THREADS - 1) for (int i = 0; i < N; i++) F[i] = i * i;
  upc_barrier;
  long all = N * (N - 1L) / 2, half = 0, squares_of = 0;
  for (int i = 0; i < N / 2; i++) half += 4L * i * i;
  for (int i = 0; i < N; i++) squares_of += (long)i * i;
  CHECK_EQ(thread_by_two(N / 2), half);
  CHECK_EQ(every(N / 2, 2), half);
  CHECK_EQ(every(N, 1), squares_of);
  CHECK_EQ(firsts(N), all);
  CHECK_EQ(seconds(N), -all);
  CHECK_EQ(threes(N / 3), 3L * (N / 3) * (N / 3 - 1) / 2);
  CHECK_D(wides(N), all + N);
  CHECK_EQ(divides(20, 0), 20);
  CHECK_EQ(divides(20, 10), 20 * 19 / 2 + 40);
  upc_barrier;
}

int main(void) {
  own_iterations();
  reads_and_writes();
  elements();
  return done();
}
