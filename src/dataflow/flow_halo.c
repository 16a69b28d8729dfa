/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flows of halo: each block of a thread, with what lies around it, goes to a buffer of that thread.
 *
 *   blocks of 4, width 1, thread 1 has block 1 of 3     elements 3 | 4 5 6 7 | 8 of the section: from block 0, 1 and 2
 *
 * In each dimension the elements that a block needs are walked in *segments*, in which neither the block nor the side
 * of the block's edge changes. A segment for each dimension makes a box of elements, which one thread owns. The box is
 * a strided run for each of its planes. */
#include "dataflow/flow.h"
#include "base/allocate.h"

#include <stdlib.h>

typedef struct segment {
  long long block, within, length;      /* the block, where in it the segment begins, and its elements */
  long long at;                         /* where it begins in the buffer */
  int outside;                          /* 1: in the halo */
} segment_t;

typedef struct walk {
  const upc_stride_halo_t *halo;
  const upc_stride_layout_t *layout;
  int s;                                /* the thread that sends */
  long long low[UPC_STRIDE_HALO_DIMS], high[UPC_STRIDE_HALO_DIMS];       /* the section's elements, the last excluded */
  long long start[UPC_STRIDE_HALO_DIMS], size[UPC_STRIDE_HALO_DIMS];     /* of the block, in elements */
  segment_t segment[UPC_STRIDE_HALO_DIMS];
  size_t buffer;                        /* where the block's part of the buffer begins */
  upc_stride_visit_t *visit;
  void *context;
} walk_t;

/* `count` elements, rounded up in the last dimension of a padded buffer, as UPC_STRIDE_PADDED_LENGTH does */
static size_t padded(const upc_stride_halo_t *H, const upc_stride_layout_t *L, int k, size_t count) {
  if (!H->padded || k < L->ndims - 1) return count;
  return (count * L->elemsize + UPC_STRIDE_PADDING - 1) / UPC_STRIDE_PADDING * UPC_STRIDE_PADDING / L->elemsize;
}

/* Elements of the buffer before the block in dimension k, and all of them. */
static size_t before(const upc_stride_halo_t *H, const upc_stride_layout_t *L, int k) {
  return padded(H, L, k, H->width);
}
static size_t side(const upc_stride_halo_t *H, const upc_stride_layout_t *L, int k) {
  return padded(H, L, k, before(H, L, k) + L->block[k] + H->width);
}

static long long least(long long a, long long b) { return a < b ? a : b; }

/* The segment from element e on, e counted past the ends of the section too. A segment outside the section, with
 * nothing round its ends, has block -1. */
static segment_t segment_at(const walk_t *w, int k, long long e) {
  const long long width = (long long)w->halo->width, low = w->low[k], high = w->high[k], extent = high - low;
  const long long block = (long long)w->layout->block[k];
  const long long end = e < w->start[k] ? w->start[k] : e < w->start[k] + w->size[k] ? w->start[k] + w->size[k]
                                                      : w->start[k] + w->size[k] + width;
  segment_t g;
  long long inside = e;
  g.at = e - w->start[k] + (long long)before(w->halo, w->layout, k);
  g.outside = e < w->start[k] || e >= w->start[k] + w->size[k];
  if (e < low || e >= high) {
    if (!w->halo->periodic) {
      g.block = -1, g.within = 0;
      g.length = e < low ? least(low, end) - e : end - e;
      return g;
    }
    inside = low + ((e - low) % extent + extent) % extent;
  }
  g.block = inside / block;
  g.within = inside % block;
  g.length = least(least(block - g.within, high - inside), end - e);
  return g;
}

