/* SPDX-License-Identifier: BSD-3-Clause
 * A member's place in a tree: its parent and children as threads, and whose data each edge carries. The types are
 * explained in schedule.h, the trees themselves in trees/tree.h. */
#include "base/allocate.h"
#include "schedules/schedule.h"
#include "trees/tree.h"

#include <stdlib.h>

/* A tree over a team. The root may be outside the team. */
typedef struct span {
  const upc_stride_builder_t *builder;
  const upc_stride_tree_t *tree;
  upc_stride_hierarchy_t *levels;     /* or null: a single tree */
  const upc_stride_team_t *team;
  upc_stride_topology_t topology;
  int root;                           /* the root's thread */
} span_t;

static int thread_of(const span_t *x, int rank) {
  return rank == x->topology.root ? x->root : upc_stride_team_thread(x->team, rank);
}

static int is_near(const span_t *x, int thread) { return x->builder->setting->near(x->builder->me, thread); }

static int parent_of(const span_t *x, int rank) {
  return x->levels != NULL ? upc_stride_hierarchy_parent(x->levels, rank) : x->tree->parent(&x->topology, rank);
}

/* The children of a rank, into `child` unless it is null; how many. */
static int children_of(const span_t *x, int rank, int *child) {
  int n;
  if (x->levels != NULL) return upc_stride_hierarchy_children(x->levels, rank, child);
  n = x->tree->children(&x->topology, rank);
  if (child != NULL) upc_stride_children(x->tree, &x->topology, rank, n, child);
  return n;
}

/* 1 if the caller and all members between it and the root are on the root's node. */
static int is_direct(const span_t *x, int rank) {
  int root = x->topology.root;
  if (x->builder->setting->all_near()) return 1;
  if (!is_near(x, x->root)) return 0;
  while (rank != root && is_near(x, thread_of(x, rank))) rank = parent_of(x, rank);
  return rank == root;
}

/* The edges to the parent and to the children. Their ranks go into child_rank, which has room for twice as many. */
static void find_edges(upc_stride_tree_position_t *w, const span_t *x, int rank, int *child_rank) {
  int i, parent = parent_of(x, rank), n = w->children, *thread = child_rank + n;
  w->direct = is_direct(x, rank);
  w->parent.thread = parent < 0 ? -1 : thread_of(x, parent);
  w->parent.direct = w->direct;
  w->relays = !w->direct;
  children_of(x, rank, child_rank);
  if (x->levels == NULL && upc_stride_successive(x->tree, &x->topology) && n > 0)
    upc_stride_team_round(x->team, child_rank[0], n, thread);
  else for (i = 0; i < n; i++) thread[i] = thread_of(x, child_rank[i]);
  for (i = 0; i < n; i++) {
    upc_stride_edge_t *edge = &w->child[i];
    edge->thread = thread[i];
    edge->direct = w->direct && is_near(x, edge->thread);
    edge->first = edge->members = 0;
    w->relays |= !edge->direct;
  }
}

/* Ranks at and below `rank`, each child with all below it before the next child. `stack` has room for all nodes. */
static int list_below(const span_t *x, int rank, int *list, int *stack) {
  int height = 1, count = 0, i, n;
  stack[0] = rank;
  while (height > 0) {
    int *child = stack + --height, at = *child;
    list[count++] = at;
    n = children_of(x, at, child);
    for (i = 0; i < n / 2; i++) { /* the first child on top */
      int other = child[i];
      child[i] = child[n - 1 - i];
      child[n - 1 - i] = other;
    }
    height += n;
  }
  return count;
}

