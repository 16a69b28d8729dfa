/* SPDX-License-Identifier: BSD-3-Clause
 * Handles of arrays: explained in array.h. They are in chunks of 1, 1, 1, 1, 2, 2, 2, 2, 4, ..: at most a fifth of them
 * are unused. A handle takes half a KB, and the threads of a simulated machine are maybe thousands. */
#include "arrays/array.h"
#include "base/allocate.h"
#include "layout/places.h"

#include <stdint.h>

enum { CHUNKS = 112, OF_ONE_SIZE = 4 };

struct upc_stride_memory_view *upc_stride_views;

static upc_stride_array_t chunk[CHUNKS];
static int chunks;
static size_t unused;                           /* handles at the end of the last chunk that were never used */
static upc_stride_array_t first_freed, last_freed; /* a queue */
static size_t freed;                            /* its length */

static size_t chunk_size(int i) { return (size_t)1 << i / OF_ONE_SIZE; }

static upc_stride_array_t oldest_freed(void) {
  upc_stride_array_t A = first_freed;
  first_freed = A->next_freed;
  freed--;
  return A;
}

static upc_stride_array_t never_used(void) {
  if (unused == 0) {
    unused = chunk_size(chunks);
    chunk[chunks++] = upc_stride_alloc(unused, sizeof(struct upc_stride_array), "the handles of arrays");
  }
  return chunk[chunks - 1] + (chunk_size(chunks - 1) - unused--);
}

upc_stride_array_t upc_stride_array_new(int kind) {
  static size_t arrays;
  upc_stride_array_t A = freed > UPC_STRIDE_FREED_HANDLES ? oldest_freed() : never_used();
  A->kind = kind;
  A->serial = ++arrays;
  A->flattened = 0;
  A->name = NULL;
  A->declared = NULL;
  A->shift = NULL;
  A->view = NULL;
  A->packed = NULL;
  A->next_freed = NULL;
  return A;
}

void upc_stride_array_drop(upc_stride_array_t A) {
  if (A->layout.placed) upc_stride_places_end(&A->layout);
  upc_stride_owners_end(&A->layout);
  A->kind = UPC_STRIDE_FREED;
  A->serial = 0;
  if (freed++ == 0) first_freed = A;
  else last_freed->next_freed = A;
  last_freed = A;
}

int upc_stride_array_is_handle(upc_stride_array_t A) {
  int i;
  for (i = 0; i < chunks; i++) {
    uintptr_t offset = (uintptr_t)A - (uintptr_t)chunk[i];
    if (offset < chunk_size(i) * sizeof *A) return offset % sizeof *A == 0;
  }
  return 0;
}

/* Chunks are never freed: what was a handle once can always be read. */
int upc_stride_array_is_live(upc_stride_array_t A) {
  static upc_stride_array_t latest;
  if (A == NULL || (A != latest && !upc_stride_array_is_handle(A))) return 0;
  latest = A;
  return A->kind != UPC_STRIDE_FREED;
}

static int has_place(upc_stride_array_t A, shared const void *place, size_t *offset) {
  shared [] char *part = upc_stride_part(A, (int)upc_threadof((shared void *)place));
  size_t start = upc_addrfield((shared void *)part), at = upc_addrfield((shared void *)place);
  *offset = at - start;
  return at >= start && *offset < upc_stride_layout_bytes(&A->layout);
}

upc_stride_array_t upc_stride_array_at(shared const void *place, size_t *offset) {
  upc_stride_array_t view = NULL;
  size_t n, of_view = 0;
  int i;
  for (i = 0; i < chunks; i++)
    for (n = i + 1 < chunks ? chunk_size(i) : chunk_size(i) - unused; n-- > 0;) {
      upc_stride_array_t A = chunk[i] + n;
      if (A->kind == UPC_STRIDE_FREED || !has_place(A, place, offset)) continue;
      if (A->kind != UPC_STRIDE_VIEWED) return A;
      view = A;
      of_view = *offset;
    }
  *offset = of_view;
  return view;
}
