/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flows of copy: the threads with which a thread shares elements, found from its own blocks. So a schedule need not
 * look for elements that it shares with each of 16,384 members, when it has some with ten of them.
 *
 * Along each dimension, the picked elements of the thread's blocks lie in some blocks of the other end. The owners of
 * all combinations of these blocks are its partners:
 *
 *   4 threads, 24 elements, from shared [4] to shared [3]: thread 1 has blocks 1 and 5 of the source. Elements 4..7 lie
 *   in blocks 1 and 2 of the destination, elements 20..23 in blocks 6 and 7: the partners are threads 1 and 2, 2 and 3
 *
 * If the thread's blocks are those of a grid, they are all combinations of blocks along its dimensions, and are
 * searched together. Others are searched one by one. If the other end is on a grid, only coordinates in the grid are
 * combined.
 */
#include "dataflow/flow.h"
#include "base/allocate.h"
#include "base/hash_map.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

/* The dimensions of an end are taken in the order of dst, as in flow_copy.c. */
typedef struct side {
  const upc_stride_picks_t *picks;
  const int *order;                     /* dimension k of dst is dimension order[k] of this end; or null */
} side_t;

/* Blocks of the other end along a dimension, each once; on a grid their coordinates in the grid. */
typedef struct met {
  size_t *block;
  int n, capacity;
  upc_stride_hash_map_t seen;           /* on a grid: these coordinates */
} met_t;

typedef struct search {
  side_t own, other;
  met_t met[UPC_STRIDE_MAX_DIMS];
  size_t left;                          /* steps that may still be taken */
  upc_stride_visit_thread_t *visit;
  void *context;
} search_t;

static int dimension_of(const side_t *X, int k) { return X->order == NULL ? k : X->order[k]; }

/* Takes a step; 0: there are none left. */
static int step(search_t *q) { return q->left > 0 && q->left-- > 0; }

static int is_new(met_t *m, const upc_stride_layout_t *L, size_t block) {
  if (!L->gridded) return m->n == 0 || m->block[m->n - 1] != block; /* they come in their order, or its reverse */
  if (upc_stride_hash_map_find(&m->seen, (unsigned)block) >= 0) return 0;
  upc_stride_hash_map_set(&m->seen, (unsigned)block, 1);
  return 1;
}

/* Picked elements begin .. end - 1 along dimension k are the thread's: notes in which blocks they lie at the other
 * end. */
static int meet(search_t *q, int k, long long begin, long long end) {
  const upc_stride_picks_t *P = q->other.picks;
  const int x = dimension_of(&q->other, k);
  const long long size = (long long)P->layout->block[x];
  met_t *m = &q->met[k];
  long long t = begin;
  while (t < end) {
    const long long element = P->first[x] + P->step[x] * t;
    size_t block = (size_t)(element / size);
    if (!step(q)) return 0;
    if (P->layout->gridded) block %= P->layout->grid[x];
    if (is_new(m, P->layout, block)) {
      m->block = upc_stride_grown(m->block, m->n, &m->capacity, sizeof *m->block, "the partners of a copy");
      m->block[m->n++] = block;
    }
    t += upc_stride_run_in_block(element, P->step[x], size);
  }
  return 1;
}

/* The same for all picked elements in one of the thread's blocks along dimension k. */
static int search_block(search_t *q, int k, long long block) {
  const upc_stride_picks_t *P = q->own.picks;
  const int x = dimension_of(&q->own, k);
  const long long size = (long long)P->layout->block[x], by = P->step[x], n = (long long)P->count[x];
  const long long away = by > 0 ? block * size - P->first[x] : P->first[x] - (block * size + size - 1);
  const long long begin = away <= 0 ? 0 : (away - 1) / (by > 0 ? by : -by) + 1;
  const long long element = P->first[x] + by * begin;
  long long end;
  if (begin >= n || element / size != block) return step(q); /* it has none */
  end = begin + upc_stride_run_in_block(element, by, size);
  return meet(q, k, begin, end < n ? end : n);
}

/* The same for the thread's blocks `first`, first + every, .. along dimension k. */
static int search_blocks(search_t *q, int k, long long first, long long every) {
  const upc_stride_picks_t *P = q->own.picks;
  const int x = dimension_of(&q->own, k);
  const long long size = (long long)P->layout->block[x], by = P->step[x];
  const long long last = P->first[x] + by * ((long long)P->count[x] - 1);
  const long long low = (by > 0 ? P->first[x] : last) / size, high = (by > 0 ? last : P->first[x]) / size;
  long long block = first >= low ? first : first + (low - first + every - 1) / every * every;
  q->met[k].n = 0;
  upc_stride_hash_map_end(&q->met[k].seen);
  for (; block <= high; block += every)
    if (!search_block(q, k, block)) return 0;
  return 1;
}

/* Visits the owners of all combinations of the blocks that were met. */
static int visit_owners(search_t *q, int ndims) {
  size_t at[UPC_STRIDE_MAX_DIMS], slot;
  int i[UPC_STRIDE_MAX_DIMS] = {0}, k;
  for (k = 0; k < ndims; k++)
    if (q->met[k].n == 0) return 1;
  do {
    if (!step(q)) return 0;
    for (k = 0; k < ndims; k++) at[dimension_of(&q->other, k)] = q->met[k].block[i[k]];
    q->visit(q->context, (int)upc_stride_places_owner(q->other.picks->layout, at, &slot));
    for (k = ndims - 1; k >= 0 && ++i[k] == q->met[k].n; k--) i[k] = 0;
  } while (k >= 0);
  return 1;
}

/* With a grid, all blocks of the thread; else one of them. `at`: the coordinates of the first. */
static int search_from(search_t *q, const size_t *at) {
  const upc_stride_layout_t *L = q->own.picks->layout;
  const int ndims = L->ndims;
  int k;
  for (k = 0; k < ndims; k++) {
    const int x = dimension_of(&q->own, k);
    if (!search_blocks(q, k, (long long)at[x], (long long)(L->gridded ? L->grid[x] : L->nblocks[x]))) return 0;
  }
  return visit_owners(q, ndims);
}

static int search_all(search_t *q, int thread) {
  const upc_stride_layout_t *L = q->own.picks->layout;
  size_t blocks = upc_stride_layout_owned(L, (size_t)thread), number, at[UPC_STRIDE_MAX_DIMS];
  if (L->gridded && blocks > 1) blocks = 1;
  for (number = 0; number < blocks; number++) {
    upc_stride_layout_owned_block(L, (size_t)thread, number, at);
    if (!step(q) || !search_from(q, at)) return 0;
  }
  return 1;
}

int upc_stride_flow_partners(const upc_stride_flow_t *F, int thread, int gets, size_t most,
                             upc_stride_visit_thread_t *visit, void *context) {
  const side_t src = {&F->src.picks, F->order}, dst = {&F->dst.picks, NULL};
  search_t q;
  int found, k;
  if (src.picks->layout->copies > 0) { /* each thread takes its own copy */
    visit(context, thread);
    return 1;
  }
  if (!gets && dst.picks->layout->copies > 0) return 0; /* all get it */
  memset(&q, 0, sizeof q);
  q.own = gets ? dst : src;
  q.other = gets ? src : dst;
  q.left = most;
  q.visit = visit;
  q.context = context;
  found = search_all(&q, thread);
  for (k = 0; k < UPC_STRIDE_MAX_DIMS; k++) {
    free(q.met[k].block);
    upc_stride_hash_map_end(&q.met[k].seen);
  }
  return found;
}
