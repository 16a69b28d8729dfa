/* SPDX-License-Identifier: BSD-3-Clause
 * Composed trees: explained in tree.h. */
#include "trees/tree.h"
#include "base/allocate.h"
#include "base/hash_map.h"

#include <stdlib.h>
#include <string.h>

static int *numbers(int n) { return upc_stride_alloc((size_t)n, sizeof(int), "a tree"); }

/* Numbers the units of a level in the order in which ranks meet them, from the root on. Returns how many. Each is in a
 * unit of the level above. There may be as many units as ranks, so a map finds them, by keys that some may share. */
static int find_units(upc_stride_level_t *L, const upc_stride_level_t *above, int ranks, int root, const int *of) {
  int *met = numbers(ranks), *older = numbers(ranks); /* by unit: the rank that met it; an older unit with its key */
  int units = 0, i;
  upc_stride_hash_map_t newest = {NULL, 0, 0};
  for (i = 0; i < ranks; i++) {
    const int rank = (root + i) % ranks;
    const unsigned key = (unsigned)of[rank] + 0x9e3779b9u * (unsigned)above->unit[rank];
    const int first = upc_stride_hash_map_find(&newest, key);
    int k = first;
    while (k >= 0 && (of[met[k]] != of[rank] || above->unit[met[k]] != above->unit[rank])) k = older[k];
    if (k < 0) {
      older[k = units++] = first;
      met[k] = rank;
      upc_stride_hash_map_set(&newest, key, k);
    }
    L->unit[rank] = k;
  }
  upc_stride_hash_map_end(&newest);
  free(older);
  free(met);
  return units;
}

/* Lists the ranks of each unit's tree, from the root on: leaders of the units of the level below, or all ranks at the
 * last level, which has none. */
static void find_places(upc_stride_level_t *L, const upc_stride_level_t *below, int units, int ranks, int root) {
  int *count = numbers(units), i;
  for (i = 0; i < ranks; i++) {
    int rank = (root + i) % ranks;
    L->place[rank] = below == NULL || below->place[rank] == 0 ? count[L->unit[rank]]++ : -1;
  }
  for (i = 0; i < units; i++) L->first[i + 1] = L->first[i] + count[i];
  for (i = 0; i < ranks; i++)
    if (L->place[i] >= 0) L->member[L->first[L->unit[i]] + L->place[i]] = i;
  free(count);
}

void upc_stride_hierarchy_new(upc_stride_hierarchy_t *H, int levels, const upc_stride_tree_t *const *tree,
                              const int *arity, int ranks, int root, int *const *of) {
  int units[UPC_STRIDE_LEVELS], l;
  H->levels = levels;
  for (l = 0; l < levels; l++) {
    upc_stride_level_t *L = &H->level[l];
    memset(&L->line, 0, sizeof L->line);
    L->line.ndims = 1;
    L->line.arity = arity[l];
    L->tree = tree[l];
    L->unit = numbers(ranks);
    L->place = numbers(ranks);
    L->first = numbers(ranks + 1);
    L->member = numbers(ranks);
    units[l] = l > 0 ? find_units(L, L - 1, ranks, root, of[l]) : 1;
  }
  for (l = levels - 1; l >= 0; l--)
    find_places(&H->level[l], l < levels - 1 ? &H->level[l + 1] : NULL, units[l], ranks, root);
}

void upc_stride_hierarchy_end(upc_stride_hierarchy_t *H) {
  int l;
  for (l = 0; l < H->levels; l++) {
    free(H->level[l].unit);
    free(H->level[l].place);
    free(H->level[l].first);
    free(H->level[l].member);
  }
}

/* The line of a rank's unit, and the ranks on it. */
static const int *line_of(upc_stride_level_t *L, int rank) {
  const int *first = L->first + L->unit[rank];
  L->line.members = L->line.side[0].size = first[1] - first[0];
  return L->member + first[0];
}

int upc_stride_hierarchy_parent(upc_stride_hierarchy_t *H, int rank) {
  int l;
  for (l = H->levels - 1; l >= 0; l--) {
    upc_stride_level_t *L = &H->level[l];
    const int *member = line_of(L, rank);
    if (L->place[rank] > 0) return member[L->tree->parent(&L->line, L->place[rank])];
  }
  return -1;
}

int upc_stride_hierarchy_children(upc_stride_hierarchy_t *H, int rank, int *child) {
  int children = 0, l, i;
  for (l = 0; l < H->levels; l++) {
    upc_stride_level_t *L = &H->level[l];
    const int *member = line_of(L, rank);
    const int n = L->place[rank] >= 0 ? L->tree->children(&L->line, L->place[rank]) : 0;
    for (i = 0; i < n && child != NULL; i++) child[children + i] = member[L->tree->child(&L->line, L->place[rank], i)];
    children += n;
  }
  return children;
}
