// SPDX-License-Identifier: BSD-3-Clause
// Barriers, plain and split, with and without expressions, as statements of every kind.
#include "../check.h"

shared int A[THREADS], B[THREADS];
static int evaluated;
static int value(void) { evaluated++; return 42; }

int main(void) {
  for (int round = 0; round < 50; round++) {
    A[(MYTHREAD + round) % THREADS] = round * 1000 + MYTHREAD;
    upc_barrier round;
    for (int t = 0; t < THREADS; t++) CHECK_EQ(A[(t + round) % THREADS], round * 1000 + t);
    upc_barrier;
  }
  /* what is written before notify is seen after wait; private work in between */
  for (int round = 0; round < 50; round++) {
    B[MYTHREAD] = round + MYTHREAD;
    upc_notify;
    int local = 0;
    for (int k = 0; k < 100; k++) local += k;
    CHECK_EQ(local, 4950);
    upc_wait;
    for (int t = 0; t < THREADS; t++) CHECK_EQ(B[t], round + t);
    upc_notify 7;
    upc_wait 7;
  }
  upc_barrier value();
  CHECK_EQ(evaluated, 1);
  upc_notify value(); upc_wait value();
  CHECK_EQ(evaluated, 3);
  /* only some give a value; values on notify only; short, char, long and negative ones */
  if (MYTHREAD % 2) upc_barrier; else upc_barrier 5;
  if (MYTHREAD % 2) { upc_notify 3; upc_wait; } else { upc_notify; upc_wait 3; }
  if (THREADS == 1) { upc_notify 3; } else upc_notify 3;
  upc_wait;
  upc_barrier (short)-2; upc_barrier 'x'; upc_barrier 5L; upc_barrier -2147483647 - 1; upc_barrier A[0] * 0 + 1;
  upc_barrier THREADS;
  upc_barrier(9); upc_notify (0, 1); upc_wait 1;
  switch (THREADS) { default: upc_barrier; }
  for (int k = 0; k < 3; k++) upc_barrier k;
  do upc_barrier; while (0);
  ({ upc_barrier; 0; });
  upc_fence; if (1) upc_fence; else upc_fence;
here: upc_barrier;
  { upc_notify; upc_fence; upc_wait; }
  return done();
}
