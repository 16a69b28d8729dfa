/* SPDX-License-Identifier: BSD-3-Clause
 * The library called from C: collectives_c OPERATION BYTES.., as `collectives OPERATION my BYTES..` does from UPC. */
#include <stdio.h>
#include <stdlib.h>
#include <upc_stride.h>
#include "measure/collectives.h"
#include "measure/median.h"
#include "measure/start.h"

static upc_stride_array_t source, target;
static upc_stride_section_t all_source, all_target;
static upc_stride_pointer_t root, first;  /* where a broadcast or scatter comes from; thread 0's block of the target */
static double times[MOST_TRIED];          /* of each repetition, here */
static double *all_times;                 /* of each thread, on thread 0 */
static upc_stride_pointer_t results, starts;
static int *shift, operation, me, threads;
static size_t bytes;
static const upc_flag_t sync_flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;

static void run(void) {
  size_t piece = piece_bytes(bytes, threads), words = bytes / sizeof(double);
  switch (operation) {
  case BROADCAST: upc_stride_broadcast(&all_target, root, bytes, sync_flags); break;
  case SCATTER: upc_stride_scatter(&all_target, root, piece, sync_flags); break;
  case GATHER: upc_stride_gather(first, &all_source, piece, sync_flags); break;
  case GATHER_ALL: upc_stride_gather_all(&all_target, &all_source, piece, sync_flags); break;
  case EXCHANGE: upc_stride_exchange(&all_target, &all_source, piece, sync_flags); break;
  case PERMUTE: upc_stride_permute(&all_target, &all_source, shift, bytes, sync_flags); break;
  case REDUCE: upc_stride_reduce(first, &all_source, words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  case REDUCE_ALL: upc_stride_reduce_all(&all_target, &all_source, words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  case PREFIX: upc_stride_prefix_reduce(&all_target, &all_source, words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  }
}

/* n repetitions. The seconds that all of them take. Their starts are on thread 0, in turn in two places. */
static double repeat(int n) {
  int together = own_cores(threads);
  double begin = now();
  for (int r = 0; r < n; r++) {
    upc_stride_pointer_t place = upc_stride_plus(starts, (size_t)(r % 2) * sizeof(double));
    double start = now() + AHEAD;
    if (me == 0) upc_stride_put(place, &start, sizeof start);
    upc_stride_barrier_all();
    upc_stride_get(&start, place, sizeof start);
    if (together) wait_until(start);
    else start = now();
    run();
    times[r] = now() - start;
  }
  return now() - begin;
}

/* Thread 0's value, on all. */
static double agreed(double value) {
  double result;
  if (me == 0) upc_stride_put(starts, &value, sizeof value);
  upc_stride_barrier_all();
  upc_stride_get(&result, starts, sizeof result);
  upc_stride_barrier_all();
  return result;
}

/* The median over the repetitions; each ends with its last thread. */
static double typical(void) {
  static double last[MOST_TRIED];
  int n = 0;
  repeat(2);
  for (int tried = 1; n == 0; tried *= 4) n = (int)agreed(repetitions(tried, repeat(tried), BUDGET));
  repeat(n);
  upc_stride_put(upc_stride_plus(results, (size_t)me * sizeof times), times, sizeof times);
  upc_stride_barrier_all();
  if (me == 0)
    for (int r = 0; r < n; r++) {
      last[r] = 0;
      for (int t = 0; t < threads; t++)
        if (all_times[t * MOST_TRIED + r] > last[r]) last[r] = all_times[t * MOST_TRIED + r];
    }
  return agreed(me == 0 ? median(last, n) : 0);
}

static upc_stride_array_t blocks(size_t size) {
  size_t shape[] = {(size_t)threads}, block[] = {1};
  return upc_stride_all_alloc(1, shape, block, size, 1, &threads);
}

static void measure(void) {
  size_t length = bytes < (size_t)threads * sizeof(double) ? (size_t)threads * sizeof(double) : bytes, zero[] = {0};
  size_t mine[] = {(size_t)me};
  source = blocks(length), target = blocks(length);
  double *from = upc_stride_near_block(source, mine), *to = upc_stride_near_block(target, mine);
  all_source = UPC_SECTION(source, UPC_STRIDE_ALL), all_target = UPC_SECTION(target, UPC_STRIDE_ALL);
  first = upc_stride_at(target, zero);
  root = operation == BROADCAST ? first : upc_stride_at(source, zero);
  for (size_t i = 0; i < length / sizeof(double); i++)
    from[i] = word(me, i), to[i] = operation == BROADCAST && me == 0 ? word(0, i) : -1e9;
  upc_stride_barrier_all();
  double seconds = typical();
  unsigned long wrong = wrong_bytes(operation, me, threads, to, bytes, 1);
  if (wrong > 0) {
    fprintf(stderr, "%s of %zu bytes: %lu wrong bytes on thread %d\n", operation_names[operation], bytes, wrong, me);
    upc_stride_exit(1);
  }
  upc_stride_barrier_all();
  if (me == 0) printf("%s %zu %.9f\n", operation_names[operation], bytes, seconds);
  upc_stride_all_free(source), upc_stride_all_free(target);
}

int main(int argc, char **argv) {
  operation = argc > 2 ? operation_number(argv[1]) : -1;
  if (operation < 0) return fprintf(stderr, "usage: collectives_c OPERATION BYTES..\n"), 2;
  upc_stride_init(NULL);
  me = upc_stride_mythread(), threads = upc_stride_threads();
  results = upc_stride_all_memory((size_t)threads * sizeof times);
  starts = upc_stride_all_memory(2 * sizeof(double));
  all_times = upc_stride_address_of(results);
  shift = allocate((size_t)threads, sizeof *shift, "the permutation");
  for (int t = 0; t < threads; t++) shift[t] = (t + 1) % threads;
  for (int a = 2; a < argc; a++) bytes = strtoul(argv[a], NULL, 10), measure();
  free(shift);
  upc_stride_finalize();
  return 0;
}
