/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flows of fetches: elements that each member has listed go to a buffer of its own.
 *
 *   thread 0 lists 7 8 9 17 18 19 27 28 29 of an array with rows of 10, all on thread 1: one strided run of 3 x 3
 *   elements. Thread 1 gets this run from thread 0 when the call is made, and packs by it. */
#include "dataflow/flow.h"
#include "base/allocate.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

static int by_thread(const void *a, const void *b) {
  const upc_stride_listed_t *x = a, *y = b;
  return x->thread < y->thread ? -1 : x->thread > y->thread;
}

void upc_stride_flow_lists(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  const upc_stride_lists_t *L = F->lists;
  const int gets = d == L->me;
  upc_stride_listed_t key = {0}, *found;
  size_t i;
  key.thread = gets ? s : d;
  if (!gets && s != L->me) return;      /* others know what goes between them */
  found = bsearch(&key, gets ? L->gets : L->gives, (size_t)(gets ? L->ngets : L->ngives), sizeof key, by_thread);
  for (i = 0; found != NULL && i < found->count; i++) visit(context, &found->runs[i]);
}

/* ---- from indices to runs ---- */

/* The newest run is complete. If the one before has runs as long at the right distance, it becomes one of them. */
static void close_run(upc_stride_listed_t *x) {
  upc_stride_strided_t *last, *before;
  if (x->count < 2) return;
  last = &x->runs[x->count - 1], before = last - 1;
  if (last->bytes != before->bytes) return;
  if (before->count == 1) {
    before->from_stride = (long long)(last->from - before->from);
    before->to_stride = (long long)(last->to - before->to);
  } else if (last->from - before->from != (size_t)before->from_stride * before->count ||
             last->to - before->to != (size_t)before->to_stride * before->count) {
    return;
  }
  before->count++;
  x->count--;
}

static void add_element(upc_stride_listed_t *x, size_t from, size_t to, size_t bytes) {
  upc_stride_strided_t *last = x->count > 0 ? &x->runs[x->count - 1] : NULL;
  if (last != NULL && last->count == 1 && from == last->from + last->bytes && to == last->to + last->bytes) {
    last->bytes += bytes;
    return;
  }
  close_run(x);
  last = &x->runs[x->count++];
  last->from = from, last->to = to, last->bytes = bytes, last->count = 1;
  last->from_stride = last->to_stride = 0;
}

/* The owner of element i, and where the element is in its part. */
static int place(const upc_stride_layout_t *L, size_t i, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS];
  int k;
  for (k = L->ndims - 1; k >= 0; k--) at[k] = i % L->shape[k], i /= L->shape[k];
  return upc_stride_places_element(L, at, offset);
}

upc_stride_listed_t *upc_stride_list_elements(const upc_stride_layout_t *L, const size_t *index, size_t count,
                                              int *threads) {
  size_t *elements = upc_stride_alloc(L->threads, sizeof *elements, "lists of elements"), i, offset, first = 0;
  int *number = upc_stride_alloc(L->threads, sizeof *number, "lists of elements"), t, n = 0;
  upc_stride_strided_t *runs;
  upc_stride_listed_t *list;
  for (i = 0; i < count; i++) elements[place(L, index[i], &offset)]++;
  for (t = 0; t < (int)L->threads; t++)
    if (elements[t] > 0) number[t] = n++;
  list = upc_stride_alloc((size_t)n * sizeof *list + count * sizeof *runs + 1, 1, "lists of elements");
  runs = (upc_stride_strided_t *)(void *)(list + n);
  for (t = 0; t < (int)L->threads; t++) {
    if (elements[t] == 0) continue;
    list[number[t]].thread = t;
    list[number[t]].runs = runs + first;
    first += elements[t];
  }
  for (i = 0; i < count; i++) {
    t = place(L, index[i], &offset);
    add_element(&list[number[t]], offset, i * L->elemsize, L->elemsize);
  }
  for (t = 0; t < n; t++) close_run(&list[t]);
  free(elements), free(number);
  *threads = n;
  return list;
}
