/* SPDX-License-Identifier: BSD-3-Clause
 * The nodes of a group, and messages between them: explained in plan.h. */
#include "plan/builder.h"

#include <string.h>

void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_builder_t *B, const upc_stride_group_t *G) {
  upc_stride_hash_map_t place;        /* by the node's number: where it is in the order */
  int r, i;
  memset(&place, 0, sizeof place);
  x->group = G;
  x->node_of = upc_stride_plan_scratch(B, sizeof(int) * (size_t)G->n);
  x->leader = upc_stride_plan_scratch(B, sizeof(int) * (size_t)G->n);
  x->first = upc_stride_plan_scratch(B, sizeof(int) * ((size_t)G->n + 2));
  x->member = upc_stride_plan_scratch(B, sizeof(int) * (size_t)G->n);
  x->count = 0;
  for (r = 0; r < G->n + 2; r++) x->first[r] = 0;
  for (r = 0; r < G->n; r++) {
    const unsigned node = (unsigned)B->setting->node(upc_stride_group_thread(G, r));
    i = upc_stride_hash_map_find(&place, node);
    if (i < 0) {
      i = x->count++;
      upc_stride_hash_map_set(&place, node, i);
      x->leader[i] = upc_stride_group_thread(G, r);
    }
    x->node_of[r] = i;
    x->first[i + 2]++;                /* two further on, until the members are listed */
  }
  for (i = 0; i < x->count; i++) x->first[i + 2] += x->first[i + 1];
  for (r = 0; r < G->n; r++) x->member[x->first[x->node_of[r] + 1]++] = upc_stride_group_thread(G, r);
  x->mine = x->node_of[upc_stride_group_rank(G, B->me)];
  upc_stride_hash_map_end(&place);
}

static int node_of(const upc_stride_nodes_t *x, int thread) {
  return x->node_of[upc_stride_group_rank(x->group, thread)];
}

int upc_stride_plan_sample(const upc_stride_builder_t *B, const upc_stride_group_t *G) {
  const upc_stride_nodes_t *x = B->nodes;
  int r, i;
  for (r = 0; r < G->n; r++) {
    int thread = upc_stride_group_thread(G, r), node = x == NULL ? 0 : node_of(x, thread);
    if (x == NULL && upc_stride_has_part(&B->flow->dst, thread)) return thread;
    for (i = x == NULL ? 0 : x->first[node]; x != NULL && i < x->first[node + 1]; i++)
      if (upc_stride_has_part(&B->flow->dst, x->member[i])) return thread;
  }
  return upc_stride_group_thread(G, 0); /* none does: nothing goes to them */
}

/* 1: the members of a node that get anything from s all get the same. It travels once. */
static int same_for_all(const upc_stride_flow_t *F) { return F->kind == UPC_STRIDE_PIECES_ALL && !F->prefix; }

typedef size_t count_t(const upc_stride_flow_t *F, int s, int d);

static size_t sum_of(const upc_stride_builder_t *B, int s, int d, count_t *of) {
  const upc_stride_nodes_t *x = B->nodes;
  size_t sum = 0;
  int a, b, i, j;
  if (x == NULL) return of(B->flow, s, d);
  a = node_of(x, s);
  b = node_of(x, d);
  for (i = x->first[a]; i < x->first[a + 1]; i++)
    for (j = x->first[b]; j < x->first[b + 1]; j++) {
      size_t n = of(B->flow, x->member[i], x->member[j]);
      sum += n;
      if (n > 0 && same_for_all(B->flow)) break;
    }
  return sum;
}

size_t upc_stride_plan_bytes(const upc_stride_builder_t *B, int s, int d) {
  return sum_of(B, s, d, upc_stride_flow_bytes);
}

size_t upc_stride_plan_runs(const upc_stride_builder_t *B, int s, int d) {
  return sum_of(B, s, d, upc_stride_flow_runs);
}

/* ---- partners ---- */

typedef struct finding {
  upc_stride_partners_t partners;
  const upc_stride_nodes_t *nodes;
} finding_t;

