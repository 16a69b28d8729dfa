/* SPDX-License-Identifier: BSD-3-Clause
 * The picture as SVG. At the top a title. On the left the blocks, in the colours of their owners; blocks of the section
 * are bright and outlined. On the right the threads of the team, at their coordinates in the team's box, and the tree:
 * an arrow's number is its place in the order in which the parent serves its children. At the bottom a legend. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "common/whole_file.h"
#include "show.h"

enum { CELL = 34, STEP = 84, MARGIN = 30, LINE = 20, MOST_SWATCHES = 16 };

/* What has been drawn so far takes this much space. */
typedef struct canvas {
  FILE *file;
  double width, height;
} canvas_t;

static void extend(canvas_t *v, double x, double y) {
  if (x > v->width) v->width = x;
  if (y > v->height) v->height = y;
}

/* A line of text that starts at (x, y). A character is taken to be 8 wide. */
static void text(canvas_t *v, double x, double y, const char *style, const char *words) {
  fprintf(v->file, "<text x='%g' y='%g' text-anchor='start'%s>", x, y, style);
  for (const char *s = words; *s; s++) {
    if (*s == '<') fputs("&lt;", v->file);
    else if (*s == '>') fputs("&gt;", v->file);
    else if (*s == '&') fputs("&amp;", v->file);
    else putc(*s, v->file);
  }
  fputs("</text>\n", v->file);
  extend(v, x + 8 * (double)strlen(words), y + 6);
}

/* ---- the title ---- */

static void draw_title(canvas_t *v, const picture_t *p) {
  char words[600];
  describe_array(p, words, sizeof words);
  text(v, MARGIN, MARGIN, " font-weight='bold'", words);
  snprintf(words, sizeof words, "section %s<%s>: %zu of %zu blocks, a team of %d thread%s", p->name, p->section,
           p->picks.blocks, p->layout.blocks, p->team.n, p->team.n == 1 ? "" : "s");
  text(v, MARGIN, MARGIN + LINE, "", words);
  if (!p->tree) return;
  snprintf(words, sizeof words, "%s tree from thread %d", p->tree_name, p->root);
  text(v, MARGIN, MARGIN + 2 * LINE, "", words);
}

/* ---- the blocks ---- */

/* A square with a thread's number. */
static void draw_block(canvas_t *v, double x, double y, int owner, int picked) {
  char fill[8];
  colour_of(fill, owner, picked ? 0.68 : 0.92);
  fprintf(v->file, "<rect x='%g' y='%g' width='%d' height='%d' fill='%s' stroke='%s' stroke-width='%s'/>", x, y,
          CELL - 2,
          CELL - 2, fill, picked ? "#222" : "#ccc", picked ? "1.5" : "0.5");
  fprintf(v->file, "<text x='%g' y='%g' fill='%s'%s>%d</text>\n", x + CELL / 2.0 - 1, y + CELL / 2.0 + 4,
          picked ? "#111" : "#999", picked ? " font-weight='bold'" : "", owner);
  extend(v, x + CELL, y + CELL);
}

/* The block numbers along an edge of a plane. */
static void draw_number(canvas_t *v, double x, double y, size_t number) {
  fprintf(v->file, "<text x='%g' y='%g' font-size='10' fill='#666'>%zu</text>\n", x, y, number);
}

/* "A<1, 0, :, :>": the plane of a matrix of blocks in an array of more than two dimensions. */
static void name_plane(char *words, size_t size, const picture_t *p, const size_t *c) {
  size_t used = (size_t)snprintf(words, size, "plane %s<", p->name);
  for (int k = 0; k < p->layout.ndims - 2; k++) used += (size_t)snprintf(words + used, size - used, "%zu, ", c[k]);
  snprintf(words + used, size - used, ":, :>");
}

