// SPDX-License-Identifier: BSD-3-Clause
// Loops whose bodies have arrays of their own, which a function fills. What the compiler keeps for a nest of loops on
// the stack must lie elsewhere, for as long as the nest runs.
#include "../check.h"

#define N (200 * THREADS)
enum { LENGTH = 64 };
shared [16] long a[N];
shared [12] long b[N];
shared [20] long c[N];
shared [24] long d[N];

__attribute__((noinline)) static void fill(long *own, long value) {
  for (int k = 0; k < LENGTH; k++) own[k] = value + k;
}

static void give_out(void) {
  for (int round = 0; round < 3; round++)
    upc_forall (int i = 1; i < N - 1; i++; &a[i]) {
      long own[LENGTH];
      fill(own, i);
      d[i] = a[i] + b[i - 1] + c[i + 1] + own[i % LENGTH];
    }
}

static long add_up(void) {
  long sum = 0;
  for (int round = 0; round < 3; round++)
    for (int i = 1; i < N - 1; i++) {
      long own[LENGTH];
      fill(own, i);
      sum += d[i] + b[i - 1] + c[i + 1] + own[i % LENGTH];
    }
  return sum;
}

int main(void) {
  upc_forall (int i = 0; i < N; i++; &a[i]) a[i] = i, b[i] = 2 * i, c[i] = 3 * i;
  upc_barrier;
  give_out();
  upc_barrier;
  long sum = 0;
  for (long i = 1; i < N - 1; i++) {
    long value = i + 2 * (i - 1) + 3 * (i + 1) + i + i % LENGTH;
    CHECK_EQ(d[i], value);
    sum += 3 * (value + 2 * (i - 1) + 3 * (i + 1) + i + i % LENGTH);
  }
  CHECK_EQ(add_up(), sum);
  return done();
}