static void find_thread(void *context, int thread) {
  finding_t *f = context;
  const int speaks = f->nodes == NULL ? thread : f->nodes->leader[node_of(f->nodes, thread)];
  upc_stride_hash_map_set(&f->partners.found, (unsigned)speaks, 1);
}

/* As many steps may be taken for each thread as members would be asked. */
upc_stride_partners_t upc_stride_plan_partners(const upc_stride_builder_t *B, const upc_stride_group_t *G, int gets) {
  const upc_stride_nodes_t *x = B->nodes;
  const size_t most = (size_t)(x == NULL ? G->n : x->group->n);
  finding_t f;
  int i;
  memset(&f, 0, sizeof f);
  f.nodes = x;
  f.partners.all = B->flow->kind != UPC_STRIDE_ELEMENTS;
  if (x == NULL && !f.partners.all)
    f.partners.all = !upc_stride_flow_partners(B->flow, B->me, gets, most, find_thread, &f);
  for (i = x == NULL ? 0 : x->first[x->mine]; x != NULL && !f.partners.all && i < x->first[x->mine + 1]; i++)
    f.partners.all = !upc_stride_flow_partners(B->flow, x->member[i], gets, most, find_thread, &f);
  return f.partners;
}

void upc_stride_plan_partners_end(upc_stride_partners_t *partners) { upc_stride_hash_map_end(&partners->found); }

/* ---- packing ---- */

/* Packs a part of the message between two nodes: its bytes from number `skip` to `end`. The message from s to d has the
 * `bytes` bytes of it from number `from` on. Only what it has of the part is packed. */
static void pack_one(upc_stride_builder_t *B, upc_stride_pack_t *pack, upc_stride_step_kind_t kind, int s, int d,
                     size_t position, size_t from, size_t bytes, size_t skip, size_t end) {
  size_t low = from > skip ? from : skip, high = from + bytes < end ? from + bytes : end;
  if (low < high) pack(B, kind, s, d, position + low - skip, low - from, high - low);
}

void upc_stride_plan_pack_nodes(upc_stride_builder_t *B, upc_stride_pack_t *pack, upc_stride_step_kind_t kind, int s,
                                int d, size_t position, size_t skip, size_t bytes) {
  const upc_stride_nodes_t *x = B->nodes;
  int a = node_of(x, s), b = node_of(x, d), once = same_for_all(B->flow), i, j;
  size_t from = 0, end = bytes == 0 ? (size_t)-1 : skip + bytes;
  for (i = x->first[a]; i < x->first[a + 1]; i++) {
    size_t each = 0;
    for (j = x->first[b]; j < x->first[b + 1]; j++) {
      size_t n = upc_stride_flow_bytes(B->flow, x->member[i], x->member[j]);
      if (n == 0) continue;
      pack_one(B, pack, kind, x->member[i], x->member[j], position, from, n, skip, end);
      each = n;
      if (!once) from += n;
      else if (kind == UPC_STRIDE_PACK) break;
    }
    if (once) from += each;
  }
}

int upc_stride_plan_in_one(const upc_stride_builder_t *B, int s, int d, size_t *at) {
  const upc_stride_nodes_t *x = B->nodes;
  size_t next = 0, from;
  int a, b, i, j, any = 0;
  if (x == NULL) return upc_stride_flow_in_one(B->flow, s, d, d == B->me, at);
  if (d == B->me) return 0;
  a = node_of(x, s);
  b = node_of(x, d);
  for (i = x->first[a]; i < x->first[a + 1]; i++)
    for (j = x->first[b]; j < x->first[b + 1]; j++) {
      size_t bytes = upc_stride_flow_bytes(B->flow, x->member[i], x->member[j]);
      if (bytes == 0) continue;
      if (x->member[i] != s || !upc_stride_flow_in_one(B->flow, s, x->member[j], 0, &from)) return 0;
      if (any && from != next) return 0;
      if (!any) *at = from;
      any = 1;
      next = from + bytes;
    }
  return any;
}
