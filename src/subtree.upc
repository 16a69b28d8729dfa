/* SPDX-License-Identifier: BSD-3-Clause
 * Subtrees: explained in subtree.h. */
#include "subtree.h"

#include <stdlib.h>
#include <string.h>

/* Ranks below and at `rank`, each child with all of its own before the next: a stack of those still to visit. */
static int *in_order(const upc_stride_tree_position_t *w, int rank, int *count) {
  int nodes = upc_stride_nodes(&w->topology), *list = malloc(sizeof(int) * 2 * (size_t)nodes), *stack = list + nodes;
  int height = 1, i;
  if (list == NULL) upc_stride_fail(&w->plan->site, "memory", "none for %d ranks, must be there", nodes);
  *count = 0;
  stack[0] = rank;
  while (height > 0) {
    int at = stack[--height];
    list[(*count)++] = at;
    for (i = w->tree->children(&w->topology, at) - 1; i >= 0; i--) stack[height++] = w->tree->child(&w->topology, at, i);
  }
  return list;
}

void upc_stride_subtree(upc_stride_subtree_t *S, const upc_stride_tree_position_t *w, int rank, int out) {
  const upc_stride_flow_t *F = &w->plan->flow;
  size_t sum = 0;
  int i;
  S->thread = in_order(w, rank, &S->n);
  S->at = malloc(sizeof(size_t) * ((size_t)S->n + 1));
  if (S->at == NULL) upc_stride_fail(&w->plan->site, "memory", "none for %d members, must be there", S->n);
  for (i = 0; i < S->n; i++) {
    int thread = S->thread[i] = upc_stride_tree_thread(w, S->thread[i]);
    S->at[i] = sum;
    sum += out ? upc_stride_flow_bytes(F, w->root, thread) : upc_stride_flow_bytes(F, thread, w->root);
  }
  S->at[S->n] = sum;
}

void upc_stride_subtree_end(upc_stride_subtree_t *S) {
  free(S->thread);
  free(S->at);
}
