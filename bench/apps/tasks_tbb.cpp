// SPDX-License-Identifier: BSD-3-Clause
// The programs of apps/tasks with the tasks of TBB.
#include <tbb/global_control.h>
#include <tbb/task_group.h>
#include "tasks_peer.h"

static void in_tasks(int count, part_t *part, void *data) {
  tbb::task_group group;
  for (int i = 0; i < count; i++) group.run([=] { part(i, data); });
  group.wait();
}

static void eight_calls(long n) {
  for (long i = 0; i < n; i++) {
    tbb::task_group group;
    for (int k = 0; k < CALLS; k++) group.run([] { count_call(); });
    group.wait();
  }
}

static void with_threads(int threads, void (*run)(long n), long n) {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, (size_t)threads);
  run(n);
}
