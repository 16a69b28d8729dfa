/* SPDX-License-Identifier: BSD-3-Clause
 * What a tree is drawn over, from a team and a root; and all children of a member.
 *
 * On a torus the digits of thread numbers, which the map gives, are shared out among the dimensions of the array's
 * grid, the fastest ones first. A digit that belongs to two of them is cut. Then each dimension of the team's box
 * becomes a side for each digit that it holds whole, and at most one for a part of a digit. Example: 4x4x4x2 with the
 * map XT,YZ, a grid of 8 x 16. A whole row is the sides Y and Z, both rings; columns 4 to 11 are a line of two in Y and
 * the ring Z; columns 5 and 6 are a line in Z. On a grid of 16 x 8 rows are Y%2 and Z, a line of two and a ring. */
#include "trees/tree.h"
#include "base/number.h"

/* The digits first..end-1 of the map make up a dimension of the grid. */
typedef struct span {
  int first, end;
} span_t;

/* A run of threads in one dimension, counted in values of the digits that are left. */
typedef struct run {
  long long first, step;
  int count;
} run_t;

/* What one digit is in a dimension of the box. */
typedef struct found {
  int size, ring, first;              /* its places; 1: a ring; its value at the first place */
} found_t;

static void add(upc_stride_topology_t *G, int size, int ring, const upc_stride_digit_t *digit) {
  upc_stride_side_t *s = &G->side[G->ndims++];
  s->size = size;
  s->ring = ring;
  s->node = digit != NULL && digit->letter >= UPC_STRIDE_LINK_LETTERS;
  s->linked = digit != NULL && !s->node;
  s->back = s->odd = 0;
  s->counted = 0;
}

/* Takes the digits of a dimension of `extent` places off the end. 1 if they have just as many places. */
static int take(const upc_stride_torus_t *M, int *end, size_t extent, span_t *span) {
  size_t places = 1;
  span->end = *end;
  while (*end > 0 && places < extent) places *= (size_t)M->digit[--*end].size;
  span->first = *end;
  return places == extent;
}

/* Cuts digit i into one of `low` places and a slower one, as the map's letters can be: X/8 and X%8. */
static void cut(upc_stride_torus_t *M, int i, int low) {
  int k;
  for (k = M->digits++; k > i; k--) M->digit[k] = M->digit[k - 1];
  M->digit[i].size /= low;
  M->digit[i].divisor *= low;
  M->digit[i + 1].size = low;
  M->digit[i + 1].ring = 0;
}

/* Cuts the digits that belong to two dimensions of the grid, if all their places in the faster one can be together. A
 * node's threads stay together, and so does what runs back and forth. */
static void cut_digits(upc_stride_torus_t *M, const upc_stride_team_t *T) {
  int end = M->digits, k;
  for (k = T->ndims - 1; k >= 0; k--) {
    size_t extent = T->picks->modulus[k], places = 1;
    while (end > 0 && places < extent) {
      const upc_stride_digit_t *d = &M->digit[end - 1];
      size_t low = extent / places, size = (size_t)d->size;
      if (size <= low) {
        places *= size;
        end--;
        continue;
      }
      if (extent % places != 0 || size % low != 0 || d->back || d->letter >= UPC_STRIDE_LINK_LETTERS) return;
      if (M->digits == UPC_STRIDE_DIGITS) return;
      cut(M, end - 1, (int)low);
      places = extent;
    }
    if (places != extent) return;
  }
}

/* Finds what the fastest digit of a run does, and takes the digit off the run. 0 if the run does not step by digits. */
static int look(const upc_stride_digit_t *d, run_t *r, int last, found_t *f) {
  int n = d->size, low = (int)upc_stride_mod(r->first, (size_t)n);
  int up = r->step == 1, down = r->step == -1;
  f->first = low;
  f->ring = 0;
  if (r->count == 1 || r->step % n == 0) { /* one value */
    f->size = 1;
    r->step /= n;
  } else if (r->count % n == 0 && ((up && low == 0) || (down && low == n - 1))) { /* all, whole rounds */
    f->size = n;
    f->ring = d->ring;
    r->count /= n;
  } else if ((up && low + r->count <= n) || (down && low - r->count >= -1) || last) { /* some */
    f->size = r->count;
    f->ring = r->count == n && d->ring && (up || down);
    r->count = 1;
  } else {
    return 0;
  }
  r->first = (r->first - low) / n;
  return 1;
}

/* Adds the sides of dimension k, the slowest digit first; value[] and side[] tell for each digit its value at the
 * first place, and its side if it has one. */
