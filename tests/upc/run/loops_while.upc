// SPDX-License-Identifier: BSD-3-Clause
// `while` loops that end in their steps, on shared and on private arrays by the same text: each step once a round and
// after
// the body, whatever the body declares, leaves early or repeats.
#include "../check.h"

enum { N = 60 };
shared [4] int B[N * THREADS];
shared int C[N * THREADS];
shared [N] int L[N * THREADS];
static int P[N];

#define LOOPS(which, A)                                                                                              \
  static long which(int from, int to, int by) {                                                                      \
    unsigned long sum = 0, rounds = 0;                                                                               \
    int i = from, j = 2 * N;                                                                                         \
    while (i < to) { sum = sum * 31 + A[i]; i++; }                                                                   \
    i = to;                                                                                                          \
    while (i > from) {                                                                                               \
      int d = by;                                                                                                    \
      sum += A[i - 1] * j;                                                                                           \
      j--, rounds++;                                                                                                 \
      i -= d; /* declared inside: no step of the loop's own */                                                       \
    }                                                                                                                \
    i = from;                                                                                                        \
    while (i < to) {                                                                                                 \
      if (A[i] == 40) break;                                                                                         \
      sum = sum * 7 + A[i] + j;                                                                                      \
      i += by; j += 2; rounds = rounds + 1;                                                                          \
    }                                                                                                                \
    i = from;                                                                                                        \
    while (i < to) {                                                                                                 \
      if (A[i] % 3 == 0) { i++; continue; } /* past the steps */                                                     \
      sum ^= A[i] << (i % 8);                                                                                        \
      i += 2;                                                                                                        \
    }                                                                                                                \
    i = from;                                                                                                        \
    if (to > 3) while (i < to) { int k = 0; while (k < 3) { A[i] += k; k++; } ++i; }                                 \
    else sum = -sum;                                                                                                 \
    i = from;                                                                                                        \
    while (i < to) { switch (A[i] & 1) { case 0: sum++; break; default: sum--; } i++; }                              \
    unsigned char narrow = 250;                                                                                      \
    while (narrow != 5) { sum += A[narrow % (unsigned)N]; narrow++; }                                                \
    i = 0;                                                                                                           \
    while (i < N - 1 && sum != 12345) { A[i + 1] = A[i + 1] + A[i] % 5; i++; }                                       \
    return sum * 100 + rounds + i + j;                                                                               \
  }
LOOPS(blocked, B)
LOOPS(cyclic, C)
LOOPS(large, L)
LOOPS(private, P)

static void fill(void) {
  for (int i = 0; i < N; i++) B[i] = C[i] = L[i] = P[i] = 7 * i % 50;
}

int main(void) {
  if (MYTHREAD == THREADS - 1)
    for (int from = 0; from < 9; from += 4)
      for (int to = 2; to <= N; to += 19)
        for (int by = 1; by < 4; by++) {
          fill();
          long want = private(from, to, by);
          CHECK_EQ(blocked(from, to, by), want); CHECK_EQ(cyclic(from, to, by), want);
          CHECK_EQ(large(from, to, by), want);
          for (int i = 0; i < N; i++) { CHECK_EQ(B[i], P[i]); CHECK_EQ(C[i], P[i]); CHECK_EQ(L[i], P[i]); }
        }
  return done();
}
