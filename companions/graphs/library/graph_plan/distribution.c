/* SPDX-License-Identifier: BSD-3-Clause
 * Distributions: lists of boxes with their threads. */
#include "graph_plan/box.h"
#include "base/allocate.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Of a distribution without parts it may be null. */
static void set_extent(upc_stride_distribution_t *d, const long long *extent) {
  int k;
  for (k = 0; k < d->ndims && k < UPC_STRIDE_DIMS && d->parts > 0; k++) d->extent[k] = extent[k];
}

/* What is wrong is refused when a step uses the distribution: a wrong number of dimensions, and no parts. Those of a
 * null list have no parts either. */
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

/* The pieces of all dimensions; none if there are too many. */
static int parts_of(int ndims, const int *grid) {
  size_t parts = 1;
  int k;
  if (ndims < 1 || ndims > UPC_STRIDE_DIMS || grid == NULL) return 0;
  for (k = 0; k < ndims; k++) parts = upc_stride_product(parts, grid[k] > 0 ? (size_t)grid[k] : 0);
  return parts <= INT_MAX ? (int)parts : 0;
}

/* i * extent / pieces, whose product need not fit. */
static long long border(int i, long long extent, int pieces) {
  return extent / pieces * i + extent % pieces * i / pieces;
}

upc_stride_distribution_t *upc_stride_distribution_blocks(int ndims, const long long *extent, const int *grid,
                                                          int threads) {
  upc_stride_distribution_t *d = new_distribution(ndims, extent != NULL ? parts_of(ndims, grid) : 0);
  int k, p;
  for (p = 0; p < d->parts; p++) {
    int rest = p;
    for (k = ndims - 1; k >= 0; k--) {
      int i = rest % grid[k];
      rest /= grid[k];
      d->box[p].lo[k] = border(i, extent[k], grid[k]);
      d->box[p].hi[k] = border(i + 1, extent[k], grid[k]);
    }
    d->thread[p] = (int)((long long)p * threads / d->parts);
  }
  set_extent(d, extent);
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_slabs(int ndims, const long long *extent, int dimension, int parts,
                                                         int threads) {
  int grid[UPC_STRIDE_DIMS], k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) grid[k] = 1;
  if (dimension >= 0 && dimension < UPC_STRIDE_DIMS) grid[dimension] = parts;
  return upc_stride_distribution_blocks(ndims, extent, grid, threads);
}

upc_stride_distribution_t *upc_stride_distribution_replicated(int ndims, const long long *extent, int threads) {
  upc_stride_distribution_t *d = new_distribution(ndims, extent != NULL ? threads : 0);
  int p, k;
  d->grown = 1;
  for (p = 0; p < d->parts; p++) {
    for (k = 0; k < ndims && k < UPC_STRIDE_DIMS; k++) d->box[p].hi[k] = extent[k];
    d->thread[p] = p;
  }
  set_extent(d, extent);
  return d;
}

/* ---- owners by a function ---- */

/* A box and its thread, while boxes are joined in one dimension. */
typedef struct owned {
  int thread, dimension;
  upc_stride_box_t box;
} owned_t;

static int compare_index(long long a, long long b) { return (a > b) - (a < b); }

/* Boxes that may be joined stand one after the other: the dimension counts last. */
static int by_place(const void *a, const void *b) {
  const owned_t *x = a, *y = b;
  int k, c = compare_index(x->thread, y->thread);
  for (k = 0; k < UPC_STRIDE_DIMS && c == 0; k++) {
    if (k == x->dimension) continue;
    c = compare_index(x->box.lo[k], y->box.lo[k]);
    if (c == 0) c = compare_index(x->box.hi[k], y->box.hi[k]);
  }
  return c != 0 ? c : compare_index(x->box.lo[x->dimension], y->box.lo[x->dimension]);
}

static int continues(const owned_t *a, const owned_t *b, int dimension) {
  owned_t moved = *b;
  moved.box.lo[dimension] = a->box.lo[dimension];
  return by_place(a, &moved) == 0 && a->box.hi[dimension] == b->box.lo[dimension];
}

/* Joins boxes that continue each other in one dimension; returns how many are left. */
static int join_boxes(owned_t *list, int n, int dimension) {
  int i, left = 0;
  for (i = 0; i < n; i++) list[i].dimension = dimension;
  qsort(list, (size_t)n, sizeof *list, by_place);
  for (i = 0; i < n; i++) {
    if (left > 0 && continues(&list[left - 1], &list[i], dimension))
      list[left - 1].box.hi[dimension] = list[i].box.hi[dimension];
    else list[left++] = list[i];
  }
  return left;
}

