/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The entry of all calls: it finds or makes the caller's plan, and carries it out. A call takes the plan of an earlier
 * call with the same arguments, if the plan is still kept (prepared/prepared.h). It looks at the latest plan of its
 * operation first, and then finds plans by a hash of the arguments. The arguments are compared in full. A plan for
 * another place may be changed to serve the call (prepared/prepared_place.upc). Otherwise the call makes a plan. Its
 * arguments were checked when it was made. */
#include "operations.h"
#include "base/environment.h"
#include "base/hooks.h"
#include "checked/checked.h"
#include "engine/call.h"
#include "prepared/arguments.h"
#include "schedules/own.h"

static upc_stride_prepared_t *latest[UPC_STRIDE_OPS]; /* of each operation, or null */

/* First, since Berkeley's upcc writes structs in the order of the functions that name them: a plan holds arguments, and
 * these hold a function of a plan. */
static upc_stride_prepared_t *set_latest(upc_stride_prepared_t *P) {
  upc_stride_prepared_t **last = &latest[P->args.operation];
  if (*last != NULL) (*last)->latest = 0;
  P->latest = 1;
  return *last = P;
}

static size_t mix_section(size_t h, const upc_stride_section_t *S) {
  int k;
  if (S == NULL) return h;
  h = upc_stride_hash_mix(h, (size_t)S->array);
  for (k = 0; k < S->intervals && k < UPC_STRIDE_MAX_DIMS; k++) {
    const upc_stride_interval_t *iv = &S->interval[k];
    h = upc_stride_hash_mix(h, (size_t)iv->kind);
    if (iv->kind == UPC_STRIDE_INTERVAL_ALL) continue;
    h = upc_stride_hash_mix(upc_stride_hash_mix(h, (size_t)iv->lo), (size_t)iv->hi);
    h = upc_stride_hash_mix(h, (size_t)iv->step);
  }
  return h;
}

static size_t hash_of(const upc_stride_args_t *a) {
  size_t h = (size_t)a->operation * 2 + (size_t)a->split;
  h = mix_section(mix_section(upc_stride_arguments_hash(a, h), a->dst), a->src);
  if (a->place != NULL) h = upc_stride_hash_mix(h, upc_threadof((shared void *)a->place));
  if (a->place != NULL && !upc_stride_args_any_place(a))
    h = upc_stride_hash_mix(h, upc_addrfield((shared void *)a->place));
  return h ^ h >> 32;
}

static int same_section(const upc_stride_section_t *S, const upc_stride_section_t *T, size_t serial) {
  int k;
  if (S == NULL || T == NULL) return S == T;
  if (S->array != T->array || S->intervals != T->intervals || S->array == NULL || S->array->serial != serial) return 0;
  for (k = 0; k < S->intervals && k < UPC_STRIDE_MAX_DIMS; k++) {
    const upc_stride_interval_t *a = &S->interval[k], *b = &T->interval[k];
    if (a->kind != b->kind) return 0;
    if (a->kind == UPC_STRIDE_INTERVAL_ALL) continue;
    if (a->lo != b->lo || a->hi != b->hi || a->step != b->step) return 0;
  }
  return 1;
}

/* All but the place. */
static int alike(const upc_stride_prepared_t *P, const upc_stride_args_t *a) {
  const upc_stride_args_t *b = &P->args;
  return a->call == b->call && a->build == b->build && a->split == b->split && a->agrees == b->agrees &&
         a->place_view == b->place_view &&
         same_section(a->dst, b->dst, P->dst_serial) && same_section(a->src, b->src, P->src_serial) &&
         upc_stride_arguments_same(b, a);
}

/* 1: the object at the place ends where it did when the plan was made. It may have been freed since, and another one
 * allocated there. Only plans of calls with lists of their own depend on it (schedules/own.h). */
static int same_object(const upc_stride_prepared_t *P, shared const void *place) {
  if (P->plan->own == NULL || place == NULL || upc_threadof((shared void *)place) != (size_t)MYTHREAD) return 1;
  return upc_stride_object_rest(place) == P->plan->own->place_bytes;
}

/* 1 if the plan serves the call, whose place is checked again. */
static int same(upc_stride_prepared_t *P, const upc_stride_args_t *a) {
  if (a->place != P->args.place || !alike(P, a) || !same_object(P, a->place)) return 0;
  upc_stride_check_same_place(P, a);
  return 1;
}

/* 1 if the plan now serves the call, whose place is another one. */
static int changed(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  if (P->plan->place_bytes == 0 || !alike(P, args) || !upc_stride_prepared_serves(P, args->place)) return 0;
  upc_stride_check_other_place(P, args);
  upc_stride_prepared_change(P, args->place);
  return 1;
}

/* Whatever the timing: a schedule that uses memory too early is found whenever it is used. */
static void check_plan(const upc_stride_prepared_t *P) {
  char text[200];
  if (upc_stride_plan_uses_in_flight(upc_stride_library_setting(), MYTHREAD, P->plan, text, sizeof text) != NULL)
    upc_stride_fail(&P->site, "plan", "%s, an error of the library", text);
}

/* Without a copy, a later call with another list would find this plan. */
static void check_kept(const upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  const char *list = upc_stride_arguments_not_kept(&P->args, args);
  if (list != NULL)
    upc_stride_fail(&P->site, list, "a list without a copy, must be kept by its operation (upc_stride_prepared_keep)");
}

