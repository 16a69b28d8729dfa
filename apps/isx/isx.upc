/* SPDX-License-Identifier: BSD-3-Clause
 * isx.upc: the sort. The threads tell each other the sizes of their pieces, then exchange the pieces. */
#include <stdio.h>
#include <string.h>
#include "isx.h"
#include "keys.h"
#include "../common/timing.h"

void fill_buckets(problem_t *q) {
  const double start = app_begin();
  const isx_key_t *const keys = q->keys;
  const isx_divisor_t width = isx_divisor(q->width);
  isx_key_t *const sent = q->my_sent;
  size_t *const sizes = q->my_sizes;
  size_t *const next = q->from + (size_t)MYTHREAD * THREADS; /* used again by place_pieces */
  size_t i, at = 0;
  int t;
  memset(sizes, 0, THREADS * sizeof *sizes);
  for (i = 0; i < q->mine; i++) sizes[isx_bucket(width, keys[i])]++;
  for (t = 0; t < THREADS; t++) next[t] = at, at += sizes[t];
  for (i = 0; i < q->mine; i++) sent[next[isx_bucket(width, keys[i])]++] = keys[i];
  for (t = 0; t < THREADS; t++) sizes[t] *= sizeof(isx_key_t);
  app_end(APP_COMPUTE, start);
}

void place_pieces(problem_t *q) {
  int i, j;
  for (j = 0; j < THREADS; j++) {
    size_t at = 0;
    for (i = 0; i < THREADS; i++) q->from[j * THREADS + i] = at, at += q->my_all[j * THREADS + i];
  }
  for (i = 0; i < THREADS; i++) {
    size_t at = 0;
    for (j = 0; j < THREADS; j++) q->to[j * THREADS + i] = at, at += q->my_all[j * THREADS + i];
    if (i == MYTHREAD) q->got = at / sizeof(isx_key_t);
  }
  if (q->got <= q->capacity) return;
  fprintf(stderr, "isx: thread %d: a bucket of %zu keys, must be at most %zu\n", (int)MYTHREAD, q->got, q->capacity);
  upc_global_exit(1);
}

void count_keys(problem_t *q) {
  const double start = app_begin();
  const isx_key_t least = (isx_key_t)((size_t)MYTHREAD * q->width), *const received = q->my_received;
  uint32_t *const counts = q->counts;
  size_t i;
  memset(counts, 0, q->width * sizeof *counts);
  for (i = 0; i < q->got; i++) counts[received[i] - least]++;
  app_end(APP_COMPUTE, start);
}

static upc_stride_section_t all_of(upc_stride_array_t array) { return UPC_SECTION(array, UPC_STRIDE_ALL); }

void isx(void *problem) {
  problem_t *q = problem;
  double start;
  fill_buckets(q);
  start = app_begin();
  /* sizes: from each thread -> all_sizes: to every thread */
  upc_stride_gather_all(all_of(q->all_sizes), all_of(q->sizes), THREADS * sizeof(size_t),
                        UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  place_pieces(q);
  /* piece i of sent on thread j -> piece j of received on thread i */
  upc_stride_exchangev(all_of(q->received), all_of(q->sent), q->my_all, q->to, q->from,
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
  count_keys(q);
}
