// SPDX-License-Identifier: BSD-3-Clause
// `while` loops whose last statements move the index, as a `for` loop does: in each round they run once, after the
// rest of the body. The same loops run over shared arrays of three block sizes and over a private array, and must give
// the same.
#include "../check.h"

enum { N = 60 };
shared [4] int B[N * THREADS];
shared int C[N * THREADS];
shared [N] int L[N * THREADS];
static int P[N];

// The plainest one.
#define UPWARDS(A) while (i < to) { sum = sum * 31 + A[i]; i++; }

// The distance is a variable of the body, so it is not known outside of it.
#define BY_A_VARIABLE_OF_THE_BODY(A) \
  while (i > from) { int d = by; sum += A[i - 1] * j; j--, rounds++; i -= d; }

// Three variables move; a `break` leaves them as they are.
#define LEFT_EARLY(A) \
  while (i < to) { if (A[i] == 40) break; sum = sum * 7 + A[i] + j; i += by; j += 2; rounds = rounds + 1; }

// A `continue` goes past the last statement, after one of its own.
#define CONTINUED(A) \
  while (i < to) { if (A[i] % 3 == 0) { i++; continue; } sum ^= A[i] << (i % 8); i += 2; }

// One loop in another, and the outer one is a branch without braces.
#define NESTED_IN_A_BRANCH(A) \
  if (to > 3) while (i < to) { int k = 0; while (k < 3) { A[i] += k; k++; } ++i; } \
  else sum = -sum;

// The `break` is the switch's.
#define AROUND_A_SWITCH(A) \
  while (i < to) { switch (A[i] & 1) { case 0: sum++; break; default: sum--; } i++; }

// The index goes from 255 on to 0.
#define WRAPPED(A) while (narrow != 5) { sum += A[narrow % (unsigned)N]; narrow++; }

// A round reads what the one before it has written.
#define OF_THE_ROUND_BEFORE(A) \
  while (i < N - 1 && sum != 12345) { A[i + 1] = A[i + 1] + A[i] % 5; i++; }

#define LOOPS(name, A)                              \
  static long name(int from, int to, int by) {      \
    unsigned long sum = 0, rounds = 0;              \
    unsigned char narrow = 250;                     \
    int i = from, j = 2 * N;                        \
    UPWARDS(A)                                      \
    i = to;   BY_A_VARIABLE_OF_THE_BODY(A)          \
    i = from; LEFT_EARLY(A)                         \
    i = from; CONTINUED(A)                          \
    i = from; NESTED_IN_A_BRANCH(A)                 \
    i = from; AROUND_A_SWITCH(A)                    \
    WRAPPED(A)                                      \
    i = 0;    OF_THE_ROUND_BEFORE(A)                \
    return sum * 100 + rounds + i + j;              \
  }
LOOPS(blocked, B)
LOOPS(cyclic, C)
LOOPS(large, L)
LOOPS(private, P)

static void fill(void) {
  for (int i = 0; i < N; i++) B[i] = C[i] = L[i] = P[i] = 7 * i % 50;
}

static void compare(int from, int to, int by) {
  fill();
  long want = private(from, to, by);
  CHECK_EQ(blocked(from, to, by), want);
  CHECK_EQ(cyclic(from, to, by), want);
  CHECK_EQ(large(from, to, by), want);
  for (int i = 0; i < N; i++) {
    CHECK_EQ(B[i], P[i]);
    CHECK_EQ(C[i], P[i]);
    CHECK_EQ(L[i], P[i]);
  }
}

int main(void) {
  if (MYTHREAD == THREADS - 1)
    for (int from = 0; from < 9; from += 4)
      for (int to = 2; to <= N; to += 19)
        for (int by = 1; by < 4; by++) compare(from, to, by);
  return done();
}
