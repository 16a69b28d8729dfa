/* SPDX-License-Identifier: BSD-3-Clause
 * Making and dropping prepared calls. Each has its own copies of all that the call's arguments point to, since the call
 * may still be in flight, or come again, when the program's are gone. */
#include "prepared/arguments.h"
#include "prepared/prepared.h"
#include "base/allocate.h"
#include "plan/plan.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

upc_stride_site_t upc_stride_prepared_site(const upc_stride_args_t *args) {
  return upc_stride_site(args->name, args->dst != NULL ? args->dst : args->src);
}

/* Without the intervals that it does not have: a thread of a simulated machine may keep many plans. */
static const upc_stride_section_t *copy_of_section(upc_stride_builder_t *B, const upc_stride_section_t *S) {
  size_t bytes = offsetof(upc_stride_section_t, interval);
  if (S == NULL) return NULL;
  if (S->intervals > 0)
    bytes += sizeof S->interval[0] * (size_t)(S->intervals < UPC_STRIDE_MAX_DIMS ? S->intervals : UPC_STRIDE_MAX_DIMS);
  return upc_stride_plan_copy_of(B, S, bytes);
}

const void *upc_stride_prepared_keep(upc_stride_prepared_t *P, const void *from, size_t bytes) {
  if (from == NULL) return NULL;
  return upc_stride_argument_copy(upc_stride_plan_alloc(P->builder, UPC_STRIDE_BEFORE_COPY + bytes), from, bytes);
}

/* P's arguments are those of the call. It gets copies of values. The operation keeps lists, once they are checked. */
static void keep_values(upc_stride_prepared_t *P) {
  upc_stride_args_t *a = &P->args;
  const upc_stride_argument_t *row = upc_stride_arguments_of(a->call), *end = upc_stride_arguments_of(a->call + 1);
  for (; row < end; row++) {
    const void *kept = NULL;
    if (row->kind != UPC_STRIDE_ARGUMENT_LIST && row->kind != UPC_STRIDE_ARGUMENT_VALUE) continue;
    if (row->kind == UPC_STRIDE_ARGUMENT_VALUE)
      kept = upc_stride_prepared_keep(P, upc_stride_argument_address(a, row), upc_stride_type_bytes(a->type));
    memcpy((char *)a + row->at, &kept, sizeof kept);
  }
}

static upc_stride_builder_t *builder; /* one plan is written at a time .. */
static upc_stride_prepared_t *unfinished; /* .. which may have been given up after an error that returns; or null */

/* Threads of a simulated machine share this host's memory: what one has given back, another one uses for its plan. */
static void give_builder_back(void) {
  if (!upc_stride_waits_for_events()) return;
  upc_stride_builder_free_lists(builder);
  free(builder);
  builder = NULL;
}

upc_stride_prepared_t *upc_stride_prepared_new(const upc_stride_args_t *args) {
  upc_stride_builder_t *B = builder;
  upc_stride_prepared_t *P = upc_stride_alloc(1, sizeof *P + sizeof *P->plan, "a plan");
  if (unfinished != NULL) upc_stride_prepared_free(unfinished);
  unfinished = P;
  if (B == NULL) B = builder = upc_stride_alloc(1, sizeof *B, "a plan");
  upc_stride_builder_begin(B, upc_stride_library_setting(), MYTHREAD);
  P->builder = B;
  P->plan = (upc_stride_plan_t *)(P + 1);
  P->site = upc_stride_prepared_site(args);
  P->kept = -1;
  P->args = *args;
  P->args.dst = copy_of_section(B, args->dst);
  P->args.src = copy_of_section(B, args->src);
  B->operation = args->operation;
  B->split = args->split;
  if (args->dst != NULL) B->dst.array = args->dst->array;
  if (args->src != NULL) B->src.array = args->src->array;
  keep_values(P);
  return P;
}

void upc_stride_prepared_finish(upc_stride_prepared_t *P) {
  upc_stride_plan_t *plan = P->plan;
  int i;
  upc_stride_builder_give(P->builder, plan);
  P->builder = NULL;
  unfinished = NULL;
  give_builder_back();
  for (i = 0; i < plan->npeers; i++) {
    plan->peers[i].channel = upc_stride_channel_with(plan->peers[i].thread);
    if (plan->peers[i].has_messages) upc_stride_channel_give_ring(plan->peers[i].channel);
  }
}

size_t upc_stride_prepared_memory(const upc_stride_prepared_t *P) {
  return upc_stride_block_memory(sizeof *P + sizeof *P->plan) + upc_stride_plan_memory(P->plan) +
         upc_stride_block_memory((size_t)P->copied_capacity * sizeof *P->copied);
}

void upc_stride_prepared_free(upc_stride_prepared_t *P) {
  upc_stride_plan_free(P->plan);
  free(P->copied);
  free(P);
}

shared [] char *upc_stride_base_far(const upc_stride_prepared_t *P, const upc_stride_base_t *base, int thread) {
  if (base->array != NULL) return upc_stride_part((upc_stride_array_t)base->array, thread);
  return (shared [] char *)P->args.place;
}