/* The last two dimensions of the array, all other coordinates being c[]. */
static void draw_plane(canvas_t *v, const picture_t *p, size_t *c, double top) {
  const int n = p->layout.ndims;
  const size_t rows = n > 1 ? p->layout.nblocks[n - 2] : 1, columns = p->layout.nblocks[n - 1];
  for (size_t j = 0; j < columns; j++) draw_number(v, MARGIN + (double)j * CELL + CELL / 2.0 - 1, top - 4, j);
  for (size_t i = 0; i < rows; i++) {
    const double y = top + (double)i * CELL;
    if (n > 1) draw_number(v, MARGIN - 10, y + CELL / 2.0 + 3, i);
    for (size_t j = 0; j < columns; j++) {
      if (n > 1) c[n - 2] = i;
      c[n - 1] = j;
      draw_block(v, MARGIN + (double)j * CELL, y, owner_of(p, c), position_of(p, c) >= 0);
    }
  }
}

static void draw_blocks(canvas_t *v, const picture_t *p, double top) {
  const int n = p->layout.ndims;
  const size_t rows = n > 1 ? p->layout.nblocks[n - 2] : 1,
      planes = p->layout.blocks / (rows * p->layout.nblocks[n - 1]);
  for (size_t plane = 0; plane < planes; plane++) {
    size_t c[UPC_STRIDE_MAX_DIMS] = {0}, rest = plane;
    for (int k = n - 3; k >= 0; k--) c[k] = rest % p->layout.nblocks[k], rest /= p->layout.nblocks[k];
    if (n > 2) {
      char words[200];
      name_plane(words, sizeof words, p, c);
      text(v, MARGIN, top, "", words);
      top += LINE;
    }
    draw_plane(v, p, c, top);
    top += (double)rows * CELL + 1.5 * LINE;
  }
}

/* ---- the tree ---- */

/* Where a rank of the team's box is drawn: the last dimension goes to the right, all others go down. A root outside the
 * team is above them. */
static void locate(const picture_t *p, int rank, double left, double top, double *x, double *y) {
  const int columns = p->topology.side[p->topology.ndims - 1].size, outside = p->topology.root == p->topology.members;
  *x = left + STEP * (rank % columns);
  *y = top + STEP * 0.8 * (rank / columns + outside);
  if (rank == p->topology.members) *x = left, *y = top;
}

typedef struct edge {
  double a, b, x, y;      /* from (a, b) to (x, y) */
  double mx, my;          /* the control point of the curve */
  double at;              /* where the number is drawn, as a part of the way */
} edge_t;

/* Long arrows are bent, so that they pass beside the threads between. Their numbers are near the child. */
static edge_t edge_between(double a, double b, double x, double y) {
  const double length = hypot(x - a, y - b), bend = length > 1.5 * STEP ? 46 : 0;
  const edge_t e = {a, b, x, y, (a + x) / 2 - bend * (y - b) / length, (b + y) / 2 + bend * (x - a) / length,
                    bend > 0 ? 0.82 : 0.5};
  return e;
}

static void draw_arrow(canvas_t *v, const edge_t *e) {
  const double out = hypot(e->mx - e->a, e->my - e->b), in = hypot(e->x - e->mx, e->y - e->my);
  fprintf(v->file, "<path d='M%g %g Q%g %g %g %g' fill='none' ", e->a + 16 * (e->mx - e->a) / out,
          e->b + 16 * (e->my - e->b) / out, e->mx, e->my, e->x - 18 * (e->x - e->mx) / in,
          e->y - 18 * (e->y - e->my) / in);
  fprintf(v->file, "stroke='#444' stroke-width='1.3' marker-end='url(#arrow)'/>\n");
}

/* Child number `order` of its parent. */
static void draw_order(canvas_t *v, const edge_t *e, int order) {
  const double t = e->at, u = 1 - t;
  const double x = u * u * e->a + 2 * t * u * e->mx + t * t * e->x, y = u * u * e->b + 2 * t * u * e->my + t * t * e->y;
  fprintf(v->file, "<circle cx='%g' cy='%g' r='7' fill='white'/>", x, y);
  fprintf(v->file, "<text x='%g' y='%g' font-size='10'>%d</text>\n", x, y + 3.5, order);
  extend(v, x + 12, y + 12);
}

