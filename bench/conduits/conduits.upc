/* SPDX-License-Identifier: BSD-3-Clause
 * A conduit's put, get, put with signal, broadcast and exchange, compared with those of the layer below (conduits.h).
 * For each size the two alternate ROUNDS times; the slower thread's time counts, and the median is printed. A line for
 * each:
 *   conduits CONDUIT [LARGEST BYTES]   2 threads; run by bench/conduits/run */
#include <bupc_extensions.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <upc.h>
#include <upc_castable.h>
#include <upc_collective.h>
#include "conduits.h"

enum { ROUNDS = 7 };
static const char *const names[OPERATIONS] = {"put", "get", "put with signal", "broadcast", "exchange"};

shared [] char *shared buffer[THREADS];
shared [LARGEST] char from[LARGEST * THREADS], to[LARGEST * THREADS];
bupc_sem_t *shared semaphore[THREADS];
shared double taken[THREADS];
static char here[LARGEST];
static shared [] char *there;
static bupc_sem_t *mine, *theirs; /* semaphores */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void once(int operation, size_t bytes) {
  upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  switch (operation) {
  case PUT: upc_memput(there, here, bytes); break;
  case GET: upc_memget(here, there, bytes); break;
  case SIGNAL:
    if (MYTHREAD == 1) bupc_sem_wait(mine);
    bupc_memput_signal(there, here, bytes, theirs, 1);
    if (MYTHREAD == 0) bupc_sem_wait(mine);
    break;
  case BROADCAST: upc_all_broadcast(to, from, bytes, flags); break; /* UPC forbids it in place: the root copies, too */
  default: upc_all_exchange(to, from, bytes / THREADS, flags);
  }
}

static double ours(int operation, size_t bytes, int count) {
  double start, took;
  upc_barrier;
  start = now();
  if (MYTHREAD == 0 || operation >= SIGNAL)
    for (int i = 0; i < count; i++) once(operation, bytes);
  took = (now() - start) / count;
  upc_barrier;
  return operation == SIGNAL ? took / 2 : took;
}

/* The time of the slowest thread. A sender may return long before the receiver has the data. */
static double longest(double seconds) {
  double most = 0;
  taken[MYTHREAD] = seconds;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (taken[t] > most || taken[t] < 0) most = taken[t];
  upc_barrier;
  return most;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *conduit, int operation, size_t bytes) {
  int count = bytes <= 512 ? 1000 : bytes <= 4096 ? 200 : bytes <= 65536 ? 50 : 10;
  double us[ROUNDS], layer[ROUNDS];
  ours(operation, bytes, 5);
  raw(operation, bytes, 5);
  for (int round = 0; round < ROUNDS; round++) {
    us[round] = longest(ours(operation, bytes, count)) * 1e6;
    layer[round] = longest(raw(operation, bytes, count)) * 1e6;
  }
  if (MYTHREAD != 0) return;
  qsort(us, ROUNDS, sizeof *us, ascending);
  qsort(layer, ROUNDS, sizeof *layer, ascending);
  double m = us[ROUNDS / 2], t = layer[ROUNDS / 2];
  printf("%-18s %-16s %8zu %10.2f us %9.0f MB/s ", conduit, names[operation], bytes, m, (double)bytes / m);
  if (t < 0 || m <= 0) printf("       (the layer below has none)\n");
  else printf("%10.2f us %9.0f MB/s   %+8.2f us  x %.2f\n", t, (double)bytes / t, m - t, t / m);
}

/* Checks the data that put and get have moved. */
static int check(void) {
  size_t wrong = 0;
  memset((char *)buffer[MYTHREAD], 1 + MYTHREAD, LARGEST);
  upc_barrier;
  upc_memget(here, there, LARGEST);
  for (size_t i = 0; i < LARGEST; i++) wrong += here[i] != 2 - MYTHREAD;
  upc_barrier;
  upc_memput(there, here, LARGEST);
  upc_barrier;
  for (size_t i = 0; i < LARGEST; i++) wrong += ((char *)buffer[MYTHREAD])[i] != 1 + MYTHREAD;
  if (wrong) printf("thread %d: %zu bytes are wrong\n", MYTHREAD, wrong);
  return wrong != 0;
}

int main(int argc, char **argv) {
  size_t largest = argc > 2 ? strtoul(argv[2], NULL, 0) : LARGEST;
  if (THREADS != 2 || argc < 2 || largest > LARGEST) return 2;
  buffer[MYTHREAD] = upc_alloc(LARGEST);
  semaphore[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
  memset((char *)buffer[MYTHREAD], MYTHREAD, LARGEST);
  memset((char *)&from[LARGEST * MYTHREAD], MYTHREAD, LARGEST);
  upc_barrier;
  there = buffer[1 - MYTHREAD];
  mine = semaphore[MYTHREAD];
  theirs = semaphore[1 - MYTHREAD];
  raw_begin(MYTHREAD, THREADS, upc_cast(there));
  for (int operation = 0; operation < OPERATIONS; operation++)
    for (size_t bytes = 8; bytes <= largest; bytes *= 8) measure(argv[1], operation, bytes);
  raw_end();
  return check();
}
