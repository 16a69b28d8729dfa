// SPDX-License-Identifier: BSD-3-Clause
// Nested upc_forall: only the outermost with an affinity that is not `continue` divides the work.
#include "../check.h"
#define N 12

shared int A[N * THREADS], B[N * THREADS];
static int inner_runs;

int main(void) {
  int n = 0, outer = 0;
  upc_forall (int i = 0; i < N; i++; i) {
    outer++;
    upc_forall (int j = 0; j < N; j++; j) n++;
    upc_forall (int j = 0; j < N; j++; &A[j]) n++;
    upc_forall (int j = 0; j < N; j++; continue) n++;
  }
  int mine = 0;
  for (int i = 0; i < N; i++) mine += i % THREADS == MYTHREAD;
  CHECK_EQ(outer, mine);
  CHECK_EQ(n, mine * N * 3);

  n = 0;
  upc_forall (int i = 0; i < N; i++; continue)
    upc_forall (int j = 0; j < N; j++; &A[j])
      upc_forall (int k = 0; k < N; k++; &B[k]) {
        CHECK_EQ(j % THREADS, MYTHREAD);
        n++;
      }
  CHECK_EQ(n, N * mine * N);

  /* after a nest, the next loop divides again; a loop beside a controlling one too */
  n = 0;
  upc_forall (int i = 0; i < N; i++; i) n++;
  CHECK_EQ(n, mine);
  n = 0;
  upc_forall (int i = 0; i < N; i++; continue) {
    upc_forall (int j = 0; j < N; j++; j) n++;
    upc_forall (int j = 0; j < N; j++; j + 1) inner_runs++;
  }
  CHECK_EQ(n, N * mine);
  for (int i = 0; i < N; i++) {
    upc_forall (int j = 0; j < N; j++; j) n--;
  }
  CHECK_EQ(n, 0);
  upc_barrier;
  return done();
}
