/* SPDX-License-Identifier: BSD-3-Clause
 * Distributions: lists of boxes with their threads. */
#include "graph_plan/box.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* Parts of a wrong number of dimensions, or fewer than none, are refused when a step uses the distribution. */
static upc_stride_distribution_t *new_distribution(int ndims, int parts) {
  upc_stride_distribution_t *d = upc_stride_alloc(1, sizeof *d, "a distribution");
  int p, k;
  d->ndims = ndims;
  d->parts = parts > 0 ? parts : 0;
  d->box = upc_stride_alloc((size_t)d->parts, sizeof *d->box, "a distribution");
  d->thread = upc_stride_alloc((size_t)d->parts, sizeof *d->thread, "a distribution");
  for (p = 0; p < d->parts; p++)
    for (k = 0; k < UPC_STRIDE_DIMS; k++) d->box[p].hi[k] = 1;
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_blocks(int ndims, const long long *extent, const int *grid,
                                                          int threads) {
  upc_stride_distribution_t *d;
  int parts = 1, k, p;
  for (k = 0; k < ndims; k++) parts *= grid[k];
  d = new_distribution(ndims, parts);
  for (p = 0; p < d->parts; p++) {
    int rest = p;
    for (k = ndims - 1; k >= 0 && k < UPC_STRIDE_DIMS; k--) {
      long long i = rest % grid[k];
      rest /= grid[k];
      d->box[p].lo[k] = i * extent[k] / grid[k];
      d->box[p].hi[k] = (i + 1) * extent[k] / grid[k];
    }
    d->thread[p] = (int)((long long)p * threads / parts);
  }
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_slabs(int ndims, const long long *extent, int dimension, int parts,
                                                         int threads) {
  int grid[UPC_STRIDE_DIMS], k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) grid[k] = 1;
  if (dimension >= 0 && dimension < UPC_STRIDE_DIMS) grid[dimension] = parts;
  return upc_stride_distribution_blocks(ndims, extent, grid, threads);
}

static upc_stride_distribution_t *copied(const upc_stride_distribution_t *of) {
  upc_stride_distribution_t *d = new_distribution(of->ndims, of->parts);
  memcpy(d->box, of->box, (size_t)of->parts * sizeof *d->box);
  memcpy(d->thread, of->thread, (size_t)of->parts * sizeof *d->thread);
  d->grown = of->grown;
  d->periodic = of->periodic;
  d->needs_extent = of->needs_extent;
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_grown(const upc_stride_distribution_t *of, const long long *width,
                                                         int periodic) {
  upc_stride_distribution_t *d = copied(of);
  int p, k;
  d->grown = d->needs_extent = 1;
  d->periodic |= periodic;
  for (p = 0; p < d->parts; p++) {
    if (upc_stride_box_size(&d->box[p]) == 0) continue;
    for (k = 0; k < d->ndims && k < UPC_STRIDE_DIMS; k++) {
      d->box[p].lo[k] -= width[k];
      d->box[p].hi[k] += width[k];
    }
  }
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_boxes(int ndims, int parts, const upc_stride_box_t *boxes,
                                                         const int *threads) {
  upc_stride_distribution_t *d = new_distribution(ndims, parts);
  int p, k;
  for (p = 0; p < d->parts; p++) {
    for (k = 0; k < ndims && k < UPC_STRIDE_DIMS; k++) {
      d->box[p].lo[k] = boxes[p].lo[k];
      d->box[p].hi[k] = boxes[p].hi[k];
    }
    d->thread[p] = threads[p];
  }
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_of(const upc_stride_distribution_t *of, const long long *extent) {
  upc_stride_distribution_t *d = copied(of);
  int p, k;
  if (!d->needs_extent) return d;
  for (p = 0; p < d->parts; p++)
    for (k = 0; k < d->ndims; k++) {
      if (d->periodic >> k & 1) continue;
      if (d->box[p].lo[k] < 0) d->box[p].lo[k] = 0;
      if (d->box[p].hi[k] > extent[k]) d->box[p].hi[k] = extent[k];
    }
  return d;
}

/* ---- searching ---- */

typedef struct upc_stride_distribution_index {
  upc_stride_box_tree_t tree;
  int threads, *first, *part;   /* the parts of thread t: part[first[t]] to part[first[t + 1] - 1] */
} upc_stride_distribution_index_t;

static upc_stride_distribution_index_t *index_of(upc_stride_distribution_t *d) {
  upc_stride_distribution_index_t *x;
  int p, t;
  if (d->index != NULL) return d->index;
  x = d->index = upc_stride_alloc(1, sizeof *x, "a distribution");
  upc_stride_box_tree_new(&x->tree, d->box, d->parts);
  for (p = 0; p < d->parts; p++)
    if (d->thread[p] >= x->threads) x->threads = d->thread[p] + 1;
  x->first = upc_stride_alloc((size_t)x->threads + 2, sizeof *x->first, "a distribution");
  x->part = upc_stride_alloc((size_t)d->parts, sizeof *x->part, "a distribution");
  for (p = 0; p < d->parts; p++) x->first[d->thread[p] + 2]++;
  for (t = 0; t < x->threads; t++) x->first[t + 2] += x->first[t + 1];
  for (p = 0; p < d->parts; p++) x->part[x->first[d->thread[p] + 1]++] = p;
  return x;
}

void upc_stride_distribution_find(upc_stride_distribution_t *d, const upc_stride_box_t *b, upc_stride_found_t *found) {
  upc_stride_box_tree_find(&index_of(d)->tree, b, found);
}

int upc_stride_distribution_of_thread(upc_stride_distribution_t *d, int thread, const int **parts) {
  const upc_stride_distribution_index_t *x = index_of(d);
  *parts = x->part;
  if (thread >= x->threads) return 0;
  *parts = x->part + x->first[thread];
  return x->first[thread + 1] - x->first[thread];
}

int upc_stride_distribution_parts(const upc_stride_distribution_t *d) { return d->parts; }
upc_stride_box_t upc_stride_distribution_box(const upc_stride_distribution_t *d, int part) { return d->box[part]; }
int upc_stride_distribution_thread(const upc_stride_distribution_t *d, int part) { return d->thread[part]; }

void upc_stride_distribution_free(upc_stride_distribution_t *d) {
  if (d == NULL) return;
  if (d->index != NULL) {
    upc_stride_box_tree_free(&d->index->tree);
    free(d->index->first);
    free(d->index->part);
    free(d->index);
  }
  free(d->box);
  free(d->thread);
  free(d);
}
