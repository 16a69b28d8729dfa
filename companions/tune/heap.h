/* SPDX-License-Identifier: BSD-3-Clause
 * A heap, the least key first. `what` is the number of something, and `stamp` says of when the entry is. */
#ifndef TUNE_HEAP_H
#define TUNE_HEAP_H

#include "base/allocate.h"

typedef struct heap_entry {
  double key;
  int what;
  unsigned stamp;
} heap_entry_t;
typedef struct heap {
  heap_entry_t *entry;
  int n, capacity;
} heap_t;

static inline void heap_push(heap_t *h, double key, int what, unsigned stamp) {
  int i, parent;
  h->entry = upc_stride_grown(h->entry, h->n, &h->capacity, sizeof *h->entry, "a heap");
  for (i = h->n++; i > 0 && h->entry[parent = (i - 1) / 2].key > key; i = parent) h->entry[i] = h->entry[parent];
  h->entry[i] = (heap_entry_t){key, what, stamp};
}

static inline heap_entry_t heap_pop(heap_t *h) {
  const heap_entry_t least = h->entry[0], last = h->entry[--h->n];
  int i = 0, child;
  for (; (child = 2 * i + 1) < h->n; i = child) {
    if (child + 1 < h->n && h->entry[child + 1].key < h->entry[child].key) child++;
    if (h->entry[child].key >= last.key) break;
    h->entry[i] = h->entry[child];
  }
  h->entry[i] = last;
  return least;
}

#endif
