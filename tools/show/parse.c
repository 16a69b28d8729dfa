/* SPDX-License-Identifier: BSD-3-Clause
 * Makes a layout, a section, a team and a tree from the command line. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "layout/section.h"
#include "choice/rule.h"
#include "show.h"
#include "torus/torus.h"

static const char *blanks(const char *s) { while (isspace((unsigned char)*s)) s++; return s; }

enum { MOST_PROCESSORS = 1 << 20 };
#define MOST_ELEMENTS (1L << 48)

/* A number, least..most; *s is then the text after it. */
static long number(const char **s, long least, long most, const char *what) {
  char *end;
  errno = 0;
  long n = strtol(blanks(*s), &end, 10);
  if (end == blanks(*s)) mistake("%s: expected a number at '%.60s'", what, *s);
  if (n < least) mistake("%s: %ld is too small, it must be at least %ld", what, n, least);
  if (n > most || errno)
    mistake("%s: %.*s is too large, it must be at most %ld", what, end - *s > 40 ? 40 : (int)(end - *s), *s, most);
  *s = end;
  return n;
}

/* A size of a declaration: numbers and THREADS with * between. */
static size_t size(const char **s, int threads, const char *what) {
  long product = 1;
  for (;;) {
    long n = threads;
    *s = blanks(*s);
    if (strncmp(*s, "THREADS", 7)) n = number(s, 1, MOST_ELEMENTS, what);
    else *s += 7;
    if (n > MOST_ELEMENTS / product) mistake("%s: it must be at most %ld", what, MOST_ELEMENTS);
    product *= n;
    *s = blanks(*s);
    if (**s != '*') return (size_t)product;
    ++*s;
  }
}

/* 2x2 */
static int read_grid(const char *text, int *grid) {
  int n = 0;
  const char *s = text;
  for (;;) {
    if (n == UPC_STRIDE_MAX_DIMS) mistake("--grid %.60s: at most %d dimensions", text, UPC_STRIDE_MAX_DIMS);
    grid[n++] = (int)number(&s, 1, MOST_PROCESSORS, "--grid");
    if (!*s) return n;
    if (*s != 'x' && *s != ',') mistake("--grid %.60s: it must read like 2x2", text);
    s++;
  }
}

/* What a declaration says, before the grid and the number of threads are applied to it. */
typedef struct declaration {
  size_t block[UPC_STRIDE_MAX_DIMS], shape[UPC_STRIDE_MAX_DIMS], elements;
  int nblock, ndims;
} declaration_t;

/* [4][3]; also [] and [*] */
static const char *read_blocks(const char *s, declaration_t *d, int threads) {
  for (; *s == '['; s = blanks(s + 1)) {
    if (d->nblock == UPC_STRIDE_MAX_DIMS) mistake("at most %d block sizes", UPC_STRIDE_MAX_DIMS);
    s = blanks(s + 1);
    if (*s == ']') d->block[d->nblock++] = UPC_STRIDE_WHOLE;
    else if (*s == '*') d->block[d->nblock++] = UPC_STRIDE_STAR, s = blanks(s + 1);
    else d->block[d->nblock++] = size(&s, threads, "a block size");
    if (*s != ']') mistake("expected ']' at '%.60s'", s);
  }
  return s;
}

/* (grid) double A: the grid's name and the type may be left out, and neither counts. */
static const char *read_name(const char *s, picture_t *p) {
  if (*s == '(') { while (*s && *s != ')') s++; s = blanks(s + (*s == ')')); }
  const char *word = s, *end = s;
  while (isalnum((unsigned char)*s) || *s == '_') { /* the last word is the name */
    word = s;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    end = s;
    s = blanks(s);
  }
  if (word == end || *s != '[') mistake("expected a name and dimensions, like A[18][20], at '%.60s'", word);
  snprintf(p->name, sizeof p->name, "%.*s", (int)(end - word), word);
  return s;
}

