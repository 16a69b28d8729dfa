/* SPDX-License-Identifier: BSD-3-Clause
 * The costs of a placement: hops and loads of links, by arithmetic. */
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "map.h"

typedef int (*places_t)[UPC_STRIDE_LETTERS];

static places_t new_places(const grid_t *g) {
  places_t place = calloc((size_t)g->threads, sizeof *place);
  if (place == NULL) mistake("no memory for the %s of all threads", "places");
  return place;
}

/* What one step in dimension k adds to a thread number. */
static int weight(const grid_t *g, int k) {
  int w = 1;
  for (k++; k < g->dims; k++) w *= g->size[k];
  return w;
}

static void add_shift(const grid_t *g, places_t place, const int *size, upc_stride_links_t *L, costs_t *c) {
  double hops = 0, pairs = 0;
  for (int k = 0; k < g->dims; k++) {
    int w = weight(g, k), n = g->size[k];
    for (int t = 0; t < g->threads; t++) {
      int last = t / w % n == n - 1, next = last ? t - (n - 1) * w : t + w, h;
      if (n == 1) continue;
      upc_stride_links_add(L, place[t], place[next], 1);
      if (last) continue;
      h = upc_stride_hops(size, place[t], place[next]);
      hops += h;
      pairs++;
      if (h > c->most_hops) c->most_hops = h;
    }
  }
  c->hops = pairs > 0 ? hops / pairs : 0;
}

static void add_exchanges(const grid_t *g, places_t place, upc_stride_links_t *L) {
  for (int k = 0; k < g->dims; k++) {
    int w = weight(g, k), n = g->size[k];
    for (int t = 0; t < g->threads; t++)
      for (int i = 0, first = t - t / w % n * w; i < n; i++) upc_stride_links_add(L, place[t], place[first + i * w], 1);
  }
}

static void cost(const grid_t *g, places_t place, int exchanges, costs_t *c) {
  const int *size = upc_stride_torus()->size;
  upc_stride_links_t L;
  memset(c, 0, sizeof *c);
  upc_stride_links_start(&L, size);
  add_shift(g, place, size, &L, c);
  c->shift = upc_stride_links_busiest(&L);
  upc_stride_links_end(&L);
  if (!exchanges) return;
  upc_stride_links_start(&L, size);
  add_exchanges(g, place, &L);
  c->exchange = upc_stride_links_busiest(&L);
  upc_stride_links_end(&L);
}

void cost_of_map(const grid_t *g, int exchanges, costs_t *c) {
  places_t place = new_places(g);
  for (int t = 0; t < g->threads; t++) upc_stride_torus_place(upc_stride_torus(), t, place[t]);
  cost(g, place, exchanges, c);
  free(place);
}

static void row_major(const grid_t *g, places_t place) {
  const int *size = upc_stride_torus()->size;
  for (int t = 0; t < g->threads; t++)
    for (int k = UPC_STRIDE_LETTERS - 1, rest = t; k >= 0; rest /= size[k--]) place[t][k] = rest % size[k];
}

void cost_row_major(const grid_t *g, costs_t *c) {
  places_t place = new_places(g);
  row_major(g, place);
  cost(g, place, 1, c);
  free(place);
}

/* The mean of some shuffles, the same in every run. */
void cost_random(const grid_t *g, costs_t *c) {
  enum { SHUFFLES = 5 };
  places_t place = new_places(g);
  unsigned long long seed = 1;
  memset(c, 0, sizeof *c);
  row_major(g, place);
  for (int n = 0; n < SHUFFLES; n++) {
    costs_t one;
    for (int t = g->threads - 1; t > 0; t--) {
      int other, was[UPC_STRIDE_LETTERS];
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      other = (int)((seed >> 33) % (unsigned long long)(t + 1));
      memcpy(was, place[t], sizeof was);
      memcpy(place[t], place[other], sizeof was);
      memcpy(place[other], was, sizeof was);
    }
    cost(g, place, 1, &one);
    c->hops += one.hops / SHUFFLES;
    c->shift += one.shift / SHUFFLES;
    c->exchange += one.exchange / SHUFFLES;
    if (one.most_hops > c->most_hops) c->most_hops = one.most_hops;
  }
  free(place);
}
