// SPDX-License-Identifier: BSD-3-Clause
// A upc_forall in a function that is called from the body of another one. The compiler may put the function's code in
// place of the call. The inner loop runs whole all the same, in each iteration of the outer one (UPC 1.3, 6.6.2).
#include "../check.h"
#include <upc_relaxed.h>
#define N 24
#define INLINE static inline __attribute__((always_inline))
#define CALLED static __attribute__((noinline))

shared [] long table[N][N];
shared [3] int A[N * THREADS];
static volatile int unknown; // 0
static long sum;             // of what was counted outside of the functions

static long own(long n) { // of 0..n-1
  long mine = 0;
  for (long i = 0; i < n; i++) mine += i % THREADS == MYTHREAD;
  return mine;
}

// Nothing but the loop: LLVM sees all of it.
INLINE long count(long n) {
  long counted = 0;
  upc_forall (long i = 0; i < n; i++; i) counted++;
  return counted;
}
INLINE void add(void) { upc_forall (int i = 0; i < N; i++; &A[i]) sum++; }
INLINE void fill(int i) { upc_forall (int j = 0; j < N; j++; j) table[i][j] = i * N + j; }
INLINE long twice(void) { return count(N) + count(N + 1); }
INLINE long product(void) {
  long counted = 0;
  upc_forall (int i = 0; i < N; i++; i) counted += count(N);
  return counted;
}
// These have only code of others, and stay calls.
CALLED long counted(void) {
  long n = 0;
  upc_forall (int i = 0; i < N; i++; i) n += count(2);
  return n;
}
CALLED long asked(void) { return count(N); }

int main(void) {
  long mine = own(N), n = 0, expected = sum;
  CHECK_EQ(count(N), mine);
  upc_forall (int i = 0; i < N; i++; i) n += count(N);
  CHECK_EQ(n, mine * N);
  CHECK_EQ(count(N), mine);

  n = 0;
  upc_forall (int i = 0; i < N; i++; i) n += twice();
  CHECK_EQ(n, mine * (N + N + 1));

  CHECK_EQ(product(), mine * N);
  n = 0;
  upc_forall (int i = 0; i < N; i++; i) n += product();
  CHECK_EQ(n, mine * N * N);

  // Between outer loops, and in a loop around them.
  n = 0;
  for (int round = 0; round < 3 + unknown; round++) {
    upc_forall (int i = 0; i < N; i++; i) n += count(N);
    n += count(N);
  }
  CHECK_EQ(n, 3 * (mine * N + mine));
  for (int round = 0; round < 3 + unknown; round++) {
    upc_forall (int i = 0; i < N; i++; i) add();
    expected += mine * N;
  }
  CHECK_EQ(sum, expected);

  // The iterations of one thread alone, and a loop that is left early.
  n = 0;
  upc_forall (int i = 0; i < N; i++; unknown) n += count(N);
  CHECK_EQ(n, MYTHREAD == 0 ? N * N : 0);
  n = 0;
  upc_forall (int i = 0; i < N; i++; i) {
    if (i >= N / 2 + unknown) continue;
    n += count(N);
  }
  CHECK_EQ(n, own(N / 2) * N);

  for (int round = 0; round < 3 + unknown; round++) {
    n = 0;
    upc_forall (int i = 0; i < N; i++; i) n += counted();
    CHECK_EQ(n, mine * N * 2);
    n = 0;
    upc_forall (int i = 0; i < N; i++; i) n += asked();
    CHECK_EQ(n, mine * N);
    CHECK_EQ(asked(), mine);
    CHECK_EQ(counted(), mine * 2);
  }

  upc_forall (int i = 0; i < N; i++; i) fill(i);
  upc_barrier;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) CHECK_EQ(table[i][j], i * N + j);
  upc_barrier;
  return done();
}
