// SPDX-License-Identifier: BSD-3-Clause
// However many tasks are begun before one is waited for, they need little memory: those that find no place run at once.
// The argument is the number of thousands of tasks for each thread, 1000 by default.
#include <stdlib.h>
#include <sys/resource.h>
#include <upc.h>
#include "../../../../tests/upc/check.h"

enum { LEAST = 16 << 10 }; // KB; a million tasks have 128 MB

static long ran; // by this thread
shared long all_ran[THREADS];

static long peak(void) {
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss; // in KB
}

static void count_all(long expected) {
  long sum = 0;
  all_ran[MYTHREAD] = ran;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) sum += all_ran[t];
  CHECK_EQ(sum, expected);
  upc_barrier;
}

int main(int argc, char **argv) {
  long many = 1000L * (argc > 1 ? atol(argv[1]) : 1000), before, after;
  int next = (MYTHREAD + 1) % THREADS;
  upc_sync { upc_begin { ran++; } } // the first stack, the first group
  upc_sync { upc_begin upc_on (next) { ran++; } }
  upc_barrier;
  before = peak();
  upc_sync {
    for (long i = 0; i < many; i++) upc_begin { ran += i >= 0; }
  }
  after = peak();
  CHECK(after - before < LEAST);
  upc_barrier;
  count_all((many + 2) * THREADS);
  before = peak();
  upc_sync {
    for (long i = 0; i < many / 10; i++) upc_begin upc_on (next) { ran += i >= 0; }
  }
  after = peak();
  CHECK(after - before < LEAST);
  upc_barrier;
  count_all((many + many / 10 + 2) * THREADS);
  return done();
}