static void add_digits(upc_stride_topology_t *G, const upc_stride_torus_t *M, const upc_stride_team_t *T, int k,
                       span_t span, int *value, int *side) {
  const upc_stride_picks_t *P = T->picks;
  found_t found[UPC_STRIDE_DIGITS];
  long long step = (long long)upc_stride_mod(P->step[k], P->modulus[k]), modulus = (long long)P->modulus[k];
  run_t r;
  int i, first = G->ndims, lowest = span.first;
  r.first = (long long)upc_stride_mod(P->first[k], P->modulus[k]);
  r.step = step > modulus / 2 ? step - modulus : step;
  r.count = T->size[k];
  for (i = span.end - 1; i >= span.first; i--)
    if (!look(&M->digit[i], &r, i == span.first, &found[i])) break;
  if (i >= span.first) { /* the digits up to i are one line */
    add(G, r.count, 0, NULL);
    lowest = i + 1;
  }
  for (i = lowest; i < span.end; i++) {
    value[i] = found[i].first;
    if (found[i].size == 1) continue;
    side[i] = G->ndims;
    add(G, found[i].size, found[i].ring, &M->digit[i]);
  }
  if (G->ndims == first) add(G, 1, 0, NULL);
}

/* Digits that run back and forth: by the values before them in the same dimension of the map. */
static void turn_back(upc_stride_topology_t *G, const upc_stride_torus_t *M, const int *value, const int *side) {
  int i, k;
  for (i = 0; i < M->digits; i++) {
    int odd_weight = 1; /* 1: so far values count once, and not an even number of times */
    upc_stride_side_t *s;
    if (!M->digit[i].back || side[i] < 0) continue;
    s = &G->side[side[i]];
    s->back = 1;
    for (k = i - 1; k >= 0 && M->digit[k].dimension == M->digit[i].dimension; k--) {
      if (odd_weight && value[k] >= 0) s->odd ^= value[k] & 1;
      if (odd_weight && side[k] >= 0) s->counted |= 1u << side[k];
      odd_weight &= M->digit[k].size & 1;
    }
  }
}

static void add_dimensions(upc_stride_topology_t *G, const upc_stride_torus_t *described, const upc_stride_team_t *T) {
  upc_stride_torus_t cut_up = *described, *M = &cut_up;
  int value[UPC_STRIDE_DIGITS], side[UPC_STRIDE_DIGITS], whole[UPC_STRIDE_MAX_DIMS], end, k, fits = 1;
  span_t span[UPC_STRIDE_MAX_DIMS];
  cut_digits(M, T);
  end = M->digits;
  for (k = 0; k < M->digits; k++) value[k] = side[k] = -1;
  for (k = T->ndims - 1; k >= 0; k--) whole[k] = fits = fits && take(M, &end, T->picks->modulus[k], &span[k]);
  for (k = 0; k < T->ndims; k++) {
    if (whole[k]) add_digits(G, M, T, k, span[k], value, side);
    else add(G, T->size[k], 0, NULL);
  }
  turn_back(G, M, value, side);
}

void upc_stride_topology(upc_stride_topology_t *G, const upc_stride_team_t *T, int root_thread) {
  const upc_stride_torus_t *M = upc_stride_torus();
  int rank = upc_stride_team_rank(T, root_thread), k;
  G->members = T->n;
  G->root = rank < 0 ? T->n : rank;
  G->nearest = rank < 0 ? upc_stride_team_nearest(T, root_thread) : rank;
  G->arity = 2;
  G->ndims = 0;
  G->torus = M != NULL && T->list == NULL && upc_stride_torus_places(M) == (double)T->picks->layout->threads;
  if (G->torus) add_dimensions(G, M, T);
  else for (k = 0; k < T->ndims; k++) add(G, T->size[k], 0, NULL);
}

int upc_stride_torus_sides(const upc_stride_team_t *T, int *per_node) {
  upc_stride_topology_t G;
  int k, found = 0;
  *per_node = 1;
  if (upc_stride_torus() == NULL || T == NULL || T->list != NULL) return 0;
  upc_stride_topology(&G, T, upc_stride_team_thread(T, 0));
  for (k = 0; k < G.ndims && G.torus; k++) {
    if (G.side[k].node) *per_node *= G.side[k].size;
    found += G.side[k].linked && G.side[k].size > 1;
  }
  return found;
}

int upc_stride_on_torus(const upc_stride_team_t *T) {
  int per_node;
  return upc_stride_torus_sides(T, &per_node) > 0;
}

const upc_stride_tree_t *upc_stride_tree(int number) {
#define CASE(number, tree) case number: return &tree;
  switch (number) {
    UPC_STRIDE_TREES(CASE)
    default: return NULL;
  }
#undef CASE
}

void upc_stride_children(const upc_stride_tree_t *tree, const upc_stride_topology_t *G, int rank, int n, int *child) {
  int i, nodes = upc_stride_nodes(G), next;
  if (!upc_stride_successive(tree, G)) {
    for (i = 0; i < n; i++) child[i] = tree->child(G, rank, i);
    return;
  }
  for (i = 0, next = n > 0 ? tree->child(G, rank, 0) : 0; i < n; i++) {
    child[i] = next++;
    if (next == nodes) next = 0;
  }
}
