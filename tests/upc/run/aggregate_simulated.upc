// SPDX-License-Identifier: BSD-3-Clause
// A simulated machine makes the far accesses of loops together too. The time is the machine's: that of 1,000 strict
// reads, each a message there and back, is more than ten times that of a loop's relaxed ones, reads and updates.
// flags: -O2
#include "../check.h"
#include <upc_relaxed.h>
#include <upc_tick.h>

enum { N = 1000 };
shared [N] long A[N * THREADS];
static int subscript[N];

static long since(upc_tick_t start) { return (long)upc_ticks_to_ns(upc_ticks_now() - start); }

int main(void) {
  const int from = (MYTHREAD + 1) % THREADS * N;
  long sum = 0;
  for (int i = 0; i < N; i++) A[MYTHREAD * N + i] = MYTHREAD, subscript[i] = from + i * 7 % N;
  upc_barrier;

  upc_tick_t start = upc_ticks_now();
  for (int i = 0; i < N; i++) sum += *(strict shared long *)&A[from + i];
  const long strict_reads = since(start);
  CHECK_EQ(sum, N * ((MYTHREAD + 1L) % THREADS));

  upc_barrier;
  start = upc_ticks_now();
  for (int i = 0; i < N; i++) sum -= A[subscript[i]];
  const long reads = since(start);
  CHECK_EQ(sum, 0);

  upc_barrier;
  start = upc_ticks_now();
  for (int i = 0; i < N; i++) A[subscript[i]] ^= 5;
  const long updates = since(start);
  upc_barrier;
  for (int i = 0; i < N; i++) CHECK_EQ(A[MYTHREAD * N + i], MYTHREAD ^ 5);

  if (strict_reads < 10 * reads || strict_reads < 10 * updates) {
    printf("strict reads %ld ns, reads %ld ns, updates %ld ns\n", strict_reads, reads, updates);
    CHECK_EQ(1, 0);
  }
  return done();
}
