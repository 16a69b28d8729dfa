// SPDX-License-Identifier: BSD-3-Clause
// A plain shared flag is strict under the pragma or <upc_strict.h>: a spin on it ends.
#include <upc_strict.h>
#include "../check.h"

shared int ready[THREADS];
relaxed shared int payload[THREADS];
shared [] int *shared where;
shared int turn;

int main(void) {
  int next = (MYTHREAD + 1) % THREADS;
  payload[next] = 7 * next;
  ready[next] = 1;
  while (!ready[MYTHREAD]) {}
  CHECK_EQ(payload[MYTHREAD], 7 * MYTHREAD);
  if (MYTHREAD == 0) {
    shared [] int *p = upc_alloc(sizeof(int));
    *p = 99;
    where = p;
  }
  while (where == NULL) {}
  CHECK_EQ(*where, 99);
  for (int k = 0; k < 20; k++) {
    while (turn != k * THREADS + MYTHREAD) {}
    turn++;
  }
  upc_barrier;
  CHECK_EQ(turn, 20 * THREADS);
  return done();
}
