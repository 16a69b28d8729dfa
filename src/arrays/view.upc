/* SPDX-License-Identifier: BSD-3-Clause
 * Views of memory that the program has: explained in view.h. */
#include "arrays/view.h"
#include "arrays/check.h"
#include "base/alias.h"
#include "base/allocate.h"
#include "base/port.h"
#include "layout/places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Fewer pages are copied: to change a page's place takes as long as to copy some of them. */
enum { LEAST_PAGES = 16 };

/* Where each thread's memory begins in a page, if its pages can be the buffer's; else 0. */
static shared unsigned short told[THREADS];

/* ---- how much memory there must be ---- */

/* The bytes up to the last element that the caller has: the last block needs no padding. */
static size_t needed(const upc_stride_layout_t *L) {
  size_t owned = upc_stride_layout_owned(L, MYTHREAD), at[UPC_STRIDE_MAX_DIMS], last = 0, slot;
  int k;
  if (owned == 0 || L->placed) return 0; /* c/c_scalapack.upc has looked at a matrix of ScaLAPACK's */
  slot = upc_stride_layout_owned_block(L, MYTHREAD, owned - 1, at);
  for (k = 0; k < L->ndims; k++) {
    size_t rest = L->shape[k] - at[k] * L->block[k];
    last = last * L->block[k] + (rest < L->block[k] ? rest : L->block[k]) - 1;
  }
  return (slot * L->blockelems + last + 1) * L->elemsize;
}

void upc_stride_view_check_memory(const upc_stride_site_t *call, const upc_stride_layout_t *L, const void *memory,
                                  size_t bytes) {
  upc_stride_complaint_t c = {0};
  size_t need = needed(L);
  if (need > 0 && memory == NULL)
    upc_stride_complain(&c, "memory", "null, must have %zu bytes for the caller's blocks", need);
  if (bytes < need)
    upc_stride_complain(&c, "bytes", "%zu, must be at least %zu for the caller's %zu block%s", bytes, need,
                        upc_stride_layout_owned(L, MYTHREAD), UPC_STRIDE_S(upc_stride_layout_owned(L, MYTHREAD)));
  upc_stride_fail_together(call, &c);
}

/* ---- the buffer, and pages ---- */

/* The whole pages of the caller's memory. */
static size_t whole_pages(const upc_stride_memory_view_t *V, size_t *from) {
  size_t page = upc_stride_page(), start = (size_t)((uintptr_t)V->memory % page);
  *from = start == 0 ? 0 : page - start;
  return V->bytes < *from ? 0 : (V->bytes - *from) / page;
}

/* All threads learn where in a page each one's memory begins: the buffer's parts begin there too. Returns 1 if the
 * caller's pages can be the buffer's. All threads call. */
static int tell_places(upc_stride_memory_view_t *V) {
  size_t from;
  int possible = whole_pages(V, &from) >= LEAST_PAGES && upc_stride_copies(V->memory, V->memory, V->bytes) &&
                 upc_stride_alias_possible(V->memory, V->bytes), t;
  told[MYTHREAD] = possible ? (unsigned short)((uintptr_t)V->memory % upc_stride_page()) : 0;
  V->shift = upc_stride_alloc(THREADS, sizeof *V->shift, "a view");
  upc_stride_library_barrier();
  for (t = 0; t < THREADS; t++) V->shift[t] = told[t];
  return possible;
}

/* Gives the array its buffer, all of it 0, whose base is at the beginning of a page. 0: there is no room. */
static int allocate(upc_stride_memory_view_t *V) {
  size_t page = upc_stride_page(), bytes = upc_stride_layout_bytes(&V->array->layout);
  shared [] char *base;
  char *mine;
  upc_stride_come_together();
  V->buffer = upc_all_alloc(THREADS, bytes + 2 * page); /* up to the base, and up to the place in a page */
  if (V->buffer == NULL) return 0;
  base = (shared [] char *)V->buffer;
  base += (page - upc_addrfield(V->buffer) % page) % page;
  V->array->base = (shared void *)base;
  V->array->shift = V->shift;
  mine = upc_stride_my_part(V->array);
  if (upc_stride_copies(mine, mine, bytes)) memset(mine, 0, bytes);
  upc_stride_library_barrier();
  return 1;
}

static void use_pages(upc_stride_memory_view_t *V) {
  size_t page = upc_stride_page(), from, bytes = whole_pages(V, &from) * page;
  char *mine = upc_stride_my_part(V->array);
  if (((uintptr_t)mine - (uintptr_t)V->memory) % page != 0) return;
  if (!upc_stride_alias(V->memory + from, mine + from, bytes)) return;
  V->from = from;
  V->to = from + bytes;
}