/* All elements, one after the other; those of a row that follow each other on a thread are one box. */
static owned_t *rows_of_owners(int ndims, const long long *extent, upc_stride_owner_t *owner, void *argument, int *n) {
  owned_t *list = NULL;
  long long i[UPC_STRIDE_DIMS] = {0, 0, 0, 0};
  int k, capacity = 0, last = ndims - 1;
  *n = 0;
  do {
    int thread = owner(i, argument);
    if (i[last] > 0 && list[*n - 1].thread == thread) list[*n - 1].box.hi[last]++;
    else {
      list = upc_stride_grown(list, *n, &capacity, sizeof *list, "a distribution");
      list[*n].thread = thread;
      for (k = 0; k < UPC_STRIDE_DIMS; k++) {
        list[*n].box.lo[k] = i[k];
        list[*n].box.hi[k] = i[k] + 1;
      }
      ++*n;
    }
    for (k = last; k >= 0 && ++i[k] == extent[k]; k--) i[k] = 0;
  } while (k >= 0);
  return list;
}

upc_stride_distribution_t *upc_stride_distribution_owned(int ndims, const long long *extent, upc_stride_owner_t *owner,
                                                         void *argument) {
  upc_stride_distribution_t *d;
  owned_t *list;
  int n, k, p;
  size_t elements = 1;
  if (ndims < 1 || ndims > UPC_STRIDE_DIMS || extent == NULL || owner == NULL) return new_distribution(ndims, 0);
  for (k = 0; k < ndims; k++) elements = upc_stride_product(elements, extent[k] > 0 ? (size_t)extent[k] : 0);
  if (elements == 0 || elements > UPC_STRIDE_MOST_BYTES / 4) return new_distribution(ndims, 0);
  list = rows_of_owners(ndims, extent, owner, argument, &n);
  for (k = ndims - 1; k >= 0; k--) n = join_boxes(list, n, k);
  d = new_distribution(ndims, n);
  for (p = 0; p < n; p++) {
    d->box[p] = list[p].box;
    d->thread[p] = list[p].thread;
  }
  set_extent(d, extent);
  free(list);
  return d;
}

static upc_stride_distribution_t *copied(const upc_stride_distribution_t *of) {
  upc_stride_distribution_t *d = new_distribution(of->ndims, of->parts);
  memcpy(d->box, of->box, (size_t)of->parts * sizeof *d->box);
  memcpy(d->thread, of->thread, (size_t)of->parts * sizeof *d->thread);
  d->grown = of->grown;
  d->periodic = of->periodic;
  d->needs_extent = of->needs_extent;
  set_extent(d, of->extent);
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_grown(const upc_stride_distribution_t *of, const long long *width,
                                                         int periodic) {
  upc_stride_distribution_t *d = of != NULL && width != NULL ? copied(of) : new_distribution(0, 0);
  int p, k;
  d->grown = d->needs_extent = 1;
  d->periodic |= periodic;
  for (p = 0; p < d->parts; p++) {
    if (upc_stride_box_size(&d->box[p]) == 0) continue;
    for (k = 0; k < d->ndims && k < UPC_STRIDE_DIMS; k++) {
      d->box[p].lo[k] = upc_stride_moved(d->box[p].lo[k], width[k] > LLONG_MIN ? -width[k] : LLONG_MAX);
      d->box[p].hi[k] = upc_stride_moved(d->box[p].hi[k], width[k]);
    }
  }
  return d;
}

upc_stride_distribution_t *upc_stride_distribution_boxes(int ndims, int parts, const upc_stride_box_t *boxes,
                                                         const int *threads) {
  upc_stride_distribution_t *d = new_distribution(ndims, boxes != NULL && threads != NULL ? parts : 0);
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

/* The box of a part, cut at the edges of a value. An extent of 0 is not known. */
static upc_stride_box_t cut(const upc_stride_distribution_t *d, int part, const long long *extent) {
  upc_stride_box_t b = d->box[part];
  int k;
  for (k = 0; k < d->ndims && k < UPC_STRIDE_DIMS && d->needs_extent; k++) {
    if (d->periodic >> k & 1 || extent[k] == 0) continue;
    if (b.lo[k] < 0) b.lo[k] = 0;
    if (b.hi[k] > extent[k]) b.hi[k] = extent[k];
  }
  return b;
}

upc_stride_distribution_t *upc_stride_distribution_of(const upc_stride_distribution_t *of, const long long *extent) {
  upc_stride_distribution_t *d = copied(of);
  int p;
  for (p = 0; p < d->parts; p++) d->box[p] = cut(of, p, extent);
  return d;
}

upc_stride_box_t upc_stride_distribution_own_box(const upc_stride_distribution_t *d, int part) {
  return cut(d, part, d->extent);
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

int upc_stride_distribution_parts(const upc_stride_distribution_t *d) {
  return d != NULL ? d->parts : 0;
}

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
