/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-map: compares maps of a grid onto a torus, by arithmetic, and suggests one. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/about.h"
#include "common/mistake.h"
#include "common/most_threads.h"
#include "map.h"

typedef struct request { const char *torus, *grid, *map; int suggest; } request_t;

static const option_t options[] = {
  {"--torus", "SIZES", "the sizes of X, Y, Z and T, as UPC_STRIDE_TORUS", option_text, offsetof(request_t, torus)},
  {"--grid", "AxB", "the grid of threads; up to four dimensions", option_text, offsetof(request_t, grid)},
  {"--map", "MAP", "as UPC_STRIDE_MAP: XT,YZ, letters for each dimension of the grid", option_text,
   offsetof(request_t, map)},
  {"--suggest", NULL,
   "the default, without --map: tries all maps, also those that divide a letter or go back and forth, and prints the "
   "best", option_on, offsetof(request_t, suggest)},
  ABOUT_OPTIONS};

static const command_line_t line = {
  .usage =
    "usage: upc-stride-map --torus 4x4x4x2 --grid 8x16 [options]\n"
    "Compares placements of the threads of a grid on a torus of X x Y x Z nodes with T threads each: by\n"
    "UPC_STRIDE_MAP, row-major, and random. For each: the hops between neighbours of the grid, and the load of the\n"
    "busiest link.\n",
  .options = options,
  .notes =
    "Loads are numbers of pieces that cross the busiest link, in two calls. shift: each thread sends a piece to the\n"
    "next thread of every dimension. exchange: each thread sends a piece to every other thread of its row, of its\n"
    "column and so on. Messages go along X, then Y, then Z.\n",
  .wrong = mistake};

/* 8x16 */
static void read_grid(const char *text, grid_t *g) {
  const char *at = text;
  for (g->dims = 0;; at++) {
    char *end;
    long n = strtol(at, &end, 10);
    if (end == at || n < 1 || n > URTK_MOST_THREADS || g->dims == MAP_DIMS || (*end != 'x' && *end != '\0'))
      mistake("--grid %s: it must be up to four sizes like 8x16", text);
    g->size[g->dims++] = (int)n;
    at = end;
    if (*end == '\0') break;
  }
  g->threads = 1;
  for (int k = 0; k < g->dims; k++) {
    if (g->threads > URTK_MOST_THREADS / g->size[k])
      mistake("--grid %s: more than %d threads", text, URTK_MOST_THREADS);
    g->threads *= g->size[k];
  }
}

static void row(const char *name, const costs_t *c) {
  printf("%-24s %6.2f %5d %12.1f %14.1f\n", name, c->hops, c->most_hops, c->shift, c->exchange);
}

static void compare(const char *torus, const char *map, const grid_t *g) {
  costs_t c;
  char name[40];
  printf("%-24s %6s %5s %12s %14s\n", "placement", "hops", "most", "link, shift", "link, exchange");
  upc_stride_torus_set(torus, map);
  snprintf(name, sizeof name, "map %.30s", map);
  cost_of_map(g, 1, &c);
  row(name, &c);
  cost_row_major(g, &c);
  row("row-major", &c);
  cost_random(g, &c);
  row("random, mean of 5", &c);
}

int main(int argc, char **argv) {
  request_t r = {0};
  grid_t g;
  (void)argc;
  options_read(&line, argv + 1, &r, NULL);
  const char *torus = r.torus, *map = r.map, *wrong;
  if (!torus || !r.grid) mistake("%s is missing; --help shows the usage", torus ? "--grid" : "--torus");
  if (map && r.suggest) mistake("--suggest finds a map: leave out --map %s or --suggest", map);
  read_grid(r.grid, &g);
  upc_stride_torus_set(torus, map);
  wrong = upc_stride_torus_wrong(g.threads);
  if (wrong != NULL) mistake("%s", wrong);
  if (map != NULL)
    for (int k = 0; k < g.dims; k++)
      if (upc_stride_torus()->dimensions != g.dims || upc_stride_torus_extent(upc_stride_torus(), k) != g.size[k])
        mistake("--map %s: its dimensions must have the sizes of the grid", map);
  if (map == NULL) {
    map = suggest(torus, &g);
    if (map == NULL) mistake("--grid %s: no map cuts the torus into these dimensions", r.grid);
    printf("UPC_STRIDE_TORUS=%s UPC_STRIDE_MAP=%s\n", torus, map);
  }
  compare(torus, map, &g);
  return fflush(stdout) != 0 || ferror(stdout);
}
