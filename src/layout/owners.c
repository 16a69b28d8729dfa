/* SPDX-License-Identifier: BSD-3-Clause
 * Layouts whose blocks lie where a list of the program says. With the list 1 1 0 1 on 2 threads thread 0 has block 2,
 * and thread 1 has blocks 0, 1 and 3: number[] is 1 3 0 5, start[] is 0 1 4, block[] is 2 0 1 3. */
#include "layout/places.h"
#include "base/allocate.h"

#include <stdlib.h>

void upc_stride_owners_begin(upc_stride_layout_t *L, const int *thread) {
  upc_stride_owners_t *o = upc_stride_alloc(1, sizeof *o, "the owners of blocks");
  size_t n, t;
  o->number = upc_stride_alloc(L->blocks, sizeof *o->number, "the owners of blocks");
  o->block = upc_stride_alloc(L->blocks, sizeof *o->block, "the owners of blocks");
  o->start = upc_stride_alloc(L->threads + 1, sizeof *o->start, "the owners of blocks");
  for (n = 0; n < L->blocks; n++) { /* start[t + 1] counts the thread's blocks */
    t = (size_t)thread[n];
    o->number[n] = o->start[t + 1]++ * L->threads + t;
    if (o->start[t + 1] > o->most) o->most = o->start[t + 1];
  }
  for (t = 0; t < L->threads; t++) o->start[t + 1] += o->start[t];
  for (n = 0; n < L->blocks; n++) o->block[o->start[thread[n]] + o->number[n] / L->threads] = n;
  L->owners = o;
}

void upc_stride_owners_end(upc_stride_layout_t *L) {
  free(L->owners->number);
  free(L->owners->block);
  free(L->owners->start);
  free((void *)L->owners);
  L->owners = NULL;
}