/* The members at and below the caller, in the order of their data in a message, and where the data of each starts. */
static void find_below(upc_stride_tree_position_t *w, const upc_stride_builder_t *B, const span_t *x, int rank,
                       const int *child_rank) {
  const upc_stride_flow_t *F = B->flow;
  int *stack = upc_stride_alloc((size_t)w->nodes, sizeof(int), "a tree"), m, i = 0;
  size_t sum = 0;
  w->below = upc_stride_alloc((size_t)w->nodes, sizeof(int), "a tree");
  w->nbelow = list_below(x, rank, w->below, stack);
  w->at = upc_stride_alloc((size_t)w->nbelow + 1, sizeof(size_t), "a tree");
  for (m = 0; m < w->nbelow; m++) {
    int thread = thread_of(x, w->below[m]);
    if (i < w->children && m > 0 && w->below[m] == child_rank[i]) w->child[i++].first = m;
    w->below[m] = thread;
    w->at[m] = sum;
    sum += F->kind == UPC_STRIDE_PIECES_OUT ? upc_stride_flow_bytes(F, w->root, thread)
                                            : upc_stride_flow_bytes(F, thread, w->root);
  }
  w->at[w->nbelow] = sum;
  for (i = 0; i < w->children; i++)
    w->child[i].members = (i + 1 < w->children ? w->child[i + 1].first : w->nbelow) - w->child[i].first;
  free(stack);
}

/* The trees of the choice over a team and its root: two if it names none, the second flat within nodes. */
static void compose(span_t *x, const upc_stride_choice_t *choice) {
  int n = upc_stride_nodes(&x->topology), many = choice->parts > 1 ? choice->parts : 2, rank, l;
  const upc_stride_tree_t *tree[UPC_STRIDE_LEVELS];
  int arity[UPC_STRIDE_LEVELS], *of[UPC_STRIDE_LEVELS];
  for (l = 0; l < many; l++) {
    const int unit = l == 0 ? 0 : choice->part[l - 1].unit;
    tree[l] = upc_stride_tree(l < choice->parts ? choice->part[l].schedule->tree : UPC_STRIDE_FLAT);
    arity[l] = l < choice->parts ? choice->part[l].arity : 2;
    of[l] = l == 0 ? NULL : upc_stride_alloc((size_t)n, sizeof(int), "a tree");
    for (rank = 0; l > 0 && rank < n; rank++)
      of[l][rank] = unit > 0 ? thread_of(x, rank) / unit : x->builder->setting->node(thread_of(x, rank));
  }
  x->levels = upc_stride_alloc(1, sizeof *x->levels, "a tree");
  upc_stride_hierarchy_new(x->levels, many, tree, arity, n, x->topology.root, of);
  for (l = 0; l < many; l++) free(of[l]);
}

void upc_stride_tree_position(upc_stride_tree_position_t *w, upc_stride_builder_t *B, const upc_stride_team_t *T,
                              int root,
                              const upc_stride_choice_t *choice) {
  int kind = B->flow->kind, rank, *child_rank;
  span_t x;
  x.builder = B;
  x.tree = upc_stride_tree(choice->part[0].schedule->tree);
  x.levels = NULL;
  x.team = T;
  x.root = root;
  upc_stride_topology(&x.topology, T, root);
  x.topology.arity = choice->part[0].arity;
  if ((choice->schedule->needs & UPC_STRIDE_BY_NODES) != 0) compose(&x, choice);
  rank = B->me == root ? x.topology.root : upc_stride_team_rank(T, B->me);
  w->root = root;
  w->nodes = upc_stride_nodes(&x.topology);
  w->children = children_of(&x, rank, NULL);
  w->child = upc_stride_alloc((size_t)w->children, sizeof *w->child, "a tree");
  child_rank = upc_stride_alloc(2 * (size_t)w->children, sizeof(int), "a tree");
  find_edges(w, &x, rank, child_rank);
  w->below = NULL;
  w->at = NULL;
  w->nbelow = 0;
  if (w->relays && (kind == UPC_STRIDE_PIECES_OUT || kind == UPC_STRIDE_PIECES_IN))
    find_below(w, B, &x, rank, child_rank);
  free(child_rank);
  if (x.levels != NULL) upc_stride_hierarchy_end(x.levels);
  free(x.levels);
}

void upc_stride_tree_position_end(upc_stride_tree_position_t *w) {
  free(w->child);
  free(w->below);
  free(w->at);
}
