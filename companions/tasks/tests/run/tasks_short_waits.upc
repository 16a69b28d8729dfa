// SPDX-License-Identifier: BSD-3-Clause
// A wait for a lock of the runtime's own begins no task on the thread that waits.
// `heap`, `pointers`: tasks of half of the threads need a lock that lies on the other half, and then compute. On a
// machine of two nodes, whose messages take time, they wait for it.
// `file`: tasks arrive at threads that wait for their turn to write. Each begins after its thread has written.
#include <fcntl.h>
#include <unistd.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_io.h>
#include <upc_machine.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

enum { TASKS = 10 };

static shared [] char *shared block[TASKS * THREADS];
static shared void *shared target[THREADS];
static upc_atomicdomain_t *domain;
static shared int computed[THREADS];

static int waits; /* for a lock, on this thread */

static void need_lock(int heap, int task) {
  shared void *value = block[task];
  waits++;
  if (heap) upc_free(block[task]);
  else upc_atomic_relaxed(domain, NULL, UPC_SET, &target[THREADS - 1], &value, NULL);
  waits--;
}

static double now(void) { return (double)upc_ticks_to_ns(upc_ticks_now()); }

static double compute(void) {
  const double start = now();
  upc_machine_compute(1e8, "x");
  return now() - start;
}

static void work(int heap, int task) {
  CHECK_EQ(waits, 0);
  need_lock(heap, task);
  compute();
}

/* The threads of the node share the tasks, which compute nearly all the time. */
static void check_tasks(int heap) {
  const double alone = compute(), start = now();
  upc_sync for (int i = 0; i < TASKS * THREADS; i++) upc_begin work(heap, i);
  CHECK(!upc_machine_is_simulated() || now() - start < 1.04 * 2 * TASKS * alone);
}

static void check_wait(int heap) {
  domain = upc_all_atomicdomain_alloc(UPC_PTS, UPC_SET, 0);
  if (MYTHREAD == THREADS - 1) for (int i = 0; i < TASKS * THREADS; i++) block[i] = upc_alloc(200);
  upc_barrier;
  if (MYTHREAD == 0) check_tasks(heap);
  upc_barrier;
  upc_all_atomicdomain_free(domain);
}

/* ---- file ---- */
static char path[64];
static strict shared int far;

static int has_written(int thread) {
  int file = open(path, O_RDONLY), value = -1;
  const int got = file >= 0 && pread(file, &value, sizeof value, thread * (long)sizeof value) == sizeof value;
  if (file >= 0) close(file);
  return got && value == thread + 1;
}

/* Begins as soon as thread 0 has written, which then waits in the call for the others. */
static void send_tasks(void) {
  for (int asked = 0; !has_written(0); asked += far) upc_task_yield();
  for (int t = THREADS / 2; t < THREADS; t++)
    upc_begin upc_on (t) {
      CHECK(has_written(t));
      computed[t]++;
    }
}

static void check_file(void) {
  int value = (int)MYTHREAD + 1;
  snprintf(path, sizeof path, "/tmp/tasks_short_waits.%d", (int)getppid());
  upc_file_t *file = upc_all_fopen(path, UPC_RDWR | UPC_CREATE | UPC_TRUNC | UPC_INDIVIDUAL_FP | UPC_STRONG_CA |
                                   UPC_DELETE_ON_CLOSE, 0, NULL);
  CHECK(file != NULL);
  upc_all_fseek(file, MYTHREAD * (upc_off_t)sizeof value, UPC_SEEK_SET);
  upc_sync {
    if (MYTHREAD == 0) upc_begin send_tasks();
    CHECK_EQ(upc_all_fwrite_local(file, &value, sizeof value, 1, 0), sizeof value);
  }
  upc_barrier;
  if (MYTHREAD == 0) for (int t = THREADS / 2; t < THREADS; t++) CHECK_EQ(computed[t], 1);
  upc_all_fclose(file);
}

int main(int argc, char **argv) {
  far = 1;
  upc_barrier;
  if (argc > 1 && strcmp(argv[1], "heap") == 0) check_wait(1);
  else if (argc > 1 && strcmp(argv[1], "pointers") == 0) check_wait(0);
  else check_file();
  return done();
}
