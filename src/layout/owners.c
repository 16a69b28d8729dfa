/* SPDX-License-Identifier: BSD-3-Clause
 * Layouts whose blocks lie where a list of the program says. With the list 1 1 0 1 on 2 threads thread 0 has block 2,
 * and thread 1 has blocks 0, 1 and 3: number[] is 1 3 0 5, start[] is 0 1 4, block[] is 2 0 1 3. */
#include "layout/places.h"
#include "base/allocate.h"
#include "base/keep_list.h"

#include <stdlib.h>

/* 1: the blocks go round the threads, as they do without a list. */
static int is_round_robin(const upc_stride_layout_t *L, const int *thread) {
  size_t n = 0;
  while (n < L->blocks && (size_t)thread[n] == n % L->threads) n++;
  return n == L->blocks;
}

void upc_stride_owners_begin(upc_stride_layout_t *L, const int *thread) {
  upc_stride_owners_t *o;
  size_t *number, *block, *start, n, t;
  if (is_round_robin(L, thread)) return;
  o = upc_stride_alloc(1, sizeof *o, "the owners of blocks");
  number = upc_stride_alloc(L->blocks, sizeof *number, "the owners of blocks");
  block = upc_stride_alloc(L->blocks, sizeof *block, "the owners of blocks");
  start = upc_stride_alloc(L->threads + 1, sizeof *start, "the owners of blocks");
  for (n = 0; n < L->blocks; n++) { /* start[t + 1] counts the thread's blocks */
    t = (size_t)thread[n];
    number[n] = start[t + 1]++ * L->threads + t;
    if (start[t + 1] > o->most) o->most = start[t + 1];
  }
  for (t = 0; t < L->threads; t++) start[t + 1] += start[t];
  for (n = 0; n < L->blocks; n++) block[start[thread[n]] + number[n] / L->threads] = n;
  o->number = upc_stride_keep_list(number, L->blocks * sizeof *number);
  o->block = upc_stride_keep_list(block, L->blocks * sizeof *block);
  o->start = upc_stride_keep_list(start, (L->threads + 1) * sizeof *start);
  L->owners = o;
}

void upc_stride_owners_end(upc_stride_layout_t *L) {
  if (L->owners == NULL) return;
  upc_stride_drop_list(L->owners->number);
  upc_stride_drop_list(L->owners->block);
  upc_stride_drop_list(L->owners->start);
  free((void *)L->owners);
  L->owners = NULL;
}
