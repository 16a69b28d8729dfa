// SPDX-License-Identifier: BSD-3-Clause
// What it costs to create tasks and to wait for them: eight calls of an empty function, in the forms of M. Weiland and
// T. Haddow (Performance Evaluation of Chapel's Task Parallel Features, 2009). Prints nanoseconds a task, the median of
// seven runs. bench/tasks_openmp.c is the peer.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_syncvar.h>
#include <upc_tick.h>

enum { CALLS = 8, ROUNDS = 5000, RUNS = 7 };

static volatile long calls;
static void call(void) { calls++; }

static void form_cobegin(void) {
  upc_cobegin {
    { call(); } { call(); } { call(); } { call(); } { call(); } { call(); } { call(); } { call(); }
  }
}

shared [] upc_singlevar_t *done;
static void form_single(void) {
  shared [] upc_singlevar_t *all = done;
  for (int i = 0; i < CALLS; i++) upc_syncvar_reset(&all[i]);
  for (int i = 0; i < CALLS; i++)
    upc_begin {
      int one = 1;
      call();
      upc_singlevar_write(&all[i], &one, sizeof one);
    }
  for (int i = 0; i < CALLS; i++) {
    int one;
    upc_singlevar_read(&all[i], &one, sizeof one);
  }
}

static void form_sync(void) {
  upc_sync {
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
    upc_begin { call(); }
  }
}

static void form_loop(void) {
  upc_sync {
    for (int i = 0; i < CALLS; i++) upc_begin { call(); }
  }
}

static void form_coforall(void) {
  upc_coforall (int i = 0; i < CALLS; i++) { call(); }
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double measure(void (*form)(void)) {
  double times[RUNS];
  for (int run = 0; run < RUNS; run++) {
    upc_tick_t start = upc_ticks_now();
    for (int i = 0; i < ROUNDS; i++) form();
    times[run] = (double)upc_ticks_to_ns(upc_ticks_now() - start) / (ROUNDS * CALLS);
  }
  qsort(times, RUNS, sizeof *times, compare);
  return times[RUNS / 2];
}

int main(void) {
  static const struct { const char *name; void (*run)(void); } forms[] = {
      {"cobegin", form_cobegin}, {"single variables", form_single}, {"sync", form_sync}, {"sync, loop", form_loop},
      {"coforall", form_coforall}};
  if (MYTHREAD == 0) {
    done = upc_alloc(CALLS * sizeof *done);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
      printf("%-18s %8.1f ns a task\n", forms[i].name, measure(forms[i].run));
  }
  upc_barrier;
}
