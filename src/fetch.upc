/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_fetch. Elements of near threads are read where they are. The owners of the others get requests. A request
 * is a word: its low 48 bits are the element's distance from the owner's element of `origin`, its high 16 bits the
 * element's size. Each message of requests is answered by a message of elements, in the same order. So the caller only
 * remembers, owner by owner, which of its elements it asked for.
 *
 * An owner serves while it is in the call, and a thread leaves the call when all threads have what they asked for. */
#include "operations.h"
#include "base/allocate.h"
#include "base/near.h"
#include "base/port.h"
#include "layout/places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static shared char origin[THREADS];

typedef struct fetch {
  upc_stride_array_t array;
  size_t size;                          /* of an element */
  char *dst;
  const size_t *index;
  size_t count;
  char **part;                          /* by thread: its part of the array by address; null: the thread is far */
  size_t *asked, *asked_of;             /* far elements of dst, owner by owner; by thread: where its own begin (one
                                           more entry: the end) .. */
  size_t *answered, *next;              /* .. the next to be answered, and the next to be asked for */
} fetch_t;

static fetch_t *current;                /* the call that replies are for */

/* ---- the owner ---- */

static void serve(int thread, const char *items, size_t bytes) {
  const char *zero = (const char *)&origin[MYTHREAD], *end = items + bytes;
  for (; items < end; items += sizeof(uint64_t)) {
    uint64_t request;
    memcpy(&request, items, sizeof request);
    memcpy(upc_stride_aggregate_item(UPC_STRIDE_REPLIES, thread, request >> 48),
           zero + ((int64_t)(request << 16) >> 16), request >> 48);
  }
  upc_stride_aggregate_send(UPC_STRIDE_REPLIES, thread);
}

/* ---- the thread that asked ---- */

static void take(int thread, const char *items, size_t bytes) {
  const fetch_t *f = current;
  size_t *next = &f->answered[thread], size = f->size;
  const char *end = items + bytes;
  for (; items < end; items += size) memcpy(f->dst + f->asked[(*next)++] * size, items, size);
}

/* Where element i of the array is. The array's elements are counted row by row. */
static int place(const upc_stride_layout_t *L, size_t i, size_t *offset) {
  size_t at[UPC_STRIDE_MAX_DIMS];
  int k;
  if (L->ndims == 1) return upc_stride_places_element(L, &i, offset);
  for (k = L->ndims - 1; k >= 0; k--) at[k] = i % L->shape[k], i /= L->shape[k];
  return upc_stride_places_element(L, at, offset);
}

static void check_index(const upc_stride_site_t *call, const fetch_t *f) {
  size_t i, elements = f->array->layout.elements;
  for (i = 0; i < f->count; i++)
    if (f->index[i] >= elements)
      upc_stride_fail(call, "index", "%zu at position %zu, must be an element of src, 0..%zu", f->index[i], i,
                      elements - 1);
}

/* Copies the elements of near threads. Those of far threads are counted in asked_of[thread + 1]. */
static size_t copy_near(const fetch_t *f) {
  const upc_stride_layout_t *L = &f->array->layout;
  size_t i, offset, size = f->size, far = 0;
  for (i = 0; i < f->count; i++) {
    int thread = place(L, f->index[i], &offset);
    const char *part = f->part[thread];
    if (part == NULL) far++, f->asked_of[thread + 1]++;
    else if (size == 8) memcpy(f->dst + i * 8, part + offset, 8);
    else memcpy(f->dst + i * size, part + offset, size);
  }
  return far;
}

/* Elements that are too large for a message are got one by one. */
static void get_large(const fetch_t *f) {
  size_t i, offset;
  for (i = 0; i < f->count; i++) {
    int thread = place(&f->array->layout, f->index[i], &offset);
    if (f->part[thread] == NULL)
      upc_memget(f->dst + i * f->size, (shared void *)(upc_stride_part(f->array, thread) + offset), f->size);
  }
}

