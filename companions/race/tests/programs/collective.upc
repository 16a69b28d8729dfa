// SPDX-License-Identifier: BSD-3-Clause
// race: 16 18
// race: 16 19
// A collective with MYSYNC has filled the caller's part when it returns, and no other's.
// says: by upc_all_broadcast
#include <upc_relaxed.h>
#include <upc_collective.h>

shared [2] int A[2 * THREADS];
shared [] int from[2];

int main(void) {
  int seen = 0;
  if (MYTHREAD == 0) from[0] = from[1] = 5;
  upc_barrier;
  upc_all_broadcast(A, from, 2 * sizeof(int), FLAGS);
  seen += A[2 * MYTHREAD];
  seen += A[(2 * MYTHREAD + 2) % (2 * THREADS)];
  if (MYTHREAD == THREADS - 1) from[1] = 6;
  return seen > 100;
}
