/* SPDX-License-Identifier: BSD-3-Clause
 * The picture as SVG: the blocks on the left, in their owners' colours, those of the section full and outlined; the
 * team on the right as its box of threads, with the tree's edges as arrows. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"

enum { CELL = 34, GAP = 8, STEP = 84, MARGIN = 30 };

/* Colours round the circle by the golden angle, so that neighbours differ. */
static void colour(char out[8], int thread, double light) {
  double hue = fmod(thread * 137.508, 360) / 60, c = (1 - fabs(2 * light - 1)) * 0.55,
      x = c * (1 - fabs(fmod(hue, 2) - 1)), m = light - c / 2;
  double rgb[6][3] = {{c, x, 0}, {x, c, 0}, {0, c, x}, {0, x, c}, {x, 0, c}, {c, 0, x}};
  const double *v = rgb[(int)hue % 6];
  snprintf(out, 8, "#%02x%02x%02x", (int)(255 * (v[0] + m)), (int)(255 * (v[1] + m)), (int)(255 * (v[2] + m)));
}

static void draw_blocks(FILE *f, const picture_t *p, double *width, double *height) {
  const upc_stride_layout_t *l = &p->layout;
  int n = l->ndims;
  size_t rows = n > 1 ? l->nblocks[n - 2] : 1, columns = l->nblocks[n - 1], planes = l->blocks / (rows * columns);
  for (size_t plane = 0; plane < planes; plane++) {
    size_t c[UPC_STRIDE_MAX_DIMS] = {0}, rest = plane;
    for (int k = n - 3; k >= 0; k--) c[k] = rest % l->nblocks[k], rest /= l->nblocks[k];
    double top = MARGIN + 20 + plane * (rows * CELL + 3 * GAP);
    for (size_t i = 0; i < rows; i++)
      for (size_t j = 0; j < columns; j++) {
        if (n > 1) c[n - 2] = i;
        c[n - 1] = j;
        int owner = owner_of(p, c);
        int in = position_of(p, c) >= 0;
        char fill[8];
        colour(fill, owner, in ? 0.68 : 0.92);
        fprintf(f, "<rect x='%d' y='%g' width='%d' height='%d' fill='%s' stroke='%s' stroke-width='%s'/>"
                   "<text x='%g' y='%g' fill='%s'%s>%d</text>\n",
                (int)(MARGIN + j * CELL), top + i * CELL, CELL - 2, CELL - 2, fill, in ? "#222" : "#ccc",
                    in ? "1.5" : "0.5",
                MARGIN + j * CELL + CELL / 2.0 - 1, top + i * CELL + CELL / 2.0 + 4, in ? "#111" : "#999",
                in ? " font-weight='bold'" : "", owner);
      }
  }
  *width = MARGIN + columns * CELL;
  *height = MARGIN + 20 + planes * (rows * CELL + 3 * GAP);
}

/* Where a rank of the team's box stands: the last dimension to the right, all others downwards. */
static void place(const picture_t *p, int rank, double left, double *x, double *y) {
  int columns = p->topology.size[p->topology.ndims - 1];
  if (rank == p->topology.members) { *x = left, *y = MARGIN; return; } /* a root outside */
  *x = left + STEP * (rank % columns) + 24;
  *y = MARGIN + 50 + STEP * 0.8 * (rank / columns);
}

static void draw_tree(FILE *f, const picture_t *p, double left, double *width, double *height) {
  int nodes = upc_stride_nodes(&p->topology);
  double x, y, a, b;
  for (int r = 0; r < nodes; r++) {
    int parent = p->tree->parent(&p->topology, r);
    if (parent < 0) continue;
    place(p, parent, left, &a, &b), place(p, r, left, &x, &y);
    double d = hypot(x - a, y - b), ux = (x - a) / d, uy = (y - b) / d, bend = d > 1.5 * STEP ? 22 : 0;
    fprintf(f, "<path d='M%g %g Q%g %g %g %g' fill='none' stroke='#444' stroke-width='1.3' marker-end='url(#arrow)'/>\n", a + 16 * ux, b + 16 * uy,
            (a + x) / 2 - bend * uy, (b + y) / 2 + bend * ux, x - 18 * ux, y - 18 * uy);
  }
  for (int r = 0; r < nodes; r++) {
    int thread = r < p->topology.members ? upc_stride_team_thread(&p->team, r) : p->root;
    char fill[8];
    colour(fill, thread, 0.68);
    place(p, r, left, &x, &y);
    fprintf(f, "<circle cx='%g' cy='%g' r='15' fill='%s' stroke='#222' stroke-width='%s'/><text x='%g' y='%g'>%d</text>\n", x, y, fill,
            thread == p->root ? "2.5" : "1", x, y + 4, thread);
    if (x + 40 > *width) *width = x + 40;
    if (y + 40 > *height) *height = y + 40;
  }
}

void draw_svg(const picture_t *p, const char *file) {
  FILE *body = tmpfile(), *f;
  if (!body) mistake("no temporary file: %s", strerror(errno));
  double width, height;
  draw_blocks(body, p, &width, &height);
  if (p->tree) draw_tree(body, p, width + 40, &width, &height);
  if (!(f = fopen(file, "w"))) mistake("--svg %s: %s", file, strerror(errno));
  fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g' font-family='sans-serif' font-size='13' text-anchor='middle'>\n"
             "<defs><marker id='arrow' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'><path d='M0 0 L6 3 L0 6 z' fill='#444'/></marker></defs>\n"
             "<rect width='100%%' height='100%%' fill='white'/><text x='%d' y='%d' text-anchor='start'>%s, blocks by owner%s%s</text>\n",
          width + MARGIN, height + MARGIN, MARGIN, MARGIN, p->name, p->tree ? "; tree: " : "",
          p->tree ? p->tree_name : "");
  rewind(body);
  for (int c; (c = getc(body)) != EOF;) putc(c, f);
  fclose(body);
  fprintf(f, "</svg>\n");
  if (ferror(f) | fclose(f)) mistake("--svg %s: %s", file, strerror(errno));
}
