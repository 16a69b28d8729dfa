// SPDX-License-Identifier: BSD-3-Clause
// A loop has eight reads that are made ahead, and a ninth whose place one of them gives. Nothing asks for the ninth, so
// it is not read before its turn.
#include <upc_relaxed.h>
#include "../check.h"

enum { N = 1200 };
struct point { char c; int x; long w[2]; };
shared [N] long L[N * THREADS], E[N * THREADS];
shared [N] unsigned char D[N * THREADS];
shared [N] struct point P[N * THREADS];
shared [N] int where[N * THREADS];

static int place(long i) { return (int)(i * 7 % (N * THREADS)); }

static __attribute__((noinline)) unsigned long shared_sum(int first, int n) {
  unsigned long s = 1;
  for (int i = first; i < first + n; i++) {
    s = s * 31 + (unsigned long)L[where[where[i + 18]]];
    s = s * 31 + (unsigned long)D[where[i + 44]];
    s = s * 31 + (unsigned long)P[where[i + 732]].x;
    E[where[where[i + 19]]] = (long)(s & 15);
  }
  return s;
}

static unsigned long model_sum(int first, int n, long *e) {
  unsigned long s = 1;
  for (int i = first; i < first + n; i++) {
    s = s * 31 + 5ul * (unsigned long)place(place(i + 18));
    s = s * 31 + (unsigned long)(place(i + 44) % 251);
    s = s * 31 + (unsigned long)place(i + 732) + 3;
    e[place(place(i + 19))] = (long)(s & 15);
  }
  return s;
}

int main(void) {
  static long e[N * 8]; // of at most 8 threads
  for (int i = MYTHREAD * N; i < MYTHREAD * N + N; i++) {
    L[i] = 5 * i, E[i] = i, D[i] = (unsigned char)(i % 251), P[i].x = i + 3, where[i] = place(i);
  }
  for (int i = 0; i < N * THREADS; i++) e[i] = i;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) { // one thread after the other, from each thread's block on
    const int first = t < THREADS - 1 ? t * N + 1 : t * N + 1 - N / 2;
    unsigned long want = model_sum(first, 400, e), got = MYTHREAD == t % 2 ? shared_sum(first, 400) : want;
    CHECK_EQ(got, want);
    upc_barrier;
  }
  for (int i = 0; i < N * THREADS; i++) CHECK_EQ(E[i], e[i]);
  return done();
}
