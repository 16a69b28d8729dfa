/* SPDX-License-Identifier: BSD-3-Clause
 * For observers that see memory, and in checked mode for calls in flight (engine/together.upc): what a call reads and
 * writes in the caller's memory, and who takes part. */
#include "checked/checked.h"
#include "base/allocate.h"
#include "base/near.h"
#include "engine/observers.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranges {
  upc_stride_seen_range_t *list;
  size_t n, capacity, last;           /* last: of the one to which a run was added last */
} ranges_t;

static void make_dense(upc_stride_seen_range_t *a) {
  if (a->count > 1 && a->bytes == (size_t)a->stride) a->bytes *= a->count, a->count = 1;
}

/* 1: b goes on with a, which now has both: each of its runs behind one of a, or one more run. */
static int goes_on(upc_stride_seen_range_t *a, const upc_stride_seen_range_t *b) {
  const long long distance = b->start - a->start;
  if (a->written != b->written || distance < (long long)a->bytes) return 0;
  if (a->count == b->count && (a->count == 1 || a->stride == b->stride) && distance == (long long)a->bytes) {
    if (a->count > 1 && a->bytes + b->bytes > (size_t)a->stride) return 0;
    a->bytes += b->bytes;
  } else if (b->count == 1 && a->bytes == b->bytes && (a->count == 1 || distance == (long long)a->count * a->stride)) {
    if (a->count++ == 1) a->stride = distance;
  } else {
    return 0;
  }
  make_dense(a);
  return 1;
}

static int added(ranges_t *R, size_t i, const upc_stride_seen_range_t *one) {
  if (!goes_on(&R->list[i], one)) return 0;
  R->last = i;
  return 1;
}

/* The rows or columns of some blocks come in turn. Each becomes a part of one of the latest ranges. */
static void add(void *context, const upc_stride_touched_t *runs) {
  enum { LATEST = 64 };
  ranges_t *R = context;
  upc_stride_seen_range_t one;
  size_t i;
  one.start = runs->start, one.bytes = runs->bytes, one.count = runs->count;
  one.stride = runs->stride, one.written = runs->written;
  make_dense(&one);
  for (i = R->last > 0 ? R->last - 1 : 0; i < R->n && i <= R->last + 1; i++) /* most go on with these */
    if (added(R, i, &one)) return;
  for (i = R->n; i > 0 && i + LATEST > R->n; i--)
    if (added(R, i - 1, &one)) return;
  if (R->n == R->capacity) {
    R->capacity = 2 * R->capacity + 16;
    R->list = upc_stride_resize(R->list, R->capacity, sizeof *R->list, "what a call reads and writes");
  }
  R->last = R->n;
  R->list[R->n++] = one;
}

/* FNV-1a. Two teams with one hash would be taken for one. */
static unsigned long long hash_of(const int *threads, int n) {
  unsigned long long h = 0xcbf29ce484222325u;
  int r;
  for (r = 0; r < n; r++) h = (h ^ (unsigned long long)(threads[r] + 1)) * 0x100000001b3u;
  return (h ^ h >> 29) * 0xbf58476d1ce4e5b9u | 1;
}

/* Whoever is near to the lender reads its memory, and gets no copy. */
static size_t without_written(upc_stride_seen_range_t *list, size_t n) {
  size_t i, left = 0;
  for (i = 0; i < n; i++)
    if (!list[i].written) list[left++] = list[i];
  return left;
}

void upc_stride_plan_accesses(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_seen_memory_t *m = upc_stride_plan_alloc(B, sizeof *m);
  int *threads = upc_stride_plan_alloc(B, (size_t)G->n * sizeof *threads), r;
  ranges_t R = {NULL};
  upc_stride_plan_touched(B, G, add, &R);
  for (r = 0; r < G->n; r++) threads[r] = upc_stride_group_thread(G, r);
  m->team = hash_of(threads, G->n);
  m->members = G->n;
  m->rank = upc_stride_group_rank(G, MYTHREAD);
  m->in = B->sync.in, m->out = B->sync.out;
  m->lender = P->args.own.lent != NULL ? B->flow->src.thread : -1;
  if (m->lender >= 0 && upc_stride_near(m->lender)) R.n = without_written(R.list, R.n);
  m->thread = threads;
  m->ranges = R.n;
  if (R.n > 0) m->range = upc_stride_plan_copy_of(B, R.list, R.n * sizeof *R.list);
  free(R.list);
  P->meeting = m;
}

/* ---- calls of all threads that have no plan: UPC's reductions, which combine a thread's own elements first ---- */

typedef struct told {
  upc_stride_told_t to;
  upc_stride_seen_t call;
  upc_stride_seen_memory_t meeting;
  upc_stride_seen_range_t range[UPC_STRIDE_TOLD_RANGES];
} told_t;

/* Its team has a number of its own: the call makes others of all threads meanwhile. Who sees no memory is told of those
 * alone. */
void *upc_stride_tell_call(const upc_stride_site_t *call, const upc_stride_seen_range_t *range, size_t n,
                           upc_stride_sync_t sync) {
  told_t *t;
  int *threads, r;
  if ((upc_stride_observers_see & UPC_STRIDE_SEES_MEMORY) == 0) return NULL;
  t = upc_stride_alloc(1, sizeof *t, "what a call reads and writes");
  threads = upc_stride_alloc(THREADS, sizeof *threads, "what a call reads and writes");
  for (r = 0; r < THREADS; r++) threads[r] = r;
  memcpy(t->range, range, n * sizeof *range);
  t->meeting.team = hash_of(threads, THREADS) ^ 2;
  t->meeting.members = THREADS;
  t->meeting.rank = MYTHREAD;
  t->meeting.in = sync.in, t->meeting.out = sync.out;
  t->meeting.lender = -1;
  t->meeting.thread = threads;
  t->meeting.ranges = n;
  t->meeting.range = t->range;
  memset(&t->call, 0, sizeof t->call);
  t->call.name = call->name, t->call.file = call->file, t->call.line = call->line;
  t->call.called = upc_stride_called();
  t->call.memory = &t->meeting;
  upc_stride_tell_begin(&t->to, &t->call, UPC_STRIDE_SEES_MEMORY);
  return t;
}

void upc_stride_told_call(void *told) {
  told_t *t = told;
  if (t == NULL) return;
  upc_stride_tell_end(&t->to, &t->call, UPC_STRIDE_SEES_MEMORY);
  free((int *)t->meeting.thread);
  free(t);
}
