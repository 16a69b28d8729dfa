// SPDX-License-Identifier: BSD-3-Clause
// UPC linked with plain C that the same command compiles: private data, callbacks into UPC, a main in UPC.
#include "../../check.h"
#include "plain.h"

shared int A[4 * THREADS];
static int read_shared(int i) { return A[i]; }
int called_from_c(int x) { return x + MYTHREAD; }

int main(void) {
  upc_forall (int i = 0; i < 4 * THREADS; i++; &A[i]) A[i] = 3 * i;
  upc_barrier;
  CHECK_EQ(plain_sum(4 * THREADS, read_shared), 3 * 4 * THREADS * (4 * THREADS - 1) / 2);
  upc_barrier;
  CHECK_EQ(plain_calls_back(10), 10 + MYTHREAD);
  plain_counter += MYTHREAD + 1;
  CHECK_EQ(plain_bump(), MYTHREAD + 2);
  int *mine = (int *)&A[MYTHREAD];
  plain_scale(mine, 4, 2);
  upc_barrier;
  for (int i = 0; i < 4 * THREADS; i++) CHECK_EQ(A[i], 6 * i);
  return done();
}