/* The strided runs of the box that the segments make. */
static void visit_box(const walk_t *w, size_t slot) {
  const upc_stride_layout_t *L = w->layout;
  const int n = L->ndims;
  const segment_t *g = w->segment;
  size_t from = 0, to = 0, from_plane = L->elemsize, to_plane = L->elemsize;
  upc_stride_strided_t run;
  long long planes = n > 2 ? g[0].length : 1;
  int k;
  for (k = 0; k < n; k++) {
    from = from * L->block[k] + (size_t)g[k].within;
    to = to * side(w->halo, L, k) + (size_t)g[k].at;
  }
  for (k = 1; k < n; k++) from_plane *= L->block[k], to_plane *= side(w->halo, L, k);
  run.from = slot * L->blockbytes + from * L->elemsize;
  run.to = w->buffer + to * L->elemsize;
  run.bytes = (size_t)g[n - 1].length * L->elemsize;
  run.count = n > 1 ? (size_t)g[n - 2].length : 1;
  run.from_stride = (long long)(L->block[n - 1] * L->elemsize);
  run.to_stride = (long long)(side(w->halo, L, n - 1) * L->elemsize);
  for (; planes > 0; planes--, run.from += from_plane, run.to += to_plane) w->visit(w->context, &run);
}

/* All boxes whose segments in the dimensions before k are those of *w. */
static void walk_dimension(walk_t *w, int k, int outside) {
  long long e, end;
  size_t at[UPC_STRIDE_MAX_DIMS], slot;
  if (k == w->layout->ndims) {
    int i;
    if (outside == 0 && w->halo->halo_only) return;
    for (i = 0; i < k; i++) at[i] = (size_t)w->segment[i].block;
    if ((int)upc_stride_layout_block(w->layout, at, &slot) == w->s) visit_box(w, slot);
    return;
  }
  end = w->start[k] + w->size[k] + (long long)w->halo->width;
  for (e = w->start[k] - (long long)w->halo->width; e < end; e += w->segment[k].length) {
    w->segment[k] = segment_at(w, k, e);
    if (w->segment[k].block < 0) continue;
    if (w->segment[k].outside && outside > 0 && !w->halo->corners) continue;
    walk_dimension(w, k + 1, outside + w->segment[k].outside);
  }
}

static int ascending(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

/* The positions of a thread's blocks in the section, ascending. */
static size_t *positions_of(const upc_stride_end_t *end, int thread, size_t *n) {
  upc_stride_own_t own;
  size_t *list, i = 0;
  int more = upc_stride_own_first(&own, &end->picks, (size_t)thread);
  *n = upc_stride_blocks_of(end, thread);
  list = upc_stride_alloc(*n + 1, sizeof *list, "blocks of a halo");
  for (; more; more = upc_stride_own_next(&own)) list[i++] = own.position;
  qsort(list, *n, sizeof *list, ascending);
  return list;
}

/* Bytes of the buffer for one block. */
static size_t buffer_bytes(const upc_stride_halo_t *H, const upc_stride_layout_t *L) {
  size_t bytes = L->elemsize;
  int k;
  for (k = 0; k < L->ndims; k++) bytes *= side(H, L, k);
  return bytes;
}

void upc_stride_flow_halo(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  const upc_stride_halo_t *H = F->halo;
  const upc_stride_layout_t *L = F->src.picks.layout;
  size_t n, i, *list = positions_of(&F->dst, d, &n);
  walk_t w;
  int k;
  w.halo = H, w.layout = L, w.s = s, w.visit = visit, w.context = context;
  for (k = 0; k < L->ndims; k++) {
    w.low[k] = H->first[k] * (long long)L->block[k];
    w.high[k] = least((H->first[k] + H->count[k]) * (long long)L->block[k], (long long)L->shape[k]);
  }
  for (i = 0; i < n; i++) {
    long long rest = (long long)list[i];
    for (k = L->ndims - 1; k >= 0; rest /= H->count[k], k--) {
      w.start[k] = (H->first[k] + rest % H->count[k]) * (long long)L->block[k];
      w.size[k] = least((long long)L->block[k], w.high[k] - w.start[k]);
    }
    w.buffer = i * buffer_bytes(H, L);
    walk_dimension(&w, 0, 0);
  }
  free(list);
}
