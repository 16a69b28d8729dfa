/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_fetch. Elements of near threads are read where they are. All far ones are asked for together. */
#include "operations.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/near.h"
#include "base/number.h"
#include "base/port.h"
#include "layout/places.h"

#include <stdlib.h>
#include <string.h>

typedef struct fetch {
  upc_stride_array_t array;
  size_t size;                          /* of an element */
  char *dst;
  const size_t *index;
  size_t count;
  char **part;                          /* by thread: its part of the array by address; null: the thread is far */
} fetch_t;

/* Where element i of the array is. The array's elements are counted row by row. */
static int place(const upc_stride_layout_t *L, size_t i, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS];
  int k;
  if (L->ndims == 1) return upc_stride_places_element(L, &i, offset);
  for (k = L->ndims - 1; k >= 0; k--) at[k] = i % L->shape[k], i /= L->shape[k];
  return upc_stride_places_element(L, at, offset);
}

/* What is wrong with the caller's own arguments. */
static void check_own(upc_stride_complaint_t *c, const fetch_t *f) {
  size_t i, elements = f->array->layout.elements;
  if (upc_stride_product(f->count, f->array->layout.elemsize) > UPC_STRIDE_MOST_BYTES)
    upc_stride_complain(c, "count", "%zu elements, must be a number that memory has room for", f->count);
  if (f->count > 0 && f->dst == NULL)
    upc_stride_complain(c, "dst", "null, must have room for %zu elements", f->count);
  if (f->count > 0 && f->index == NULL) upc_stride_complain(c, "index", "null, must be %zu numbers", f->count);
  for (i = 0; i < f->count && c->text[0] == '\0'; i++)
    if (f->index[i] >= elements)
      upc_stride_complain(c, "index", "%zu at position %zu, must be an element of src, 0..%zu", f->index[i], i,
                          elements - 1);
}

static void get(const fetch_t *f) {
  const upc_stride_layout_t *L = &f->array->layout;
  const int races = upc_stride_races();
  size_t i, offset, size = f->size;
  for (i = 0; i < f->count; i++) {
    int thread = place(L, f->index[i], &offset);
    const char *part = f->part[thread];
    if (races && part != NULL) upc_stride_race_touch(part + offset, size, UPC_STRIDE_RACE_READS);
    if (part == NULL)
      upc_stride_ask(f->dst + i * size, (shared void *)(upc_stride_part(f->array, thread) + offset), size);
    else if (size == 8) memcpy(f->dst + i * 8, part + offset, 8);
    else memcpy(f->dst + i * size, part + offset, size);
  }
  upc_stride_asked();
}

static void find_parts(fetch_t *f) {
  int t;
  f->part = upc_stride_alloc(THREADS, sizeof *f->part, "upc_stride_fetch");
  for (t = 0; t < THREADS; t++)
    if (upc_stride_near(t)) f->part[t] = upc_stride_address((shared const void *)upc_stride_part(f->array, t));
}

/* Of a view others read what each thread copies to its buffer before they meet. */
static upc_stride_sync_t sync_of(const fetch_t *f, upc_stride_sync_t sync) {
  if (f->array->view != NULL && sync.in == UPC_STRIDE_NO) sync.in = UPC_STRIDE_MY;
  if (f->array->view != NULL && sync.out == UPC_STRIDE_NO) sync.out = UPC_STRIDE_MY;
  return sync;
}

static upc_stride_sync_t check(fetch_t *f, const upc_stride_site_t *call, upc_flag_t flags) {
  upc_stride_complaint_t c = {0};
  upc_stride_sync_t sync;
  upc_stride_check_array(call, "src", f->array);
  upc_stride_check_one_copy(call, "src", &f->array->layout);
  sync = upc_stride_check_flags(call, flags);
  upc_stride_agree(call, f->array, 1);
  check_own(&c, f);
  upc_stride_fail_together(call, &c);
  return sync_of(f, sync);
}

void upc_stride_fetch(void *dst, upc_stride_array_t src, const size_t *index, size_t count, upc_flag_t sync_flags) {
  const char *name = "upc_stride_fetch";
  upc_stride_site_t call = upc_stride_site(name, NULL);
  upc_stride_sync_t sync;
  fetch_t f = {0};
  f.array = src, f.dst = dst, f.index = index, f.count = count;
  sync = check(&f, &call, sync_flags);
  f.size = src->layout.elemsize;
  upc_stride_start();
  upc_stride_view_publish(&call, "src", src);
  if (sync.in != UPC_STRIDE_NO) upc_stride_meet(name);
  find_parts(&f);
  get(&f);
  if (sync.out != UPC_STRIDE_NO) upc_stride_meet(name);
  free(f.part);
}
