// SPDX-License-Identifier: BSD-3-Clause
// The UPC side of bench/collectives: collectives OPERATION SYNC BYTES.. with SYNC `my` (IN_MYSYNC and OUT_MYSYNC, what
// MPI gives) or `all` (ALLSYNC, what upc_all_* gives by default).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>
#include "collectives.h"

static upc_stride_array_t source, target;
static shared void *root; /* thread 0's block of `source` */
static int *shift;        /* to the next thread */
static upc_flag_t sync_flags;

static upc_stride_array_t blocks(size_t bytes) { /* one block of `bytes` on each thread */
  size_t shape[1] = {THREADS}, block[1] = {1};
  int grid[1] = {THREADS};
  return upc_stride_all_alloc(1, shape, block, bytes, 1, grid);
}

static double *mine(upc_stride_array_t a) {
  size_t at[1] = {MYTHREAD};
  return (double *)upc_stride_at(a, at);
}

static void run(int operation, size_t bytes) {
  upc_stride_section_t to = UPC_SECTION(target, UPC_STRIDE_ALL), from = UPC_SECTION(source, UPC_STRIDE_ALL);
  size_t piece = bytes / THREADS, words = bytes / sizeof(double);
  size_t zero[1] = {0};
  switch (operation) {
  case BROADCAST: upc_stride_broadcast(to, root, bytes, sync_flags); break;
  case SCATTER: upc_stride_scatter(to, root, piece, sync_flags); break;
  case GATHER: upc_stride_gather(upc_stride_at(target, zero), from, piece, sync_flags); break;
  case GATHER_ALL: upc_stride_gather_all(to, from, piece, sync_flags); break;
  case EXCHANGE: upc_stride_exchange(to, from, piece, sync_flags); break;
  case PERMUTE: upc_stride_permute(to, from, shift, bytes, sync_flags); break;
  case REDUCE_ALL: upc_stride_reduce_all(to, from, words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  case PREFIX: upc_stride_prefix_reduce(to, from, words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  }
}

/* What word i of my target must be; -1 where nothing was asked for. */
static double expected(int operation, size_t bytes, size_t i) {
  size_t words = bytes / sizeof(double), part = words / THREADS;
  double sum = 0;
  switch (operation) {
  case BROADCAST: return word(0, i);
  case SCATTER: return i < part ? word(0, MYTHREAD * part + i) : -1;
  case GATHER: return MYTHREAD == 0 && i < part * THREADS ? word(i / part, i % part) : -1;
  case GATHER_ALL: return i < part * THREADS ? word(i / part, i % part) : -1;
  case EXCHANGE: return i < part * THREADS ? word(i / part, MYTHREAD * part + i % part) : -1;
  case PERMUTE: return word((MYTHREAD + THREADS - 1) % THREADS, i);
  case REDUCE_ALL:
    for (int t = 0; t < THREADS; t++) sum += word(t, i);
    return sum;
  default:
    for (int t = 0; t <= MYTHREAD; t++) sum += word(t, i);
    return sum;
  }
}

shared double slowest[THREADS];
shared int wrong[THREADS];

static void measure(int operation, size_t bytes) {
  size_t room = bytes < THREADS * sizeof(double) ? THREADS * sizeof(double) : bytes, words = bytes / sizeof(double);
  source = blocks(room), target = blocks(room);
  size_t zero[1] = {0};
  root = upc_stride_at(source, zero);
  double *from = mine(source), *to = mine(target);
  for (size_t i = 0; i < room / sizeof(double); i++) from[i] = word(MYTHREAD, i), to[i] = -1;
  int n = repetitions(bytes);
  double total = 0;
  for (int r = -n / 10 - 1; r < n; r++) { /* warm-up first */
    upc_barrier;
    upc_tick_t start = upc_ticks_now();
    run(operation, bytes);
    if (r >= 0) total += upc_ticks_to_ns(upc_ticks_now() - start) * 1e-9;
  }
  slowest[MYTHREAD] = total / n;
  wrong[MYTHREAD] = 0;
  for (size_t i = 0; i < words; i++) {
    double want = expected(operation, bytes, i);
    if (want >= 0 && to[i] != want) wrong[MYTHREAD]++;
  }
  upc_barrier;
  if (MYTHREAD == 0) {
    double most = 0;
    for (int t = 0; t < THREADS; t++) {
      if (slowest[t] > most) most = slowest[t];
      if (wrong[t]) fprintf(stderr, "%s of %zu bytes: %d wrong words on thread %d\n", operation_names[operation], bytes, wrong[t], t), exit(1);
    }
    printf("%s %zu %.9f\n", operation_names[operation], bytes, most);
  }
  upc_barrier;
  upc_stride_all_free(source), upc_stride_all_free(target);
}

int main(int argc, char **argv) {
  int operation = argc > 3 ? operation_number(argv[1]) : -1;
  if (operation < 0 || (strcmp(argv[2], "my") && strcmp(argv[2], "all"))) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: collectives OPERATION my|all BYTES..\n");
    return 2;
  }
  sync_flags = strcmp(argv[2], "my") ? UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC : UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  shift = malloc(THREADS * sizeof *shift);
  for (int t = 0; t < THREADS; t++) shift[t] = (t + 1) % THREADS;
  for (int a = 3; a < argc; a++) measure(operation, strtoul(argv[a], NULL, 10));
  free(shift);
  return 0;
}
