/* SPDX-License-Identifier: BSD-3-Clause
 * The programs of apps/tasks with OpenMP's tasks; compiled without -fopenmp, in plain C on one thread. */
#include "tasks_peer.h"

static void in_tasks(int count, part_t *part, void *data) {
  for (int i = 0; i < count; i++) {
#pragma omp task firstprivate(i)
    part(i, data);
  }
#pragma omp taskwait
}

static void eight_calls(long n) {
  for (long i = 0; i < n; i++) {
    for (int k = 0; k < CALLS; k++) {
#pragma omp task
      count_call();
    }
#pragma omp taskwait
  }
}

static void with_threads(int threads, void (*run)(long n), long n) {
  (void)threads;
#pragma omp parallel num_threads(threads)
#pragma omp single
  run(n);
}
