// SPDX-License-Identifier: BSD-3-Clause
// A loop that waits for a volatile shared object sees it change, relaxed or not, also through a pointer.
#include "../check.h"
#include "../race_ok.h"
#include <upc_relaxed.h>

volatile shared int flag, turn;
shared int plain;

static void wait_for(volatile shared int *p, int value) {
  while (*p != value) ;
}

int main(void) {
  if (MYTHREAD == 0) {
    upc_race_ok(flag);
    upc_race_ok(turn);
  }
  upc_barrier;
  for (int round = 1; round <= 3; round++) {
    if (MYTHREAD == 0) flag = round;
    else while (flag != round) ;
    upc_barrier;
    if (MYTHREAD == THREADS - 1) turn = round; else wait_for(&turn, round);
    upc_barrier;
    CHECK_EQ(flag + turn, 2 * round);
    flag += 0;
    upc_barrier;
  }
  return done();
}
