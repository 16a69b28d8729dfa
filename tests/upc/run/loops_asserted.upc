// SPDX-License-Identifier: BSD-3-Clause
// Loops that read ahead behind assertions. With an argument one of them does not hold: it ends the program, and what is
// behind it in the loop, a read of private memory by an index that is wrong, is not reached.
#include <assert.h>
#include <upc_relaxed.h>
#include "../check.h"
enum { N = 3000 }; // more than are asked for at once
shared int index_of[N * THREADS];
shared long values[N * THREADS];
static long table[N];

static long sum(int from, int to) {
  long s = 0;
  for (int i = from; i < to; i++) {
    int k = index_of[i];
    assert(k >= 0 && k < N);
    s += table[k] * values[k];
    if (k % 3 == 0) {
      long v = values[i];
      assert(v < N || v > 2 * N);
      s += v;
    }
    s += values[to - 1 - i];
    assert(values[k] != -1);
  }
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  upc_forall (int i = 0; i < N * THREADS; i++; i) index_of[i] = i * 7 % N, values[i] = i % N;
  if (argc > 1 && MYTHREAD == 0) index_of[N / 2] = 1 << 30;
  upc_barrier;
  for (int i = 0; i < N; i++) table[i] = i % 11;
  for (int round = 0; round < 3; round++) {
    int from = round * 100, to = N - round;
    long right = 0;
    for (int i = from; i < to; i++) {
      int k = i * 7 % N;
      right += k % 11 * (long)k + (k % 3 == 0 ? i : 0) + (to - 1 - i);
    }
    CHECK(sum(from, to) == right);
  }
  upc_barrier;
  return done();
}
