// SPDX-License-Identifier: BSD-3-Clause
// What strict accesses promise (UPC 1.3, 5.1.2.3 and appendix B), on pairs of threads over and over: one order for all
// strict accesses, and relaxed ones not beyond a strict one of the same thread.
#include "../check.h"
#include "../race_ok.h"
#include <upc_relaxed.h>

enum { ROUNDS = 300, BATCH = 16 };
strict shared int x[THREADS][BATCH], y[THREADS][BATCH], flag[THREADS][BATCH];
relaxed shared int data[THREADS][BATCH], more[THREADS][BATCH];
shared int saw_x[THREADS][BATCH], saw_y[THREADS][BATCH];

int main(void) {
  if (MYTHREAD == 0) {
    upc_race_ok(data);
    upc_race_ok(more);
  }
  upc_barrier;
  int pair = MYTHREAD / 2 * 2, role = MYTHREAD % 2, alone = pair + 1 == THREADS;
  for (int round = 1; round <= ROUNDS; round++) {
    // Each writes its own and reads the other's: not both may miss the other's write.
    for (int k = 0; k < BATCH; k++)
      if (role == 0) x[pair][k] = round, saw_y[pair][k] = y[pair][k];
      else y[pair][k] = round, saw_x[pair][k] = x[pair][k];
    // A message: data, then flag; flag, then data.
    for (int k = 0; k < BATCH; k++)
      if (role == 0) {
        data[pair][k] = 10 * round, more[pair][k] = 10 * round;
        flag[pair][k] = round;
      } else {
        int f = flag[pair][k], d = data[pair][k], m = more[pair][k];
        CHECK(d >= 10 * f && m >= 10 * f);
      }
    upc_barrier;
    if (role == 0 && !alone)
      for (int k = 0; k < BATCH; k++) CHECK(saw_y[pair][k] == round || saw_x[pair][k] == round);
    upc_barrier;
  }
  // upc_fence orders relaxed accesses as a strict one would.
  for (int round = 1; round <= ROUNDS; round++)
    for (int k = 0; k < BATCH; k++)
      if (role == 0) {
        data[pair][k] = 10 * (ROUNDS + round);
        upc_fence;
        more[pair][k] = 10 * (ROUNDS + round);
      } else {
        int m = more[pair][k];
        upc_fence;
        int d = data[pair][k];
        CHECK(d >= m);
      }
  return done();
}
