/* SPDX-License-Identifier: BSD-3-Clause
 * The best map for a grid on a torus. Every letter goes whole to one dimension of the grid, or is cut in two, of which
 * either part may go to any dimension. A dimension holds its letters in any order, those behind the first back and
 * forth, T last. The best map has the least load of the busiest link in exchanges, then in shifts, then the fewest
 * hops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "map.h"

/* A letter, or one of its two parts. */
typedef struct part {
  int letter, size, cut;              /* cut: 0, or what the letter is divided by                     */
  int low;                            /* 1: the part of the lowest values, X%cut; 0: X/cut            */
} part_t;

typedef struct search {
  const char *torus;
  const grid_t *grid;
  int size[UPC_STRIDE_LETTERS];
  part_t part[MAP_DIMS][2 * UPC_STRIDE_LETTERS];
  int parts[MAP_DIMS], left[MAP_DIMS]; /* parts of each dimension so far, and the places that it still lacks */
  char best[80];
  costs_t cost;
} search_t;

/* The map that the parts spell, in the orders of `order` (a number for each dimension). */
static void spell(const search_t *s, const int *order, char *text, size_t room) {
  size_t used = 0;
  for (int k = 0; k < s->grid->dims; k++) {
    int list[2 * UPC_STRIDE_LETTERS], n = s->parts[k], code = order[k];
    if (k > 0) used += (size_t)snprintf(text + used, room - used, ",");
    for (int i = 0; i < n; i++) list[i] = i;
    for (int i = 0; i < n; i++) { /* the code's digits pick one of those left */
      int pick = i + code % (n - i), was = list[pick];
      const part_t *p = &s->part[k][was];
      code /= n - i;
      list[pick] = list[i];
      list[i] = was;
      used += (size_t)snprintf(text + used, room - used, "%c", (i > 0 && p->letter < 3 ? "xyzt" : "XYZT")[p->letter]);
      if (p->cut > 0) used += (size_t)snprintf(text + used, room - used, "%c%d", p->low ? '%' : '/', p->cut);
    }
  }
}

static int better(const costs_t *a, const costs_t *b) {
  if (a->exchange != b->exchange) return a->exchange < b->exchange;
  if (a->shift != b->shift) return a->shift < b->shift;
  if (a->hops != b->hops) return a->hops < b->hops;
  return a->most_hops < b->most_hops;
}

static int orders(int n) { return n < 2 ? 1 : n * orders(n - 1); }

/* The order of a dimension's parts changes neighbours, but not which threads make up a row: so exchanges cost the same
 * in all orders. */
static void try_orders(search_t *s) {
  int order[MAP_DIMS] = {0}, k, first = 1;
  double exchange = 0;
  do {
    char map[80];
    costs_t c;
    spell(s, order, map, sizeof map);
    upc_stride_torus_set(s->torus, map);
    if (upc_stride_torus() != NULL) {
      cost_of_map(s->grid, first, &c);
      if (first) exchange = c.exchange;
      c.exchange = exchange;
      first = 0;
      if (s->best[0] == '\0' || better(&c, &s->cost)) {
        s->cost = c;
        memcpy(s->best, map, sizeof map);
      }
    }
    for (k = 0; k < s->grid->dims && ++order[k] == orders(s->parts[k]); k++) order[k] = 0;
  } while (k < s->grid->dims);
}

static int give(search_t *s, int k, int letter, int size, int cut, int low) {
  if (s->left[k] % size != 0) return 0;
  s->left[k] /= size;
  s->part[k][s->parts[k]++] = (part_t){letter, size, cut, low};
  return 1;
}

static void take_back(search_t *s, int k) { s->left[k] *= s->part[k][--s->parts[k]].size; }

/* Whole letters first; cut ones only where `cuts` allows. */
static void place_letter(search_t *s, int letter, int cuts) {
  if (letter == UPC_STRIDE_LETTERS) {
    for (int k = 0; k < s->grid->dims; k++)
      if (s->left[k] != 1) return;
    try_orders(s);
    return;
  }
  int n = s->size[letter];
  if (n == 1) {
    place_letter(s, letter + 1, cuts);
    return;
  }
  for (int k = 0; k < s->grid->dims; k++) {
    if (!give(s, k, letter, n, 0, 0)) continue;
    place_letter(s, letter + 1, cuts);
    take_back(s, k);
  }
  for (int cut = 2; cuts > 0 && cut < n; cut++) {
    if (n % cut != 0) continue;
    for (int k = 0; k < s->grid->dims; k++) {
      if (!give(s, k, letter, cut, cut, 1)) continue;
      for (int j = 0; j < s->grid->dims; j++) {
        if (j == k || !give(s, j, letter, n / cut, cut, 0)) continue;
        place_letter(s, letter + 1, cuts - 1);
        take_back(s, j);
      }
      take_back(s, k);
    }
  }
}

const char *suggest(const char *torus, const grid_t *g) {
  static search_t s;
  s.torus = torus;
  s.grid = g;
  upc_stride_torus_set(torus, NULL);
  memcpy(s.size, upc_stride_torus()->size, sizeof s.size);
  for (int k = 0; k < g->dims; k++) s.left[k] = g->size[k];
  for (int cuts = 0; cuts <= UPC_STRIDE_LETTERS && s.best[0] == '\0'; cuts++) place_letter(&s, 0, cuts);
  return s.best[0] == '\0' ? NULL : s.best;
}
