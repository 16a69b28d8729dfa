/* SPDX-License-Identifier: BSD-3-Clause
 * Making and dropping plans. A plan has its own copies of all that the call's arguments point to, since the call may
 * still be in flight, or come again, when the program's are gone. */
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* Memory of a plan: a list, each room headed by a pointer to the next. */
enum { HEAD = 16 };

void *upc_stride_plan_alloc(upc_stride_plan_t *P, size_t bytes) {
  char *room = calloc(bytes + HEAD, 1);
  if (room == NULL) upc_stride_fail(&P->site, "memory", "none for %zu bytes of a plan, must be there", bytes);
  *(void **)room = P->allocations;
  P->allocations = room;
  return room + HEAD;
}

static void *copy_of(upc_stride_plan_t *P, const void *from, size_t bytes) {
  return from == NULL ? NULL : memcpy(upc_stride_plan_alloc(P, bytes), from, bytes);
}

upc_stride_site_t upc_stride_plan_site(const upc_stride_args_t *args) {
  return upc_stride_site(args->name, args->dst != NULL ? args->dst : args->src);
}

upc_stride_plan_t *upc_stride_plan_new(const upc_stride_args_t *args) {
  upc_stride_plan_t *P = calloc(1, sizeof *P);
  upc_stride_site_t call = upc_stride_plan_site(args);
  if (P == NULL) upc_stride_fail(&call, "memory", "none for a plan, must be there");
  P->site = call;
  P->args = *args;
  P->flow.dst.kind = P->flow.src.kind = UPC_STRIDE_AT_SECTION;
  if (args->dst != NULL) {
    P->dst_section = *args->dst;
    P->args.dst = &P->dst_section;
    P->dst.array = args->dst->array;
  }
  if (args->src != NULL) {
    P->src_section = *args->src;
    P->args.src = &P->src_section;
    P->src.array = args->src->array;
  }
  P->args.counts = P->args.displs = P->args.src_displs = NULL; /* upc_stride_plan_keep makes copies, once checked */
  P->args.perm = NULL;
  return P;
}

void upc_stride_plan_keep(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries) {
  P->entries = entries;
  P->args.counts = copy_of(P, args->counts, entries * sizeof(size_t));
  P->args.displs = copy_of(P, args->displs, entries * sizeof(size_t));
  P->args.src_displs = copy_of(P, args->src_displs, entries * sizeof(size_t));
  P->args.perm = copy_of(P, args->perm, entries * sizeof(int));
}

void upc_stride_plan_finish(upc_stride_plan_t *P) {
  upc_stride_plan_wait_sent(P, 0);
  upc_stride_plan_step(P, UPC_STRIDE_END);
  free(P->peer_slots);
  free(P->sent);
  P->peer_slots = NULL;
  P->sent = NULL;
}

void upc_stride_plan_free(upc_stride_plan_t *P) {
  while (P->allocations != NULL) {
    void *next = *(void **)P->allocations;
    free(P->allocations);
    P->allocations = next;
  }
  free(P->steps);
  free(P->pieces);
  free(P->peers);
  free(P->peer_slots);
  free(P->sent);
  free(P);
}
