/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of gather_all: explained in schedule.h. */
#include "schedules/schedule.h"

/* 1 if the caller's first block of dst is laid out as the memory is to be; it starts at *start of the caller's part. */
static int lies_so(const upc_stride_gathered_t *g, size_t *start) {
  const upc_stride_builder_t *B = g->builder;
  size_t at;
  int i, found = 0;
  if (!upc_stride_owns(B, &B->flow->dst)) return 0;
  for (i = 0; i < g->n; i++) {
    if (g->at[i + 1] == g->at[i]) continue;
    if (!upc_stride_flow_in_one(B->flow, g->thread[i], B->me, 1, &at)) return 0;
    if (!found) *start = at - g->at[i];
    else if (at != *start + g->at[i]) return 0;
    found = 1;
  }
  return found;
}

void upc_stride_gathered_begin(upc_stride_gathered_t *g, const upc_stride_role_t *role, upc_stride_order_t order) {
  upc_stride_builder_t *B = g->builder = role->builder;
  const upc_stride_group_t *G = role->group;
  int destination = upc_stride_plan_sample(B, G), i;
  size_t start;
  g->n = G->n;
  g->thread = upc_stride_plan_scratch(B, (size_t)g->n * sizeof(int));
  g->at = upc_stride_plan_scratch(B, ((size_t)g->n + 1) * sizeof(size_t));
  g->me = upc_stride_order_group(G, order, B->me, g->thread);
  for (i = 0; i < g->n; i++) g->at[i + 1] = g->at[i] + upc_stride_plan_bytes(B, g->thread[i], destination);
  g->in_place = B->nodes == NULL && lies_so(g, &start);
  if (g->in_place) g->memory = upc_stride_base_memory(B, &B->dst, start, g->at[g->n]);
  else g->memory = upc_stride_plan_space(B, g->at[g->n]);
  upc_stride_enter(role);
  if (!g->in_place) upc_stride_plan_pack(B, B->me, destination, g->memory.position + g->at[g->me]);
  upc_stride_plan_move(B, B->me, B->me);
}

upc_stride_memory_t upc_stride_gathered(const upc_stride_gathered_t *g, int place, int count, unsigned number) {
  upc_stride_memory_t memory;
  place = (place % g->n + g->n) % g->n;
  memory = upc_stride_memory_part(g->memory, g->at[place], g->at[place + count] - g->at[place]);
  memory.number = number;
  return memory;
}

int upc_stride_gathered_thread(const upc_stride_gathered_t *g, int place) {
  return g->thread[(place % g->n + g->n) % g->n];
}

void upc_stride_gathered_end(const upc_stride_gathered_t *g, const upc_stride_role_t *role) {
  int i;
  for (i = 0; i < g->n && !g->in_place; i++)
    if (i != g->me && g->at[i + 1] > g->at[i])
      upc_stride_plan_unpack(g->builder, g->thread[i], g->builder->me, g->memory.position + g->at[i]);
  upc_stride_plan_spread(g->builder, g->builder->me);
  upc_stride_leave(role);
}
