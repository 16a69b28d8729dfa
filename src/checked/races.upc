/* SPDX-License-Identifier: BSD-3-Clause
 * For the race detector: what a call reads and writes in the caller's memory, and who takes part. */
#include "checked/checked.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranges {
  upc_stride_race_range_t *list;
  size_t n, capacity;
} ranges_t;

static void add(void *context, const upc_stride_touched_t *runs) {
  ranges_t *R = context;
  upc_stride_race_range_t *x;
  if (R->n == R->capacity) {
    R->capacity = 2 * R->capacity + 16;
    R->list = upc_stride_resize(R->list, R->capacity, sizeof *R->list, "what a call reads and writes");
  }
  x = &R->list[R->n++];
  x->start = runs->start, x->bytes = runs->bytes, x->count = runs->count;
  x->stride = runs->stride, x->written = runs->written;
}

/* FNV-1a. Two teams with one hash would be taken for one. */
static unsigned long long hash_of(const int *threads, int n) {
  unsigned long long h = 0xcbf29ce484222325u;
  int r;
  for (r = 0; r < n; r++) h = (h ^ (unsigned long long)(threads[r] + 1)) * 0x100000001b3u;
  return (h ^ h >> 29) * 0xbf58476d1ce4e5b9u | 1;
}

void upc_stride_plan_races(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_meeting_t *m = upc_stride_plan_alloc(B, sizeof *m);
  int *threads = upc_stride_plan_alloc(B, (size_t)G->n * sizeof *threads), r;
  ranges_t R = {NULL};
  upc_stride_plan_touched(B, G, add, &R);
  for (r = 0; r < G->n; r++) threads[r] = upc_stride_group_thread(G, r);
  m->team = hash_of(threads, G->n);
  m->members = G->n;
  m->rank = upc_stride_group_rank(G, MYTHREAD);
  m->in = B->sync.in, m->out = B->sync.out;
  m->thread = threads;
  m->ranges = R.n;
  if (R.n > 0) m->range = upc_stride_plan_copy_of(B, R.list, R.n * sizeof *R.list);
  free(R.list);
  P->meeting = m;
}
