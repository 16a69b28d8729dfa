/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_fetch. Elements of near threads are read where they are. All far ones are asked for together.
 *
 * upc_stride_fetch_init. Each thread makes runs of the elements that it lists (dataflow/flow_lists.c). It tells each
 * owner where it has those runs, and the owner copies them. From then on both know what goes between them, and a plan
 * says how, as for any other call. */
#include "operations.h"
#include "arrays/view.h"
#include "base/allocate.h"
#include "base/near.h"
#include "base/number.h"
#include "base/port.h"
#include "checked/checked.h"
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
  const upc_stride_memory_view_t *V = f->array->view;
  size_t i, elements = f->array->layout.elements;
  if (V != NULL && !V->open && V->written > 0) upc_stride_complain(c, "src", "%s", upc_stride_view_written);
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

static void tell_accesses(const fetch_t *f, int thread, size_t offset) {
  const size_t part = upc_addrfield((shared void *)upc_stride_part(f->array, thread));
  upc_stride_tell_access_of((size_t)thread, part + offset, f->size, UPC_STRIDE_TELL_READS);
}

static void get(const fetch_t *f) {
  const upc_stride_layout_t *L = &f->array->layout;
  const int watched = upc_stride_is_watched();
  size_t i, offset, size = f->size;
  upc_stride_tell_access(f->dst, f->count * size, UPC_STRIDE_TELL_WRITES);
  for (i = 0; i < f->count; i++) {
    int thread = place(L, f->index[i], &offset);
    const char *part = f->part[thread];
    if (watched) tell_accesses(f, thread, offset);
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

/* In checked mode: all threads give the same array, and the same flags. */
static void agree(const upc_stride_site_t *call, const fetch_t *f, upc_stride_sync_t sync) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, call->name);
  upc_stride_record_array_is(&r, f->array, 1);
  upc_stride_record_flags_are(&r, "sync_flags", sync);
  upc_stride_record_end(&r);
  upc_stride_agree_on(call, &r);
}

