// SPDX-License-Identifier: BSD-3-Clause
// upc_forall whose rounds are more than a row of blocks apart, and upc_forall in a function that another one calls,
// where each thread runs all rounds: the accesses in them, and how often each round runs, on which thread.
#include "../check.h"

enum { N = 3000 };
shared [3] int narrow[N * THREADS];
shared [7] int wide[N * THREADS];
shared int cyclic[N * THREADS];
static int three = 3, places[1000];

#define APART(array, block, to, step, by)                                                     \
  do {                                                                                        \
    int ran = 0, expected = 0, i;                                                             \
    for (int k = 0; k < to; k += step) expected += k * (by) / (block) % THREADS == MYTHREAD;  \
    upc_forall (i = 0; i < to; i += step; &array[i * (by)]) {                                 \
      CHECK_EQ(upc_threadof(&array[i * (by)]), MYTHREAD);                                     \
      array[i * (by)] = i;                                                                    \
      ran++;                                                                                  \
    }                                                                                         \
    CHECK_EQ(ran, expected);                                                                  \
    CHECK_EQ(i, (to + step - 1) / step * step);                                               \
    upc_barrier;                                                                              \
    for (int k = 0; k < to; k += step) CHECK_EQ(array[k * (by)], k);                          \
    upc_barrier;                                                                              \
  } while (0)

static int sum_of(int to, int step) {
  int sum = 0;
  upc_forall (int i = 0; i < to; i += step; &narrow[i]) sum += narrow[i];
  upc_forall (int i = 1; i <= to; i += step; i) sum += wide[i];
  upc_forall (int i = 0; i < to; i++; i) sum += places[i];
  return sum;
}

int main(void) {
  for (int to = 0; to < 100; to += 9)
    for (int step = 1; step < 40; step += 6) {
      APART(narrow, 3, to, step, 1);
      APART(narrow, 3, to, step, 25);
      APART(wide, 7, to, step, three);
      APART(wide, 7, to, step, 30);
      APART(cyclic, 1, to, step, 30);
    }
  upc_forall (int i = 0; i < N * THREADS; i++; &narrow[i]) narrow[i] = i % 11;
  upc_forall (int i = 0; i < N * THREADS; i++; &wide[i]) wide[i] = i % 13;
  upc_barrier;
  for (int i = 0; i < 1000; i++) places[i] = i * i % 17;
  int calls = 0, expected_calls = 0;
  upc_forall (int k = 0; k < 20; k++; k) {
    int step = 1 + k % 4, to = 50 * k, expected = 0;
    for (int i = 0; i < to; i += step) expected += i % 11;
    for (int i = 1; i <= to; i += step) expected += i % 13;
    for (int i = 0; i < to; i++) expected += places[i];
    CHECK_EQ(sum_of(to, step), expected);
    calls++;
  }
  for (int k = 0; k < 20; k++) expected_calls += k % THREADS == MYTHREAD;
  CHECK_EQ(calls, expected_calls);
  return done();
}
