// SPDX-License-Identifier: BSD-3-Clause
// Ten loops of far reads in one function that a task calls: their buffers do not lie on the task's stack.
#include <upc_relaxed.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { N = 200 };
shared long A[(N + 2) * THREADS], B[(N + 2) * THREADS], C[(N + 2) * THREADS], D[(N + 2) * THREADS];
shared long total[THREADS];
int col[N];

#define LOOP for (i = 0; i < N; i++) s += A[col[i]] * B[col[i] + 1] + C[col[i] + 2] * D[col[i]];

static long sums(void) {
  long s = 0;
  int i;
  LOOP LOOP LOOP LOOP LOOP LOOP LOOP LOOP LOOP LOOP
  return s;
}

int main(void) {
  long expected = 0;
  int i;
  for (i = MYTHREAD; i < (N + 2) * THREADS; i += THREADS) A[i] = i, B[i] = i + 1, C[i] = i + 2, D[i] = i + 3;
  for (i = 0; i < N; i++) {
    const long c = col[i] = 7 * i % N;
    expected += 10 * (c * (c + 2) + (c + 4) * (c + 3));
  }
  upc_barrier;
  upc_on (MYTHREAD) { total[MYTHREAD] = sums(); }
  CHECK_EQ(total[MYTHREAD], expected);
  return done();
}
