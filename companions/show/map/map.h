/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-map: costs of placements on a torus, and the best map. The arithmetic of places and links is the
 * library's (src/torus/). */
#ifndef MAP_H
#define MAP_H

#include "torus/torus.h"

enum { MAP_DIMS = 4 };

typedef struct grid {
  int dims, size[MAP_DIMS], threads;
} grid_t;

/* Hops between neighbours of the grid, on average and at most; the load of the busiest link, in pieces. */
typedef struct costs {
  double hops;
  int most_hops;
  double shift, exchange;
} costs_t;

/* cost.c: of the map that is set, with the exchanges or without; row-major, with the threads of a node one after
 * another, then Z, Y, X; random. */
void cost_of_map(const grid_t *g, int exchanges, costs_t *c);
void cost_row_major(const grid_t *g, costs_t *c);
void cost_random(const grid_t *g, costs_t *c);

/* suggest.c: the map whose neighbours and links cost least; null: there is none. */
const char *suggest(const char *torus, const grid_t *g);

#endif