static upc_stride_sync_t check(fetch_t *f, const upc_stride_site_t *call, upc_flag_t flags) {
  upc_stride_complaint_t c = {0};
  upc_stride_sync_t sync;
  upc_stride_check_array(call, "src", f->array);
  upc_stride_check_one_copy(call, "src", &f->array->layout);
  sync = upc_stride_check_flags(call, flags);
  check_own(&c, f);
  upc_stride_fail_together(call, &c);
  agree(call, f, sync);
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

/* ---- prepared: who needs what ---- */

typedef shared [] char *place_t;

/* What a thread tells an owner: an entry of the owner's list of all threads. No runs: null. */
typedef struct request {
  place_t runs;
  size_t count;
} request_t;

/* A list for each thread of what others ask of it. */
static upc_stride_array_t new_requests(void) {
  size_t shape = THREADS, block = 1;
  return upc_stride_all_alloc(1, &shape, &block, THREADS * sizeof(request_t), 0, NULL);
}

static place_t request_from(upc_stride_array_t requests, int owner, int thread) {
  return upc_stride_part(requests, owner) + (size_t)thread * sizeof(request_t);
}

/* Tells the owners. The runs of all of them are in shared memory of the caller, the result. */
static place_t ask(upc_stride_array_t requests, const upc_stride_lists_t *lists) {
  size_t runs = 0, at = 0;
  place_t all;
  int i;
  for (i = 0; i < lists->ngets; i++) runs += lists->gets[i].count;
  if (runs == 0) return NULL;
  all = upc_stride_shared_alloc(runs * sizeof(upc_stride_strided_t), "a prepared fetch");
  for (i = 0; i < lists->ngets; i++) {
    const upc_stride_listed_t *x = &lists->gets[i];
    request_t request;
    request.runs = all + at, request.count = x->count;
    upc_memput((shared void *)request.runs, x->runs, x->count * sizeof *x->runs);
    upc_memput((shared void *)request_from(requests, x->thread, MYTHREAD), &request, sizeof request);
    at += x->count * sizeof *x->runs;
  }
  return all;
}

/* What others have asked of the caller. */
static void take_requests(upc_stride_array_t requests, upc_stride_lists_t *lists) {
  const request_t *mine = (const request_t *)(const void *)upc_stride_my_part(requests);
  upc_stride_strided_t *runs;
  size_t sum = 0;
  int t, n = 0;
  for (t = 0; t < THREADS; t++) sum += mine[t].count, n += mine[t].count > 0;
  lists->gives = upc_stride_alloc((size_t)n * sizeof *lists->gives + sum * sizeof *runs + 1, 1, "a prepared fetch");
  runs = (upc_stride_strided_t *)(void *)(lists->gives + n);
  for (t = 0; t < THREADS; t++) {
    upc_stride_listed_t *x = &lists->gives[lists->ngives];
    if (mine[t].count == 0) continue;
    x->thread = t, x->count = mine[t].count, x->runs = runs;
    upc_memget(runs, (shared const void *)mine[t].runs, x->count * sizeof *runs);
    runs += x->count;
    lists->ngives++;
  }
}

static upc_stride_lists_t learn(const char *name, const fetch_t *f) {
  upc_stride_lists_t lists;
  upc_stride_array_t requests = new_requests();
  place_t asked;
  memset(&lists, 0, sizeof lists);
  lists.me = MYTHREAD;
  lists.gets = upc_stride_list_elements(&f->array->layout, f->index, f->count, &lists.ngets);
  asked = ask(requests, &lists);
  upc_fence;
  upc_stride_meet(name);
  take_requests(requests, &lists);
  upc_stride_meet(name);
  if (asked != NULL) upc_free((shared void *)asked);
  upc_stride_all_free(requests);
  return lists;
}

/* ---- prepared: the plan ---- */

static upc_stride_listed_t *kept(upc_stride_builder_t *B, const upc_stride_listed_t *list, int n) {
  upc_stride_listed_t *copy = upc_stride_plan_copy_of(B, list, (size_t)n * sizeof *list);
  int i;
  for (i = 0; i < n; i++) copy[i].runs = upc_stride_plan_copy_of(B, list[i].runs, list[i].count * sizeof *list[i].runs);
  return copy;
}

void upc_stride_build_fetch(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_lists_t *lists = upc_stride_plan_copy_of(B, args->lists, sizeof *lists);
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  lists->gets = kept(B, lists->gets, lists->ngets);
  lists->gives = kept(B, lists->gives, lists->ngives);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->dst = B->flow->src;
  B->flow->kind = UPC_STRIDE_LISTS;
  B->flow->lists = P->args.lists = lists;
  B->dst.is_private = 1;
  B->dst.address = args->local;
  upc_stride_members(&M, B->flow, MYTHREAD);
  upc_stride_plan_begin(P, &M.group);
  upc_stride_schedule_named(UPC_STRIDE_OP_COPY, "pairwise", &choice);
  upc_stride_write_plan(B, &M, &choice);
  upc_stride_members_end(&M, B->flow);
}

upc_stride_handle_t upc_stride_fetch_init(void *dst, upc_stride_array_t src, const size_t *index, size_t count,
                                          upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  upc_stride_site_t call;
  upc_stride_lists_t lists;
  upc_stride_section_t all;
  upc_stride_handle_t handle;
  fetch_t f = {0};
  args.name = "upc_stride_fetch_init";
  call = upc_stride_site(args.name, NULL);
  f.array = src, f.dst = dst, f.index = index, f.count = count;
  check(&f, &call, sync_flags);
  upc_stride_start();
  lists = learn(args.name, &f);
  all = UPC_SECTION(src, UPC_STRIDE_ALL);
  all.file = NULL;
  args.operation = UPC_STRIDE_OP_COPY, args.build = upc_stride_build_fetch;
  args.src = &all, args.local = dst, args.flags = sync_flags, args.lists = &lists;
  handle = upc_stride_perform_init(&args);
  free(lists.gets), free(lists.gives);
  return handle;
}
