/* SPDX-License-Identifier: BSD-3-Clause
 * The threads of a node measure copies that are longer than what its caches keep, alone and all at once. Prints words
 * of a machine's file (companions/sim/machine_files.md). Each figure is the median of several. */
#include <math.h>
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include "../../../bench/measure/median.h"
#include "kinds.h"

/* Beyond those that machine.upc measures: copies of these lengths leave one cache after another. */
static const size_t size[] = {2 << 20, 4 << 20, 8 << 20, 16 << 20};
enum { SIZES = sizeof size / sizeof *size, LONG = 32 << 20, MOST = 200 };

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

/* The longest copies, of up to `most` bytes, that are hardly slowed down by others. The simulator knows two factors, 1
 * up to this length and `slower` beyond it. The limit between them is their geometric mean, so that the factor of each
 * length is the one with the smaller relative error. */
static size_t cached(int ahead, double slower, size_t most, int repetitions) {
  const double noise = 1.15, limit = sqrt(slower);
  size_t cache = 0, bytes;
  for (bytes = 65536; bytes <= most; cache = bytes, bytes *= 2)
    if (slower_together(ahead, bytes, repetitions) > (limit > noise ? limit : noise)) break;
  return cache;
}

/* What copies take alone, of the thread itself or of the next one, beyond those of `known` bytes. Returns the bytes a
 * second of the longest. */
static double measure_alone(const char *word, int ahead, size_t known, int repetitions) {
  double takes[SIZES], least, longest, rate;
  int i;
  copies_take(1, ahead, LONG, 2);       /* the pages are there */
  least = copies_take(1, ahead, known, repetitions);
  for (i = 0; i < SIZES; i++) takes[i] = copies_take(1, ahead, size[i], repetitions);
  longest = copies_take(1, ahead, LONG, repetitions);
  if (MYTHREAD == 0) printf("%s-bytes-time", word);
  for (i = 0; i < SIZES; i++) {        /* no longer copy takes less */
    if (takes[i] > least) least = takes[i];
    if (MYTHREAD == 0) printf(" %zu:%.1fns", size[i], least * 1e9);
  }
  rate = (double)(LONG - size[SIZES - 1]) / (longest - least);
  if (longest <= least) rate = (double)LONG / least; /* other programs have begun, or ended */
  if (MYTHREAD == 0) printf("\n%s-bandwidth %.3f GB/s\n", word, 1e-9 * rate);
  return rate;
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
  cache = cached(THREADS > 1, slower, LONG / 2, repetitions);
  if (MYTHREAD == 0) printf("node-bandwidth %.3f GB/s\ncache %zu\n", 1e-9 * rate * THREADS / slower, cache);
}
