// SPDX-License-Identifier: BSD-3-Clause
// Threads that hold a lock while they wait for tasks on other threads, which may be waiting for this lock meanwhile.
// Each adds to one of a few counters in two steps, with the tasks between them. A model adds in order. The seed is the
// argument, or 1.
#include <upc.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { COUNTERS = 4, ROUNDS = 100, TASKS = 3 };

static shared [] long counter[COUNTERS];
static upc_lock_t *shared [] lock[COUNTERS];

static shared [] long halves[COUNTERS][TASKS];

// Runs on any thread, while the one that sent it holds the lock of the counter.
struct half { int counter, task; long value; };
static void add_half(void *args) {
  struct half *h = args;
  halves[h->counter][h->task] = h->value;
}

static unsigned next(unsigned *x) { return (*x = *x * 1103515245u + 12345u) >> 16; }
static unsigned seed_of(unsigned seed, int thread) { return seed * 77777u + (unsigned)thread; }

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 1;
  long expected[COUNTERS] = {0};
  unsigned x;
  for (int i = 0; i < COUNTERS; i++) {
    upc_lock_t *l = upc_all_lock_alloc();
    if (MYTHREAD == 0) lock[i] = l;
  }
  upc_barrier;
  x = seed_of(seed, MYTHREAD);
  for (int k = 0; k < ROUNDS; k++) {
    const int i = (int)(next(&x) % COUNTERS), tasks = (int)(next(&x) % TASKS);
    const long before = (upc_lock(lock[i]), counter[i]), add = (long)(next(&x) % 1000);
    upc_task_group_t group;
    halves[i][0] = add;
    upc_task_open(&group);
    for (int j = 0; j < tasks; j++) {
      struct half h = {i, j, add};
      upc_task_begin_on((MYTHREAD + j) % THREADS, add_half, &h, sizeof h);
    }
    upc_task_wait(&group);
    counter[i] = before + halves[i][tasks ? tasks - 1 : 0];
    upc_unlock(lock[i]);
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    x = seed_of(seed, t);
    for (int k = 0; k < ROUNDS; k++) {
      const int i = (int)(next(&x) % COUNTERS);
      next(&x);
      expected[i] += (long)(next(&x) % 1000);
    }
  }
  for (int i = 0; i < COUNTERS; i++) {
    if (counter[i] != expected[i])
      printf("seed %u: counter %d is %ld, must be %ld\n", seed, i, (long)counter[i], expected[i]);
    CHECK(counter[i] == expected[i]);
  }
  upc_barrier;
  return done();
}