/* [18][20] */
static const char *read_shape(const char *s, declaration_t *d, const char *name, int threads) {
  for (d->elements = 1; *s == '['; s = blanks(s + 1)) {
    if (d->ndims == UPC_STRIDE_MAX_DIMS) mistake("at most %d dimensions", UPC_STRIDE_MAX_DIMS);
    s++;
    size_t extent = d->shape[d->ndims++] = size(&s, threads, "a dimension");
    if (extent > (size_t)MOST_ELEMENTS / d->elements)
      mistake("%s: it must have at most %ld elements", name, MOST_ELEMENTS);
    d->elements *= extent;
    if (*s != ']') mistake("expected ']' at '%.60s'", s);
  }
  return s;
}

static void check_grid(const request_t *r, const int *grid, int ngrid, int ndims, const char *name) {
  int product = 1;
  for (int k = 0; k < ngrid; k++) {
    if (grid[k] > MOST_PROCESSORS / product)
      mistake("--grid %.60s: it must have at most %d processors", r->grid, MOST_PROCESSORS);
    product *= grid[k];
  }
  if (ngrid && product != r->threads)
    mistake("--grid %s is for %d threads, and --threads says %d", r->grid, product, r->threads);
  if (ngrid > ndims) mistake("--grid %s has %d dimensions, and %s %d", r->grid, ngrid, name, ndims);
}

/* An array of UPC 1.3: at most one block size, and no grid. */
static void lay_out_ordinary(picture_t *p, const declaration_t *d, int threads) {
  size_t b = d->nblock ? d->block[0] : 1;
  if (b == UPC_STRIDE_STAR) b = (d->elements + threads - 1) / threads;
  if (!upc_stride_layout_init_ordinary(&p->layout, d->ndims, d->shape, b, 1, threads) && d->ndims > 1)
    fprintf(stderr, "blocks of %zu are no pieces of %s's rows: shown flattened\n", b, p->name);
}

static void lay_out_multi_blocked(picture_t *p, const declaration_t *d, const request_t *r, const int *grid,
                                  int ngrid) {
  size_t block[UPC_STRIDE_MAX_DIMS];
  if (d->nblock != d->ndims)
    mistake("%s: dimensions: %d, block sizes: %d; give one for each", p->name, d->ndims, d->nblock);
  for (int k = 0; k < d->ndims; k++) {
    size_t processors = k < ngrid ? (size_t)grid[k] : 1;
    if (d->block[k] == UPC_STRIDE_STAR && !ngrid) mistake("[*] needs a --grid to spread over");
    block[k] = d->block[k] == UPC_STRIDE_STAR    ? (d->shape[k] + processors - 1) / processors
               : d->block[k] == UPC_STRIDE_WHOLE ? d->shape[k]
                                                 : d->block[k];
    if (ngrid && k >= ngrid && block[k] < d->shape[k])
      mistake("--grid %s maps the first %d dimensions only; dimension %d must be one block, []", r->grid, ngrid, k);
  }
  upc_stride_layout_init(&p->layout, d->ndims, d->shape, block, 1, ngrid, grid, r->threads, 0);
}

/* shared [4][3] double A[18][20]; the element's type may be left out. */
static void read_declaration(picture_t *p, const request_t *r) {
  declaration_t d = {0};
  int grid[UPC_STRIDE_MAX_DIMS], ngrid = r->grid ? read_grid(r->grid, grid) : 0;
  const char *s = blanks(r->declaration);
  if (strncmp(s, "shared", 6) || isalnum((unsigned char)s[6]))
    mistake("'%.60s' must begin with 'shared'", r->declaration);
  s = read_blocks(blanks(s + 6), &d, r->threads);
  s = read_name(s, p);
  s = read_shape(s, &d, p->name, r->threads);
  if (*s == ';') s = blanks(s + 1);
  if (*s) mistake("'%.60s' follows the declaration", s);
  check_grid(r, grid, ngrid, d.ndims, p->name);
  if (d.nblock < 2 && !ngrid) lay_out_ordinary(p, &d, r->threads);
  else lay_out_multi_blocked(p, &d, r, grid, ngrid);
}

