// SPDX-License-Identifier: BSD-3-Clause
// trace_path.sh: programs with one cause of their time each. Arguments: the program, and the thread that is at fault.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include <upc_stride_coll.h>
enum { ROUNDS = 4, LONGS = 1024 };

static shared [LONGS] long to[LONGS * THREADS];
static shared [] long from[LONGS];
static int which;

static void compute(int ms) { usleep(1000 * ms); } // as good for the path, on a busy host too

static void slow_barrier(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which ? 40 : 5);
    upc_barrier;                                // slow_barrier
  }
}

static void slow_parts(void) {
  for (int i = 0; i < ROUNDS; i++) {
    upc_notify;
    compute(5);
    upc_wait;
    compute(MYTHREAD == which ? 40 : 5);
    upc_barrier;                                // slow_parts
  }
}

static void root_is_late(void) {
  for (int i = 0; i < ROUNDS; i++) {
    if (MYTHREAD == 0) compute(40);
    upc_all_broadcast(to, from, LONGS * sizeof(long), UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // root_is_late
  }
  upc_barrier;
}

static void in_turn(void) {
  for (int t = 0; t < THREADS; t++) {
    if (MYTHREAD == t) compute(40);
    upc_barrier;                                // in_turn
  }
}

static void even(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(50);
    upc_barrier;                                // even
  }
}

#define PROGRAM(name) {#name, name}
static const struct { const char *name; void (*run)(void); } programs[] = {
  PROGRAM(slow_barrier), PROGRAM(slow_parts), PROGRAM(root_is_late), PROGRAM(in_turn), PROGRAM(even)};

int main(int n, char **words) {
  which = n > 2 ? atoi(words[2]) : 0;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (n > 1 && strcmp(words[1], programs[i].name) == 0) programs[i].run();
  return 0;
}
