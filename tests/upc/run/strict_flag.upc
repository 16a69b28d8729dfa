// SPDX-License-Identifier: BSD-3-Clause
// Message passing and the store-buffer litmus: strict accesses are seen by all threads in one order.
#include <upc_relaxed.h>
#include "../check.h"
#define ROUNDS 300

strict shared int flag[THREADS];
shared int data[THREADS];
strict shared int x, y;
shared [] int seen[2];

int main(void) {
  /* a token round the ring, relaxed data behind a strict flag */
  int next = (MYTHREAD + 1) % THREADS;
  for (int round = 1; round <= ROUNDS; round++) {
    if (MYTHREAD != 0) {
      while (flag[MYTHREAD] != round) {}
      CHECK_EQ(data[MYTHREAD], round * 100 + MYTHREAD);
    }
    data[next] = round * 100 + next;
    flag[next] = round;
    if (MYTHREAD == 0) {
      while (flag[0] != round) {}
      CHECK_EQ(data[0], round * 100);
    }
  }
  upc_barrier;
  /* with x and y strict, not both threads may read 0 */
  if (THREADS > 1)
    for (int round = 0; round < ROUNDS; round++) {
      if (MYTHREAD == 0) x = 0, y = 0;
      upc_barrier;
      if (MYTHREAD == 0) { x = 1; seen[0] = y; }
      if (MYTHREAD == 1) { y = 1; seen[1] = x; }
      upc_barrier;
      CHECK(seen[0] || seen[1]);
      upc_barrier;
    }
  return done();
}
