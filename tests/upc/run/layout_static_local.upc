// SPDX-License-Identifier: BSD-3-Clause
// static shared objects in functions and blocks: one each, shared by all threads and by all calls.
#include "../check.h"

static shared int *counter_of(int which) {
  static shared int count[2 * THREADS];
  {
    static shared int count; /* another */
    if (MYTHREAD == 0) count += 100;
  }
  return &count[which];
}

static int depth(int n) {
  static shared [] int seen[8];
  if (MYTHREAD == 0) seen[n]++;
  if (n > 0) return depth(n - 1) + seen[n];
  return seen[0];
}

static int first(void) {
  static shared int x;
  if (MYTHREAD == 0) x += 1;
  return x;
}
static int second(void) {
  static shared int x;
  if (MYTHREAD == 0) x += 10;
  return x;
}

int main(void) {
  for (int k = 0; k < 3; k++) *counter_of(THREADS - 1 - MYTHREAD) += k + 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK_EQ(*counter_of(t), 6);
  for (int t = 0; t < THREADS; t++) CHECK_EQ(*counter_of(t + THREADS), 0);
  for (int t = 0; t < THREADS; t++) CHECK_EQ(upc_threadof(counter_of(t)), t);
  if (MYTHREAD == 0) {
    CHECK_EQ(depth(7), 8);
    CHECK_EQ(depth(3), 8);
    first(), first(), second();
    CHECK_EQ(first(), 3);
    CHECK_EQ(second(), 20);
  }
  upc_barrier;
  if (MYTHREAD) CHECK_EQ(first() + second(), 23);
  for (int i = 0; i < 2; i++) {
    static shared int in_loop;
    if (MYTHREAD == 0) in_loop++;
    upc_barrier;
    CHECK_EQ(in_loop, i + 1);
    upc_barrier;
  }
  return done();
}
