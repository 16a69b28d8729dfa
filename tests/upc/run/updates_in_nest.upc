// SPDX-License-Identifier: BSD-3-Clause
// A nest of which one loop keeps updates of far elements back, and others read the same array ahead. LLVM inlines all
// of them into the loops of main. The calls that the passes put into one loop must not make the loops around it count
// as such that order accesses: then another loop would take what it reads from before the updates.
// flags: -O2
#include "../check.h"

enum { N = 60 };
shared [N] int A[N * THREADS];
static int P[N];

#define LOOPS(which, A)                                                                                              \
  static long which(int from, int to, int by) {                                                                      \
    unsigned long sum = 0, rounds = 0;                                                                               \
    int i = from, j = 2 * N;                                                                                         \
    while (i < to) { sum = sum * 31 + A[i]; i++; }                                                                   \
    i = to;                                                                                                          \
    while (i < to) {                                                                                                 \
      if (A[i] == 40) break;                                                                                         \
      sum = sum * 7 + A[i] + j;                                                                                      \
      i += by; j += 2; rounds = rounds + 1;                                                                          \
    }                                                                                                                \
    i = from;                                                                                                        \
    while (i < to) {                                                                                                 \
      if (A[i] % 3 == 0) { i++; continue; }                                                                          \
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
    return sum * 100 + rounds + i + j;                                                                               \
  }
LOOPS(in_shared, A)
LOOPS(in_private, P)

int main(void) {
  if (MYTHREAD == THREADS - 1)
    for (int from = 0; from < 9; from += 4)
      for (int to = 2; to <= N; to += 19)
        for (int by = 1; by < 4; by++) {
          int wrong = 0;
          for (int i = 0; i < N; i++) A[i] = P[i] = 7 * i % 50;
          long want = in_private(from, to, by);
          wrong += in_shared(from, to, by) != want;
          for (int i = 0; i < N; i++) wrong += A[i] != P[i];
          CHECK_EQ(wrong, 0);
        }
  return done();
}
