// SPDX-License-Identifier: BSD-3-Clause
// Simulated machines: what orders threads takes effect in virtual time, in a thread's own memory and within a node too.
// The first argument says what orders them, the second one the most that it costs each time, in seconds.
//
//   chain KIND   each thread waits for its predecessor, and computes a STEP: they end at 1, 2, 3, .. STEPs
//   hold KIND    each thread holds a lock for a STEP: they end at 1, 2, 3, .. STEPs
//   once         each thread takes a lock and releases it
//   atomics      all threads but the first add to one word, ADDS times: an addition takes at least the cost
//   tasks        thread 0 begins TASKS tasks for each thread, which the other threads of the node take: before each of
//                its own it lets those go first that are earlier. A task computes 2 ms of this host's processor
//                (host-factor=1)
//
// With flops=10GFlop/s and host-factor=0.
#include <bupc_extensions.h>
#include <time.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_machine.h>
#include <upc_syncvar.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

enum { ADDS = 10, TASKS = 4 };
static const double STEP = 0.1, TASK = 2e-3; // seconds

static strict shared int strict_word[THREADS];
static shared volatile long volatile_word[THREADS];
static shared int plain_word[THREADS];
static shared long counter;
static shared upc_syncvar_t variable[THREADS];
static bupc_sem_t *shared semaphore[THREADS];
static shared double ends[THREADS];
static upc_lock_t *lock;
static upc_atomicdomain_t *domain;
static shared int holders;

static double now(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }
static void compute_a_step(void) { upc_machine_compute(STEP * 10e9, "none"); }

static void await_predecessor(const char *kind, int before) {
  long value = 0;
  if (!strcmp(kind, "strict")) while (!strict_word[before]) {}
  if (!strcmp(kind, "own")) while (!strict_word[MYTHREAD]) {}
  if (!strcmp(kind, "volatile")) while (!volatile_word[before]) {}
  if (!strcmp(kind, "plain")) while (!plain_word[before]) {}
  if (!strcmp(kind, "atomic"))
    do upc_atomic_strict(domain, &value, UPC_GET, &counter, NULL, NULL);
    while (value < MYTHREAD);
  if (!strcmp(kind, "semaphore")) bupc_sem_wait(semaphore[MYTHREAD]);
  if (!strcmp(kind, "syncvar")) upc_syncvar_readFE(&variable[before], &value, sizeof value);
}

static void let_successor_go(const char *kind) {
  const long one = 1;
  const int next = (MYTHREAD + 1) % THREADS;
  if (!strcmp(kind, "strict")) strict_word[MYTHREAD] = 1;
  if (!strcmp(kind, "own")) strict_word[next] = 1;
  if (!strcmp(kind, "volatile")) volatile_word[MYTHREAD] = 1;
  if (!strcmp(kind, "plain")) plain_word[MYTHREAD] = 1;
  if (!strcmp(kind, "atomic")) upc_atomic_strict(domain, NULL, UPC_ADD, &counter, &one, NULL);
  if (!strcmp(kind, "semaphore")) bupc_sem_post(semaphore[next]);
  if (!strcmp(kind, "syncvar")) upc_syncvar_writeEF(&variable[MYTHREAD], &one, sizeof one);
}

static void chain(const char *kind) {
  if (MYTHREAD > 0) await_predecessor(kind, MYTHREAD - 1);
  compute_a_step();
  let_successor_go(kind);
}

static void hold(const char *kind) {
  if (!strcmp(kind, "attempt")) while (!upc_lock_attempt(lock)) {}
  else upc_lock(lock);
  CHECK_EQ(holders++, 0);
  compute_a_step();
  CHECK_EQ(--holders, 0);
  upc_unlock(lock);
}

static void compute_here(void) {
  const clock_t start = clock();
  while (clock() - start < TASK * CLOCKS_PER_SEC) {}
}

static void begin_tasks(void) {
  upc_sync {
    for (int i = 0; i < TASKS * THREADS; i++) upc_begin { compute_here(); }
  }
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void near_to(const char *what, double got, double least, double most) {
  if (got < least - 1e-9 || got > most) printf("%s: %.9f s, must be from %.9f to %.9f s\n", what, got, least, most);
  CHECK(got >= least - 1e-9 && got <= most);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *what = argv[1], *kind = argv[argc - 2];
  const double cost = strtod(argv[argc - 1], NULL);
  lock = upc_all_lock_alloc();
  domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
  semaphore[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  upc_barrier;
  const double start = now();
  if (!strcmp(what, "chain")) chain(kind);
  if (!strcmp(what, "hold")) hold(kind);
  if (!strcmp(what, "once")) upc_lock(lock), upc_unlock(lock);
  if (!strcmp(what, "tasks") && MYTHREAD == 0) begin_tasks();
  if (!strcmp(what, "atomics") && MYTHREAD > 0) {
    const long one = 1;
    for (int i = 0; i < ADDS; i++) upc_atomic_relaxed(domain, NULL, UPC_ADD, &counter, &one, NULL);
  }
  ends[MYTHREAD] = now() - start;
  upc_barrier;
  if (MYTHREAD == 0) {
    double *end = malloc(THREADS * sizeof *end);
    for (int t = 0; t < THREADS; t++) end[t] = ends[t];
    qsort(end, THREADS, sizeof *end, compare);
    const int steps = !strcmp(what, "chain") || !strcmp(what, "hold");
    for (int t = 0; steps && t < THREADS; t++) near_to(kind, end[t], (t + 1) * STEP, (t + 1) * (STEP + cost));
    if (!strcmp(what, "tasks")) near_to(what, ends[0], TASKS * TASK, 1.5 * TASKS * TASK + cost);
    if (!strcmp(what, "once")) near_to(what, end[THREADS - 1], 0, THREADS * cost);
    if (!strcmp(what, "atomics")) {
      const double least = (THREADS - 1) * ADDS * cost;
      near_to(what, end[THREADS - 1], least, 1.01 * least + ADDS * 3e-6);
      CHECK_EQ(counter, (THREADS - 1) * ADDS);
    }
    free(end);
  }
  return done();
}
