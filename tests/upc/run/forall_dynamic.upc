// SPDX-License-Identifier: BSD-3-Clause
// Nesting through calls: a upc_forall in a function called from a controlling loop's body runs everywhere.
#include "../check.h"
#define N 10

shared int A[N * THREADS];
static int work(void) {
  int n = 0;
  upc_forall (int i = 0; i < N; i++; i) n++;
  return n;
}
static int deeper(void) { return work(); }
static int (*pointer)(void) = deeper;
static int early(int stop) {
  int n = 0;
  upc_forall (int i = 0; i < N; i++; &A[i]) {
    if (i >= stop) continue;
    n += work();
  }
  return n;
}
static int recursive(int depth) {
  int n = 1;
  if (depth > 0)
    upc_forall (int i = 0; i < 3; i++; i) n += recursive(depth - 1);
  return n;
}
static int returns_inside(void) {
  int n = 0;
  upc_forall (int i = 0; i < N; i++; continue) {
    for (int k = 0; k < 5; k++) {
      if (k == 3) break;
      n++;
    }
  }
  return n;
}

int main(void) {
  int mine = 0;
  for (int i = 0; i < N; i++) mine += i % THREADS == MYTHREAD;
  CHECK_EQ(work(), mine);
  int n = 0;
  upc_forall (int i = 0; i < N; i++; i) { n += work(); n += deeper(); n += pointer(); }
  CHECK_EQ(n, mine * 3 * N);
  CHECK_EQ(work(), mine);
  n = 0;
  upc_forall (int i = 0; i < N; i++; continue) n += work();
  CHECK_EQ(n, N * mine);
  CHECK_EQ(early(N), mine * N);
  CHECK_EQ(early(0), 0);
  CHECK_EQ(work(), mine);
  CHECK_EQ(returns_inside(), 3 * N);
  int first = 0;
  for (int i = 0; i < 3; i++) first += i % THREADS == MYTHREAD;
  CHECK_EQ(recursive(3), 1 + first * (1 + 3 * (1 + 3)));
  CHECK_EQ(work(), mine);
  upc_barrier;
  return done();
}