static void draw_thread(canvas_t *v, double x, double y, int thread, int is_root) {
  char fill[8];
  colour_of(fill, thread, 0.68);
  fprintf(v->file, "<circle cx='%g' cy='%g' r='15' fill='%s' stroke='#222' stroke-width='%s'/>", x, y, fill,
          is_root ? "2.5" : "1");
  fprintf(v->file, "<text x='%g' y='%g'>%d</text>\n", x, y + 4, thread);
  extend(v, x + 24, y + 24);
}

static void draw_tree(canvas_t *v, const picture_t *p, double left, double top) {
  const int nodes = upc_stride_nodes(&p->topology);
  double x, y, a, b;
  for (int numbers = 0; numbers < 2; numbers++) /* the numbers lie above all arrows */
    for (int parent = 0; parent < nodes; parent++) {
      locate(p, parent, left, top, &a, &b);
      for (int i = 0; i < p->tree->children(&p->topology, parent); i++) {
        locate(p, p->tree->child(&p->topology, parent, i), left, top, &x, &y);
        const edge_t e = edge_between(a, b, x, y);
        if (numbers) draw_order(v, &e, i + 1);
        else draw_arrow(v, &e);
      }
    }
  for (int r = 0; r < nodes; r++) {
    const int thread = r < p->topology.members ? upc_stride_team_thread(&p->team, r) : p->root;
    locate(p, r, left, top, &x, &y);
    draw_thread(v, x, y, thread, thread == p->root);
  }
}

/* ---- the legend ---- */

static void draw_legend(canvas_t *v, const picture_t *p) {
  double y = v->height + MARGIN;
  const int threads = (int)p->layout.threads, shown = threads < MOST_SWATCHES ? threads : MOST_SWATCHES;
  text(v, MARGIN, y, "", shown < threads ? "owners: the first threads" : "owners: threads");
  for (int t = 0; t < shown; t++) draw_block(v, MARGIN + (shown < threads ? 200 : 130) + t * CELL, y - 21, t, 1);
  y += 2 * LINE;
  draw_block(v, MARGIN, y - 21, 0, 1);
  text(v, MARGIN + CELL + 6, y, "", "a block of the section");
  draw_block(v, MARGIN + 260, y - 21, 0, 0);
  text(v, MARGIN + 260 + CELL + 6, y, "", "another block");
  if (!p->tree) return;
  y += 2.2 * LINE;
  draw_thread(v, MARGIN + 16, y - 5, p->root, 1);
  text(v, MARGIN + CELL + 6, y, "", "the root of the tree");
  const edge_t e = edge_between(MARGIN + 240, y - 5, MARGIN + 316, y - 5);
  draw_arrow(v, &e);
  draw_order(v, &e, 1);
  text(v, MARGIN + 320, y, "", "from a parent to the child that it serves first");
}

void draw_svg(const picture_t *p, const char *file) {
  char *drawn = NULL;
  size_t length = 0;
  canvas_t v = {open_memstream(&drawn, &length), 0, 0};
  if (!v.file) mistake("no memory for the picture");
  const double top = MARGIN + (p->tree ? 4 : 3) * LINE;
  draw_title(&v, p);
  canvas_t blocks = {v.file, 0, v.height};
  draw_blocks(&blocks, p, top);
  if (p->tree) draw_tree(&blocks, p, blocks.width + 70, top + 36);
  extend(&v, blocks.width, blocks.height);
  draw_legend(&v, p);
  if (fclose(v.file)) mistake("no memory for the picture");

  whole_file_t output;
  int error = whole_file_open(&output, file);
  if (error) mistake("--svg %s: %s", file, strerror(error));
  FILE *f = output.file;
  fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g'", v.width + MARGIN, v.height + MARGIN);
  fprintf(f, " font-family='sans-serif' font-size='13' text-anchor='middle'>\n");
  fprintf(f, "<defs><marker id='arrow' markerWidth='8' markerHeight='8' refX='6' refY='3' orient='auto'>");
  fprintf(f, "<path d='M0 0 L6 3 L0 6 z' fill='#444'/></marker></defs>\n");
  fprintf(f, "<rect width='100%%' height='100%%' fill='white'/>\n");
  fwrite(drawn, 1, length, f);
  free(drawn);
  fprintf(f, "</svg>\n");
  error = whole_file_close(&output);
  if (error) mistake("--svg %s: %s", file, strerror(error));
}