int upc_stride_view_begin(upc_stride_array_t A, void *memory, size_t bytes) {
  upc_stride_memory_view_t *V = upc_stride_alloc(1, sizeof *V, "a view"), **last = &upc_stride_views;
  size_t part = upc_stride_layout_bytes(&A->layout);
  int alias = 0;
  V->array = A;
  V->memory = memory;
  V->bytes = memory == NULL ? 0 : bytes < part ? bytes : part;
  if (part >= LEAST_PAGES * upc_stride_page()) alias = tell_places(V);
  if (!allocate(V)) {
    free(V->shift);
    free(V);
    return 0;
  }
  A->view = V;
  if (alias) use_pages(V);
  while (*last != NULL) last = &(*last)->next;
  *last = V;
  return 1;
}

void upc_stride_view_begin_checked(const upc_stride_site_t *call, upc_stride_array_t A, void *memory, size_t bytes) {
  const size_t part = upc_stride_layout_bytes(&A->layout);
  if (upc_stride_view_begin(A, memory, bytes)) return;
  upc_stride_array_drop(A);
  upc_stride_fail(call, "shape", "%zu bytes a thread for a buffer, must fit the shared heap", part);
}

void upc_stride_view_end(const upc_stride_site_t *call, upc_stride_array_t A) {
  upc_stride_memory_view_t *V = A->view, **link = &upc_stride_views;
  upc_stride_complaint_t c = {0};
  if (V->to > V->from &&
      !upc_stride_alias_end(V->memory + V->from, upc_stride_my_part(A) + V->from, V->to - V->from))
    upc_stride_complain(&c, "array", "a view of %zu bytes, must have as much private memory to give them back",
                        V->bytes);
  upc_stride_fail_together(call, &c);
  upc_stride_library_barrier(); /* another thread's memory may still be the buffer's */
  upc_all_free(V->buffer);
  while (*link != V) link = &(*link)->next;
  *link = V->next;
  A->view = NULL;
  A->shift = NULL;
  free(V->shift);
  free(V);
}

upc_stride_memory_view_t *upc_stride_view_at(shared const void *place) {
  size_t at = upc_addrfield((shared void *)place), start;
  upc_stride_memory_view_t *V;
  for (V = upc_stride_views; V != NULL; V = V->next) {
    shared [] char *part = upc_stride_part(V->array, (int)upc_threadof((shared void *)place));
    start = upc_addrfield((shared void *)part);
    if (at >= start && at - start < upc_stride_layout_bytes(&V->array->layout)) break;
  }
  return V;
}

/* ---- copies of the whole part ---- */

static void copy(char *to, const char *from, size_t bytes) {
  if (bytes > 0 && upc_stride_copies(to, from, bytes)) memcpy(to, from, bytes);
}

const char upc_stride_view_written[] =
  "a view that a split-phase call in flight writes to, must be complete first";

static void check_writers(const upc_stride_site_t *call, const char *argument, const upc_stride_memory_view_t *V) {
  if (V->written > 0) upc_stride_fail(call, argument, "%s", upc_stride_view_written);
}

void upc_stride_view_publish(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A) {
  const upc_stride_memory_view_t *V = A->view;
  char *buffer;
  if (V == NULL || V->open) return;
  check_writers(call, argument, V);
  buffer = upc_stride_my_part(A);
  copy(buffer, V->memory, V->from);
  copy(buffer + V->to, V->memory + V->to, V->bytes - V->to);
}

void upc_stride_view_take_back(const upc_stride_memory_view_t *V) {
  const char *buffer = upc_stride_my_part(V->array);
  copy(V->memory, buffer, V->from);
  copy(V->memory + V->to, buffer + V->to, V->bytes - V->to);
}

static void refuse_closed(const upc_stride_site_t *call, const char *argument) {
  upc_stride_fail(call, argument, "a view of the program's memory, must be open (upc_stride_open_view) for calls of "
                  "one thread");
}

void upc_stride_check_open(const upc_stride_site_t *call, const char *argument, upc_stride_array_t A) {
  if (A->view != NULL && !A->view->open) refuse_closed(call, argument);
}

void upc_stride_check_open_at(const upc_stride_site_t *call, const char *argument, shared const void *place) {
  const upc_stride_memory_view_t *V = upc_stride_views == NULL || place == NULL ? NULL : upc_stride_view_at(place);
  if (V != NULL && !V->open) refuse_closed(call, argument);
}