static uint64_t request_of(const fetch_t *f, int thread, size_t offset) {
  shared void *element = (shared void *)(upc_stride_part(f->array, thread) + offset);
  uint64_t distance = (uint64_t)upc_addrfield(element) - (uint64_t)upc_addrfield((shared void *)&origin[thread]);
  return (distance & (((uint64_t)1 << 48) - 1)) | (uint64_t)f->size << 48;
}

/* Replies may come while later requests are made. */
static void ask(const fetch_t *f) {
  const upc_stride_layout_t *L = &f->array->layout;
  size_t i, offset;
  int t;
  for (t = 0; t < THREADS; t++)
    f->asked_of[t + 1] += f->asked_of[t], f->answered[t] = f->next[t] = f->asked_of[t];
  for (i = 0; i < f->count; i++) {
    int thread = place(L, f->index[i], &offset);
    uint64_t request;
    if (f->part[thread] != NULL) continue;
    request = request_of(f, thread, offset);
    f->asked[f->next[thread]++] = i;
    memcpy(upc_stride_aggregate_item(UPC_STRIDE_REQUESTS, thread, sizeof request), &request, sizeof request);
  }
  upc_stride_aggregate_send_all(UPC_STRIDE_REQUESTS);
}

/* A thread that has not answered all requests yet; THREADS if there is none. */
static int awaited(const fetch_t *f) {
  int t = 0;
  while (t < THREADS && f->answered[t] == f->asked_of[t + 1]) t++;
  return t;
}

static void fetch_far(fetch_t *f, size_t far) {
  upc_stride_long_wait_t wait = {0};
  const char *started = upc_stride_called();
  unsigned turn = 0;
  int owner;
  if (far == 0) return;
  if (f->size > upc_stride_aggregate_most()) {
    get_large(f);
    return;
  }
  f->asked = upc_stride_alloc(far, sizeof(size_t), "upc_stride_fetch");
  current = f;
  ask(f);
  while ((owner = awaited(f)) < THREADS) {
    upc_stride_aggregate_poll(turn);
    if (turn % 256 == 255) upc_stride_long_wait(&wait, owner, "upc_stride_fetch", started);
    upc_stride_relax(turn++);
  }
  free(f->asked);
}

static void find_parts(fetch_t *f) {
  int t;
  f->part = upc_stride_alloc(THREADS, sizeof *f->part, "upc_stride_fetch");
  f->asked_of = upc_stride_alloc(3 * (size_t)THREADS + 1, sizeof(size_t), "upc_stride_fetch");
  f->answered = f->asked_of + THREADS + 1;
  f->next = f->answered + THREADS;
  for (t = 0; t < THREADS; t++)
    if (upc_stride_near(t)) f->part[t] = upc_stride_address((shared const void *)upc_stride_part(f->array, t));
}

static upc_stride_sync_t check(fetch_t *f, const upc_stride_site_t *call, upc_flag_t flags) {
  upc_stride_check_array(call, "src", f->array);
  if (f->count > 0 && f->dst == NULL) upc_stride_fail(call, "dst", "null, must have room for %zu elements", f->count);
  if (f->count > 0 && f->index == NULL) upc_stride_fail(call, "index", "null, must be %zu numbers", f->count);
  check_index(call, f);
  return upc_stride_check_flags(call, flags);
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
  upc_stride_aggregate_open(UPC_STRIDE_REQUESTS, serve);
  upc_stride_aggregate_open(UPC_STRIDE_REPLIES, take);
  if (sync.in != UPC_STRIDE_NO) upc_stride_wait_for_all(name, UPC_STRIDE_REQUESTS);
  find_parts(&f);
  fetch_far(&f, copy_near(&f));
  if (sync.out != UPC_STRIDE_NO || !upc_stride_all_near()) upc_stride_wait_for_all(name, UPC_STRIDE_REPLIES);
  free(f.part);
  free(f.asked_of);
}
