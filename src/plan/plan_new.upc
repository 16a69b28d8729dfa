/* SPDX-License-Identifier: BSD-3-Clause
 * Making and dropping plans. A plan has its own copies of all that the call's arguments point to, since the call may
 * still be in flight, or come again, when the program's are gone. */
#include "plan/plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* The plan's memory is a list of blocks. Each starts with a pointer to the next one. */
enum { HEAD = 16 };

void *upc_stride_plan_alloc(upc_stride_plan_t *P, size_t bytes) {
  char *block = upc_stride_alloc(bytes + HEAD, 1, "a plan");
  *(void **)block = P->allocations;
  P->allocations = block;
  P->allocated += bytes + HEAD;
  return block + HEAD;
}

void *upc_stride_plan_copy_of(upc_stride_plan_t *P, const void *from, size_t bytes) {
  return from == NULL ? NULL : memcpy(upc_stride_plan_alloc(P, bytes), from, bytes);
}

upc_stride_site_t upc_stride_plan_site(const upc_stride_args_t *args) {
  return upc_stride_site(args->name, args->dst != NULL ? args->dst : args->src);
}

upc_stride_plan_t *upc_stride_plan_new(const upc_stride_args_t *args) {
  upc_stride_plan_t *P = upc_stride_alloc(1, sizeof *P, "a plan");
  P->site = upc_stride_plan_site(args);
  P->kept = -1;
  P->at_once = UPC_STRIDE_EXPECTED;
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
  P->args.alpha = P->args.beta = NULL;
  return P;
}

void upc_stride_plan_keep(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries) {
  P->entries = entries;
  P->args.counts = upc_stride_plan_copy_of(P, args->counts, entries * sizeof(size_t));
  P->args.displs = upc_stride_plan_copy_of(P, args->displs, entries * sizeof(size_t));
  P->args.src_displs = upc_stride_plan_copy_of(P, args->src_displs, entries * sizeof(size_t));
  P->args.perm = upc_stride_plan_copy_of(P, args->perm, entries * sizeof(int));
}

/* The list without the space behind its last entry. */
static void *trimmed(void *list, int used, size_t size) {
  return used == 0 ? list : upc_stride_resize(list, (size_t)used, size, "a plan");
}

void upc_stride_plan_finish(upc_stride_plan_t *P) {
  upc_stride_plan_wait_sent(P, 0);
  if (P->last != NULL) upc_stride_plan_action(P, P->last, 0, 0, 0);
  upc_stride_plan_step(P, UPC_STRIDE_END);
  P->steps = trimmed(P->steps, P->nsteps, sizeof(upc_stride_step_t));
  P->pieces = trimmed(P->pieces, P->npieces, sizeof(upc_stride_piece_t));
  P->peers = trimmed(P->peers, P->npeers, sizeof(upc_stride_peer_t));
  upc_stride_hash_map_end(&P->peer_numbers);
  free(P->sent);
  free(P->expected);
  P->sent = NULL;
  P->expected = NULL;
}

size_t upc_stride_plan_memory(const upc_stride_plan_t *P) {
  return sizeof *P + P->allocated + (size_t)P->nsteps * sizeof *P->steps + (size_t)P->npieces * sizeof *P->pieces +
         (size_t)P->npeers * sizeof *P->peers + (size_t)P->copied_capacity * sizeof *P->copied;
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
  free(P->copied);
  upc_stride_hash_map_end(&P->peer_numbers);
  free(P->sent);
  free(P->expected);
  free(P);
}
