// SPDX-License-Identifier: BSD-3-Clause
// why.sh: programs with one cause of their time each. Arguments: the program, and the thread that is at fault.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_machine.h>
#include <upc_nb.h>
#include <upc_stride_coll.h>
enum { PIECE = 1 << 16, LONGS = PIECE / 8, ROUNDS = 10 };

static shared [PIECE] char from[PIECE * THREADS], to[PIECE * THREADS];
static shared [LONGS] long longs[LONGS * THREADS];
static shared long sum;
static shared [] char *all;                     // at the thread that is at fault
static int which;

static void compute(double us) { upc_machine_compute(1000 * us, "us"); } // at 1 GFlop/s
static int next(int by) { return (MYTHREAD + by) % THREADS; }

// ---- a slow thread ----

static void slow_barrier(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which ? 200 : 100);
    upc_barrier;                                // slow_barrier
  }
}

static void slow_neighbours(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which ? 200 : 100);
    upc_memput(&to[(size_t)next(1) * PIECE], (char *)&from[(size_t)MYTHREAD * PIECE], 1000); // slow_neighbours
    upc_memput(&to[(size_t)next(THREADS - 1) * PIECE], (char *)&from[(size_t)MYTHREAD * PIECE], 1000);
    upc_barrier;
  }
}

static void slow_sum(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which ? 300 : 200);
    upc_all_reduceL(&sum, longs, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // slow_sum
  }
}

// One of the rounds alone is slow.
static void slow_once(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which && i == 5 ? 1000 : 20);
    upc_barrier;                                // slow_once
  }
}

// ---- a thread that all use ----

static void hot_counter(void) {
  static shared [] long *shared counter;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  if (MYTHREAD == which) counter = upc_alloc(sizeof(long)), *counter = 0;
  upc_barrier;
  long one = 1, old;
  shared [] long *its = counter;
  for (int i = 0; i < 5 * ROUNDS; i++) upc_atomic_relaxed(domain, &old, UPC_ADD, its, &one, NULL); // hot_counter
  upc_barrier;
}

static void hot_link(void) {
  for (int i = 0; i < ROUNDS; i++)
    upc_all_gather(all, from, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // hot_link
}

static void hot_gather(void) {
  for (int i = 0; i < ROUNDS; i++)
    upc_all_gather(all, from, 512, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // hot_gather
}

static void hot_word(void) {
  static shared [] long *shared word;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_XOR, 0);
  if (MYTHREAD == which) word = upc_alloc(sizeof(long)), *word = 0;
  upc_barrier;
  long one = 1, old;
  shared [] long *its = word;
  for (int i = 0; i < 5 * ROUNDS; i++) upc_atomic_relaxed(domain, &old, UPC_XOR, its, &one, NULL); // hot_word
  upc_barrier;
}

// ---- a thin link ----

static void thin_scatter(void) {
  for (int i = 0; i < ROUNDS; i++)
    upc_all_scatter(to, all, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // thin_scatter
}

static void thin_ring(void) {
  shared void *everywhere = upc_all_alloc(THREADS, (size_t)PIECE * THREADS);
  for (int i = 0; i < ROUNDS; i++)
    upc_all_gather_all(everywhere, from, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // thin_ring
}

static void thin_broadcast(void) {
  for (int i = 0; i < ROUNDS; i++)
    upc_all_broadcast(to, all, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // thin_broadcast
}

static void thin_permute(void) {
  static shared int number[THREADS];
  number[MYTHREAD] = next(1);
  for (int i = 0; i < ROUNDS; i++)
    upc_all_permute(to, from, number, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // thin_permute
}

// ---- a root that comes late ----

static void root_computes(void) {
  for (int i = 0; i < ROUNDS; i++) {
    if (MYTHREAD == which) compute(300);
    upc_all_broadcast(to, all, 1000, UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // root_computes
  }
  upc_barrier;
}

static void root_sleeps(void) {
  for (int i = 0; i < ROUNDS; i++) {
    if (MYTHREAD == which) usleep(400);
    upc_all_broadcast(to, all, 1000, UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // root_sleeps
  }
  upc_barrier;
}

static void root_scatters(void) {
  for (int i = 0; i < ROUNDS; i++) {
    compute(MYTHREAD == which ? 500 : 50);
    upc_all_scatter(to, all, 1000, UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // root_scatters
  }
  upc_barrier;
}

static void root_once(void) {
  for (int i = 0; i < 2; i++) {
    if (MYTHREAD == which && i == 1) compute(3000);
    upc_all_broadcast(to, all, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // root_once
  }
  upc_barrier;
}

// ---- pieces that are too small ----

static void small_segments(void) {
  upc_all_broadcast(to, all, PIECE, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // small_segments
}

static void small_broadcasts(void) {
  for (int i = 0; i < PIECE / 512; i++)
    upc_all_broadcast(to, all + 8 * i, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // small_broadcasts
}

static void small_blocks(void) {
  shared void *theirs = upc_all_alloc(THREADS, 8 * THREADS), *mine = upc_all_alloc(THREADS, 8 * THREADS);
  for (int i = 0; i < ROUNDS; i++)
    upc_all_exchange(theirs, mine, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // small_blocks
}

static void small_ring(void) {
  shared void *everywhere = upc_all_alloc(THREADS, 8 * THREADS);
  for (int i = 0; i < ROUNDS; i++)
    upc_all_gather_all(everywhere, from, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); // small_ring
}

// ---- copies by the program itself ----

static void small_puts(void) {
  for (int i = 0; i < 300; i++)
    upc_memput(&to[(size_t)next(1) * PIECE + 8 * i], (char *)&from[(size_t)MYTHREAD * PIECE], 8); // small_puts
  upc_barrier;
}

static void thin_gets(void) {
  upc_barrier;
  for (int i = 0; i < ROUNDS; i++)
    upc_memget((char *)&to[(size_t)MYTHREAD * PIECE], &from[(size_t)next(1) * PIECE], PIECE); // thin_gets
}

static void thin_begun_gets(void) {
  upc_barrier;
  for (int i = 0; i < ROUNDS; i++) {
    upc_handle_t begun =
      upc_memget_nb((char *)&to[(size_t)MYTHREAD * PIECE], &from[(size_t)next(1) * PIECE], PIECE); // thin_begun_gets
    compute(1);
    upc_sync(begun);
  }
}

#define PROGRAM(name) {#name, name}
static const struct { const char *name; void (*run)(void); } programs[] = {
  PROGRAM(slow_barrier), PROGRAM(slow_neighbours), PROGRAM(slow_sum), PROGRAM(slow_once),
  PROGRAM(hot_counter), PROGRAM(hot_link), PROGRAM(hot_gather), PROGRAM(hot_word),
  PROGRAM(thin_scatter), PROGRAM(thin_ring), PROGRAM(thin_broadcast), PROGRAM(thin_permute),
  PROGRAM(root_computes), PROGRAM(root_sleeps), PROGRAM(root_scatters), PROGRAM(root_once),
  PROGRAM(small_segments), PROGRAM(small_broadcasts), PROGRAM(small_blocks), PROGRAM(small_ring),
  PROGRAM(small_puts), PROGRAM(thin_gets), PROGRAM(thin_begun_gets)};

int main(int n, char **words) {
  static shared [] char *shared told;
  which = n > 2 ? atoi(words[2]) : 0;
  if (MYTHREAD == which) told = upc_alloc((size_t)PIECE * THREADS);
  upc_barrier;
  all = told;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (n > 1 && strcmp(words[1], programs[i].name) == 0) programs[i].run();
  return 0;
}
