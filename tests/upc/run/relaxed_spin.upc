// SPDX-License-Identifier: BSD-3-Clause
// Loops that wait for a relaxed shared object, neither strict nor volatile, see it change: old programs spin so.
#include "../check.h"
#include "../race_ok.h"
#include <upc_relaxed.h>

shared int flag, turn, last;
shared int ready[THREADS];

static int wait_inside(shared int *p, int value) {
  while (1)
    if (*p == value) return value;
}

int main(void) {
  if (MYTHREAD == 0) {
    upc_race_ok(flag);
    upc_race_ok(turn);
    upc_race_ok(last);
    upc_race_ok(ready);
  }
  upc_barrier;
  for (int round = 1; round <= 3; round++) {
    if (MYTHREAD == 0) flag = round;
    else while (flag != round) ;
    upc_barrier;
    if (MYTHREAD == THREADS - 1) turn = round;
    else do ; while (turn != round);
    upc_barrier;
    if (MYTHREAD == 0) last = round;
    CHECK_EQ(wait_inside(&last, round), round);
    ready[MYTHREAD] = round;
    for (int i = 0; i < THREADS; i++) while (!(ready[i] == round)) ;
    upc_barrier;
    ready[MYTHREAD] = -round;
    for (int i = 0; i < THREADS; i++) for (long turns = 0; ready[i] != -round; turns++) ;
    upc_barrier;
    ready[MYTHREAD] = round;
    for (int i = 0; i < THREADS; i++) for (long turns = 0;; turns++) if (ready[i] == round) break;
    upc_barrier;
    CHECK_EQ(flag + turn, 2 * round);
    upc_barrier;
  }
  return done();
}
