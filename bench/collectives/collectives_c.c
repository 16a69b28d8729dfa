/* SPDX-License-Identifier: BSD-3-Clause
 * The library called from C: collectives_c OPERATION BYTES.., as `collectives OPERATION my BYTES..` does from UPC. */
#include <stdio.h>
#include <stdlib.h>
#include <upc_stride.h>
#include "measure/allocate.h"
#include "measure/clock.h"
#include "measure/collectives.h"

static upc_stride_array_t source, target;
static upc_stride_section_t all_source, all_target;
static upc_stride_pointer_t root, first;  /* where a broadcast or scatter comes from; thread 0's block of the target */
static double *slowest;                   /* of each thread, on thread 0 */
static upc_stride_pointer_t results;
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

static double repeat(int n, double *all) {
  double total = 0, begin = now();
  for (int r = 0; r < n; r++) {
    upc_stride_barrier_all();
    double start = now();
    run();
    total += now() - start;
  }
  *all = now() - begin;
  return total;
}

/* Thread 0's value, on all. */
static double agreed(double value) {
  double result;
  if (me == 0) upc_stride_put(results, &value, sizeof value);
  upc_stride_barrier_all();
  upc_stride_get(&result, results, sizeof result);
  upc_stride_barrier_all();
  return result;
}

static double mean_of_slowest(void) {
  double all, most = 0, mine;
  int n = 0;
  repeat(2, &all);
  for (int tried = 1; n == 0; tried *= 4) {
    repeat(tried, &all);
    n = (int)agreed(repetitions(tried, all, BUDGET));
  }
  mine = repeat(n, &all) / n;
  upc_stride_put(upc_stride_plus(results, (size_t)me * sizeof mine), &mine, sizeof mine);
  upc_stride_barrier_all();
  if (me == 0)
    for (int t = 0; t < threads; t++)
      if (slowest[t] > most) most = slowest[t];
  return agreed(most);
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
  double seconds = mean_of_slowest();
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
  results = upc_stride_all_memory((size_t)threads * sizeof(double));
  slowest = upc_stride_address_of(results);
  shift = allocate((size_t)threads, sizeof *shift, "the permutation");
  for (int t = 0; t < threads; t++) shift[t] = (t + 1) % threads;
  for (int a = 2; a < argc; a++) bytes = strtoul(argv[a], NULL, 10), measure();
  free(shift);
  upc_stride_finalize();
  return 0;
}