/* ':, 1:5' as in A<:, 1:5> */
static void read_section(picture_t *p, const char *text) {
  const char *s = blanks(text);
  for (p->intervals = 0; *s || p->intervals == 0; p->intervals++) {
    if (p->intervals == UPC_STRIDE_MAX_DIMS)
      mistake("--section '%.60s': at most %d intervals", text, UPC_STRIDE_MAX_DIMS);
    long long value[3];
    int n = 0, colons = 0;
    for (s = blanks(s); *s && *s != ','; s = blanks(s)) {
      if (*s == ':') colons++, s++;
      else if (n == 3) mistake("--section '%.60s': an interval is i, lo:hi, lo:step:hi or :", text);
      else value[n++] = number(&s, -(1L << 62), 1L << 62, "--section");
    }
    upc_stride_interval_t *iv = &p->interval[p->intervals];
    if (n == 0 && colons <= 1) *iv = (upc_stride_interval_t){UPC_STRIDE_INTERVAL_ALL, 0, 1, 0};
    else if (n == 1 && colons == 0) *iv = (upc_stride_interval_t){UPC_STRIDE_INTERVAL_AT, value[0], 1, value[0]};
    else if (n == 2 && colons == 1) *iv = (upc_stride_interval_t){UPC_STRIDE_INTERVAL_RANGE, value[0], 1, value[1]};
    else if (n == 3 && colons == 2)
      *iv = (upc_stride_interval_t){UPC_STRIDE_INTERVAL_STEP, value[0], value[1], value[2]};
    else mistake("--section '%.60s': an interval is i, lo:hi, lo:step:hi or :", text);
    if (*s == ',') s = blanks(s + 1); else { p->intervals++; break; }
  }
}

enum { MOST_NODES = 4096, MOST_BLOCKS = 100000 }; /* more cannot be told apart in a picture */

/* on_links: 1: with --machine, which also knows the trees that share no link. */
static void read_tree(picture_t *p, const char *name, int on_links) {
  upc_stride_choice_t choice;
  const char *wrong = upc_stride_torus_wrong((int)p->layout.threads);
  if (wrong) mistake("%s", wrong);
  p->disjoint = on_links && strcmp(name, "torus") == 0;
  if (!p->disjoint &&
      (!upc_stride_schedule_named(UPC_STRIDE_OP_BROADCAST, name, &choice) || !choice.schedule->tree))
    mistake("--tree %.60s: it must be flat, binomial, knomial:<k>, kary:<k>, chain or fork", name);
  if (p->team.n > MOST_NODES && !on_links)
    mistake("--tree %s: it is drawn over at most %d threads, and the team has %d", name, MOST_NODES, p->team.n);
  if (!p->disjoint) p->tree = upc_stride_tree(choice.schedule->tree);
  snprintf(p->tree_name, sizeof p->tree_name, "%s", name);
  upc_stride_topology(&p->topology, &p->team, p->root);
  if (!p->disjoint) p->topology.arity = choice.arity;
}

void build_picture(picture_t *p, const request_t *r) {
  memset(p, 0, sizeof *p);
  read_declaration(p, r);
  p->section = r->section ? r->section : ":";
  if (r->section) read_section(p, r->section);
  upc_stride_mistake_t m;
  if (p->intervals > p->layout.ndims)
    mistake("--section '%.60s' has %d intervals, and %s %d dimensions", r->section, p->intervals, p->name,
            p->layout.ndims);
  switch (upc_stride_pick(&p->picks, &p->layout, p->intervals, p->interval, &m)) {
  case UPC_STRIDE_STEP_ZERO: mistake("--section '%.60s': the step of interval %d is 0", r->section, m.dimension);
  case UPC_STRIDE_OUT_OF_RANGE:
    mistake("--section '%.60s': interval %d picks block %lld, and there are blocks 0 to %zu", r->section, m.dimension,
            m.picked,
            p->layout.nblocks[m.dimension] - 1);
  }
  if (!p->picks.blocks) mistake("--section '%.60s' picks no block", r->section ? r->section : ":");
  upc_stride_team(&p->team, &p->picks);
  p->root = r->root < 0 ? upc_stride_team_thread(&p->team, 0) : r->root;
  if (p->root >= (int)p->layout.threads)
    mistake("--root %d: there are threads 0 to %zu", p->root, p->layout.threads - 1);
  p->bytes = r->bytes ? r->bytes : 1;
  if (r->tree) read_tree(p, r->tree, r->machine != NULL);
  if (r->svg && p->layout.blocks > MOST_BLOCKS)
    mistake("--svg %s: it shows at most %d blocks, and %s has %zu", r->svg, MOST_BLOCKS, p->name, p->layout.blocks);
}
