/* SPDX-License-Identifier: BSD-3-Clause
 * Lists of conditions: explained in graph_branch.h. */
#include "graph_plan/graph_branch.h"

static int place_of(const upc_stride_branch_t *G, int value) {
  int i = 0;
  while (i < G->n && G->value[i] < value) i++;
  return i;
}

static int has(const upc_stride_branch_t *G, int value) {
  int i = place_of(G, value);
  return i < G->n && G->value[i] == value;
}

int upc_stride_branch_add(upc_stride_branch_t *G, int value, int holds) {
  int at = place_of(G, value), i;
  if (has(G, value)) return G->holds[at] == holds;
  if (G->n == UPC_STRIDE_TERMS) return 0;
  for (i = G->n++; i > at; i--) {
    G->value[i] = G->value[i - 1];
    G->holds[i] = G->holds[i - 1];
  }
  G->value[at] = value;
  G->holds[at] = holds;
  return 1;
}

int upc_stride_branches_exclude(const upc_stride_branch_t *a, const upc_stride_branch_t *b) {
  int i;
  for (i = 0; i < a->n; i++)
    if (has(b, a->value[i]) && b->holds[place_of(b, a->value[i])] != a->holds[i]) return 1;
  return 0;
}

int upc_stride_branch_implies(const upc_stride_branch_t *a, const upc_stride_branch_t *b) {
  int i;
  for (i = 0; i < b->n; i++)
    if (!has(a, b->value[i]) || a->holds[place_of(a, b->value[i])] != b->holds[i]) return 0;
  return 1;
}

int upc_stride_branches_equal(const upc_stride_branch_t *a, const upc_stride_branch_t *b) {
  return a->n == b->n && upc_stride_branch_implies(a, b);
}
