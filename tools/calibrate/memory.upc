/* SPDX-License-Identifier: BSD-3-Clause
 * The threads of a node measure copies that are longer than what its caches keep, alone and all at once. Prints words
 * of a machine's file (docs/machine_files.md). Each figure is the median of several. */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include "../../bench/measure/median.h"
#include "kinds.h"

enum { MIDDLE = 8 << 20, LONG = 32 << 20, MOST = 200 };

static upc_stride_array_t from, to;     /* LONG bytes on each thread */
static shared double took[THREADS];

static char *own_part(upc_stride_array_t array) {
  size_t place = (size_t)MYTHREAD * LONG;
  return (char *)upc_stride_at(array, &place);
}

/* Seconds that the slowest of the first `copying` threads needs to copy `bytes` bytes of the thread `ahead` further
 * on. */
static double copies_take(int copying, int ahead, size_t bytes, int repetitions) {
  double times[MOST];
  size_t place = (size_t)((MYTHREAD + ahead) % THREADS) * LONG, i;
  shared [] char *there = (shared [] char *)upc_stride_at(from, &place);
  char *mine = own_part(from), *copy = own_part(to);
  int r, t;
  for (r = 0; r < repetitions; r++) {
    double start;
    for (i = 0; i < bytes && MYTHREAD < copying + ahead; i++) mine[i] = (char)(i + (size_t)r);
    upc_barrier;
    start = now();
    if (MYTHREAD < copying) upc_memget(copy, there, bytes);
    took[MYTHREAD] = MYTHREAD < copying ? now() - start : 0;
    upc_barrier;
    for (t = 0, times[r] = 0; t < copying; t++)
      if (took[t] > times[r]) times[r] = took[t];
    upc_barrier;
  }
  return median(times, repetitions);
}

/* By what factor copies take longer if all threads make one at once. Pairs of both, since a machine has faster and
 * slower times. */
static double slower_together(int ahead, size_t bytes, int repetitions) {
  double factors[MOST];
  int r;
  copies_take(THREADS, ahead, bytes, 2);
  for (r = 0; r < repetitions; r++) {
    double alone = copies_take(1, ahead, bytes, 1);
    factors[r] = copies_take(THREADS, ahead, bytes, 1) / alone;
  }
  return median(factors, repetitions);
}

/* The longest copies, of up to `most` bytes, that are hardly slowed down by others: by less than half of what the
 * longest of all are. */
static size_t cached(int ahead, double slower, size_t most, int repetitions) {
  const double noise = 1.15, half = (1 + slower) / 2;
  size_t cache = 0, bytes;
  for (bytes = 65536; bytes <= most; cache = bytes, bytes *= 2)
    if (slower_together(ahead, bytes, repetitions) > (half > noise ? half : noise)) break;
  return cache;
}

/* What copies take alone, of the thread itself or of the next one, beyond those of `known` bytes. Returns the bytes a
 * second of the longest. */
static double measure_alone(const char *word, int ahead, size_t known, int repetitions) {
  double shorter, middle, longest;
  copies_take(1, ahead, LONG, 2);       /* the pages are there */
  shorter = copies_take(1, ahead, known, repetitions), middle = copies_take(1, ahead, MIDDLE, repetitions);
  longest = copies_take(1, ahead, LONG, repetitions);
  if (middle < shorter) middle = shorter; /* as in print_copies */
  if (MYTHREAD == 0) {
    printf("%s-bytes-time %d:%.1fns\n", word, MIDDLE, middle * 1e9);
    printf("%s-bandwidth %.3f GB/s\n", word, 1e-9 * (LONG - MIDDLE) / (longest - middle));
  }
  return (LONG - MIDDLE) / (longest - middle);
}

/* Copies of up to `known` bytes have been measured. */
void measure_memory(int repetitions, size_t known) {
  size_t shape = (size_t)LONG * (size_t)THREADS, block = LONG, cache;
  double rate, slower;
  if (repetitions > MOST) repetitions = MOST;
  from = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  to = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  rate = measure_alone("near", THREADS > 1, known, repetitions);
  measure_alone("own", 0, known, repetitions);
  slower = slower_together(THREADS > 1, LONG, repetitions);
  cache = cached(THREADS > 1, slower, known, repetitions);
  if (MYTHREAD == 0) printf("node-bandwidth %.3f GB/s\ncache %zu\n", 1e-9 * rate * THREADS / slower, cache);
}