static upc_stride_prepared_t *make(const upc_stride_args_t *args) {
  upc_stride_prepared_t *P = upc_stride_prepared_new(args);
  upc_stride_seen_making(P);
  upc_stride_start();
  args->build(P, args);
  check_kept(P, args);
  upc_stride_builder_end(P->builder);
  upc_stride_seen_plan(P);
  if (upc_stride_logs_kept()) {
    P->record = upc_stride_record_of(P, args);
    upc_stride_watch_calls();
  }
  upc_stride_prepared_finish(P);
  if (upc_stride_environment()->check) check_plan(P);
  if (upc_stride_environment()->verbose) upc_stride_count_barriers(P);
  P->dst_serial = args->dst != NULL ? args->dst->array->serial : 0;
  P->src_serial = args->src != NULL ? args->src->array->serial : 0;
  return P;
}

static upc_stride_prepared_t *make_and_keep(const upc_stride_args_t *args, size_t hash) {
  upc_stride_prepared_t *P = make(args);
  P->hash = hash;
  set_latest(P);
  upc_stride_kept_add(P);
  return P;
}

static upc_stride_prepared_t *plan_of(const upc_stride_args_t *args) {
  upc_stride_prepared_t *P = latest[args->operation];
  size_t hash;
  if (P != NULL) {
    upc_stride_call_ahead(P); /* most calls are like the last one, and a cache line takes longer than comparing */
    if (same(P, args) || changed(P, args)) return P;
  }
  hash = hash_of(args);
  P = upc_stride_kept_find(hash, NULL);
  while (P != NULL && !same(P, args) && !changed(P, args)) P = upc_stride_kept_find(hash, P);
  if (P == NULL) return make_and_keep(args, hash);
  upc_stride_kept_use(P);
  return set_latest(P);
}

/* In checked mode. A thread that waits in another call does not take in the updates that are sent to it. What runs on
 * one thread before others can come to the call must not call either. */
static void check_order(const upc_stride_prepared_t *P) {
  if (upc_stride_no_call_now != NULL) upc_stride_fail(&P->site, "order", "%s", upc_stride_no_call_now);
  if (upc_stride_aggregate_begun())
    upc_stride_fail(&P->site, "order", "called after upc_stride_update, must come after upc_stride_update_fence");
}

/* In checked mode others see the call. */
static void publish(upc_stride_prepared_t *P) {
  if (P->record == NULL) return;
  check_order(P);
  upc_stride_log_call(P->record, &P->site);
}

/* 1 if the latest call with the plan has the same name, and comes from the same line. */
static int same_site(const upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  const upc_stride_section_t *S = args->dst != NULL ? args->dst : args->src;
  return P->site.name == args->name && (S == NULL || (P->site.file == S->file && P->site.line == S->line));
}

/* A plan that was kept may be of another line of the program, or of a call of another name. What a call says of itself,
 * and its own lists, are of this call. */
static void set_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  P->args.own = args->own;
  if (P->record == NULL && same_site(P, args)) return;
  P->site = upc_stride_prepared_site(args);
}

static void remark(const upc_stride_prepared_t *P) {
  upc_stride_args_t args = P->args;
  upc_stride_prepared_t *without;
  args.flags = upc_stride_flags_without_barriers(P);
  without = make(&args);
  upc_stride_remark_on_barriers(P, without);
  upc_stride_prepared_free(without);
}

static upc_stride_prepared_t *published(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  set_own(P, args);
  if (P->calls_to_remark > 0 && --P->calls_to_remark == 0) remark(P);
  publish(P);
  return P;
}

static void perform(const upc_stride_args_t *args) { upc_stride_call_blocking(published(plan_of(args), args)); }

void upc_stride_perform(const upc_stride_args_t *args) {
  upc_stride_args_t of_views;
  upc_stride_section_t sections[2];
  if (upc_stride_views == NULL) {
    perform(args);
    return;
  }
  of_views = *args;
  upc_stride_args_of_views(&of_views, sections);
  perform(&of_views);
}

upc_stride_handle_t upc_stride_perform_nb(const upc_stride_args_t *args) {
  upc_stride_args_t split = *args;
  upc_stride_section_t sections[2];
  split.split = 1;
  if (upc_stride_views != NULL) upc_stride_args_of_views(&split, sections);
  return upc_stride_call_start(published(plan_of(&split), &split));
}

/* Before each start: what the plan was made for is there still, and others see the call. freed_by: a thread that has
 * freed a part of it, or -1. Who is not told of that finds at the place what was allocated there since. */
static void look_at_prepared(upc_stride_prepared_t *P, int freed_by) {
  const upc_stride_args_t *a = &P->args;
  if ((a->dst != NULL && !same_section(a->dst, a->dst, P->dst_serial)) ||
      (a->src != NULL && !same_section(a->src, a->src, P->src_serial)))
    upc_stride_fail(&P->site, "array", "freed, must last until the prepared call is freed");
  if (freed_by >= 0)
    upc_stride_fail(&P->site, "array", "memory that thread %d has freed, must last until the prepared call is freed",
                    freed_by);
  upc_stride_check_same_place(P, NULL);
  publish(P);
}

upc_stride_handle_t upc_stride_perform_init(const upc_stride_args_t *args) {
  upc_stride_args_t split = *args;
  upc_stride_prepared_t *P;
  upc_stride_section_t sections[2];
  split.split = 1;
  if (upc_stride_views != NULL) upc_stride_args_of_views(&split, sections);
  P = args->lists != NULL ? make(&split) : plan_of(&split);
  set_own(P, args);
  return upc_stride_call_prepare(P, look_at_prepared);
}
