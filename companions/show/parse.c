/* SPDX-License-Identifier: BSD-3-Clause
 * Makes a layout, a section, a team and a tree from the command line. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "common/most_threads.h"
#include "layout/section.h"
#include "choice/rule.h"
#include "show.h"
#include "torus/torus.h"

static const char *blanks(const char *s) { while (isspace((unsigned char)*s)) s++; return s; }

#define MOST_ELEMENTS (1LL << 48)

/* A number, least..most; *s is then the text after it. */
static long long number(const char **s, long long least, long long most, const char *what) {
  char *end;
  errno = 0;
  long long n = strtoll(blanks(*s), &end, 10);
  if (end == blanks(*s)) mistake("%s: expected a number at '%.60s'", what, *s);
  if (n < least) mistake("%s: %lld is too small, it must be at least %lld", what, n, least);
  if (n > most || errno)
    mistake("%s: %.*s is too large, it must be at most %lld", what, end - *s > 40 ? 40 : (int)(end - *s), *s, most);
  *s = end;
  return n;
}

/* A size of a declaration: numbers and THREADS with * between. */
static size_t size(const char **s, int threads, const char *what) {
  long long product = 1;
  for (;;) {
    long long n = threads;
    *s = blanks(*s);
    if (strncmp(*s, "THREADS", 7)) n = number(s, 1, MOST_ELEMENTS, what);
    else *s += 7;
    if (n > MOST_ELEMENTS / product) mistake("%s: it must be at most %lld", what, MOST_ELEMENTS);
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
    grid[n++] = (int)number(&s, 1, URTK_MOST_THREADS, "--grid");
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

/* [4][3]; also [], which is [0] too, and [*] */
static const char *read_blocks(const char *s, declaration_t *d, int threads) {
  for (; *s == '['; s = blanks(s + 1)) {
    if (d->nblock == UPC_STRIDE_MAX_DIMS) mistake("at most %d block sizes", UPC_STRIDE_MAX_DIMS);
    s = blanks(s + 1);
    if (*s == ']') d->block[d->nblock++] = UPC_STRIDE_WHOLE;
    else if (*s == '0' && *blanks(s + 1) == ']') d->block[d->nblock++] = UPC_STRIDE_WHOLE, s = blanks(s + 1);
    else if (*s == '*') d->block[d->nblock++] = UPC_STRIDE_STAR, s = blanks(s + 1);
    else d->block[d->nblock++] = size(&s, threads, "a block size");
    if (*s != ']') mistake("expected ']' at '%.60s'", s);
  }
  return s;
}

/* The numbers are those of upc_types.h. A long has 64 bits, also where this tool is compiled for a machine on which it
 * has 32. */
static const struct { const char *name; size_t bytes; int number; } types[] = {
  {"char", 1, 1}, {"signed char", 1, 1}, {"unsigned char", 1, 2}, {"short", 2, 3}, {"unsigned short", 2, 4},
  {"int", 4, 5}, {"unsigned", 4, 6}, {"unsigned int", 4, 6}, {"long", 8, 17}, {"unsigned long", 8, 18},
  {"long long", 8, 9}, {"unsigned long long", 8, 10}, {"int8_t", 1, 11}, {"uint8_t", 1, 12}, {"int16_t", 2, 13},
  {"uint16_t", 2, 14}, {"int32_t", 4, 15}, {"uint32_t", 4, 16}, {"int64_t", 8, 17}, {"uint64_t", 8, 18},
  {"size_t", 8, 18}, {"float", 4, 19}, {"double", 8, 20}, {"long double", 16, 21}, {"float complex", 8, 19},
  {"double complex", 16, 20}, {"float _Complex", 8, 19}, {"double _Complex", 16, 20}};

/* Sets the type of the elements, and returns the bytes of one; 1 for a type that is not known. */
static size_t read_type(picture_t *p, const char *from, const char *to) {
  size_t used = 0;
  p->type[0] = 0;
  while (from < to && used + 2 < sizeof p->type) { /* one blank between words */
    if (isspace((unsigned char)*from)) { from++; continue; }
    if (used && isspace((unsigned char)from[-1])) p->type[used++] = ' ';
    p->type[used++] = *from++;
    p->type[used] = 0;
  }
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (strcmp(p->type, types[i].name) != 0) continue;
    p->type_number = types[i].number;
    return types[i].bytes;
  }
  p->type[0] = 0;
  return 1;
}

/* (grid) double A: the grid's name and the type may be left out. The grid's name does not count. */
static const char *read_name(const char *s, picture_t *p, size_t *bytes) {
  if (*s == '(') { while (*s && *s != ')') s++; s = blanks(s + (*s == ')')); }
  const char *first = s, *word = s, *end = s;
  while (isalnum((unsigned char)*s) || *s == '_') { /* the last word is the name */
    word = s;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    end = s;
    s = blanks(s);
  }
  if (word == end || *s != '[') mistake("expected a name and dimensions, like A[18][20], at '%.60s'", word);
  snprintf(p->name, sizeof p->name, "%.*s", (int)(end - word), word);
  *bytes = read_type(p, first, word);
  return s;
}

/* [18][20] */
static const char *read_shape(const char *s, declaration_t *d, const char *name, int threads) {
  for (d->elements = 1; *s == '['; s = blanks(s + 1)) {
    if (d->ndims == UPC_STRIDE_MAX_DIMS) mistake("at most %d dimensions", UPC_STRIDE_MAX_DIMS);
    s++;
    size_t extent = d->shape[d->ndims++] = size(&s, threads, "a dimension");
    if (extent > (size_t)MOST_ELEMENTS / d->elements)
      mistake("%s: it must have at most %lld elements", name, MOST_ELEMENTS);
    d->elements *= extent;
    if (*s != ']') mistake("expected ']' at '%.60s'", s);
  }
  return s;
}

static void check_grid(const char *given, int threads, const int *grid, int ngrid, int ndims, const char *name) {
  int product = 1;
  for (int k = 0; k < ngrid; k++) {
    if (grid[k] > URTK_MOST_THREADS / product)
      mistake("--grid %.60s: it must have at most %d processors", given, URTK_MOST_THREADS);
    product *= grid[k];
  }
  if (ngrid && product != threads)
    mistake("--grid %s is for %d threads, and --threads says %d", given, product, threads);
  if (ngrid > ndims) mistake("--grid %s has %d dimensions, and %s %d", given, ngrid, name, ndims);
}

/* An array of UPC 1.3: at most one block size, and no grid. */
static void lay_out_ordinary(picture_t *p, const declaration_t *d, int threads, size_t bytes) {
  size_t b = d->nblock ? d->block[0] : 1;
  if (b == UPC_STRIDE_STAR) b = (d->elements + threads - 1) / threads;
  if (!upc_stride_layout_init_ordinary(&p->layout, d->ndims, d->shape, b, bytes, threads) && d->ndims > 1)
    fprintf(stderr, "blocks of %zu are no pieces of %s's rows: shown flattened\n", b, p->name);
}

static void lay_out_multi_blocked(picture_t *p, const declaration_t *d, const char *given, int threads, const int *grid,
                                  int ngrid, size_t bytes) {
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
      mistake("--grid %s maps the first %d dimensions only; dimension %d must be one block, []", given, ngrid, k);
  }
  upc_stride_layout_init(&p->layout, d->ndims, d->shape, block, bytes, ngrid, grid, threads, 0);
}

/* shared [4][3] double A[18][20]; the element's type may be left out. */
static void read_upc(picture_t *p, const char *text, const char *given, int threads) {
  declaration_t d = {0};
  int grid[UPC_STRIDE_MAX_DIMS], ngrid = given ? read_grid(given, grid) : 0;
  size_t bytes;
  const char *s = blanks(text);
  if (strncmp(s, "shared", 6) || isalnum((unsigned char)s[6])) mistake("'%.60s' must begin with 'shared'", text);
  s = read_blocks(blanks(s + 6), &d, threads);
  s = read_name(s, p, &bytes);
  s = read_shape(s, &d, p->name, threads);
  if (*s == ';') s = blanks(s + 1);
  if (*s) mistake("'%.60s' follows the declaration", s);
  check_grid(given, threads, grid, ngrid, d.ndims, p->name);
  if (d.nblock < 2 && !ngrid) lay_out_ordinary(p, &d, threads, bytes);
  else lay_out_multi_blocked(p, &d, given, threads, grid, ngrid, bytes);
}

/* (64, 64), or 64: sizes into numbers[]; how many. */
static int read_tuple(const char **s, size_t *numbers, const char *what) {
  int n = 0, several = *(*s = blanks(*s)) == '(';
  if (several) ++*s;
  for (;;) {
    if (n == UPC_STRIDE_MAX_DIMS) mistake("%s: at most %d sizes", what, UPC_STRIDE_MAX_DIMS);
    numbers[n++] = (size_t)number(s, 1, MOST_ELEMENTS, what);
    *s = blanks(*s);
    if (!several) return n;
    if (**s == ',') *s = blanks(*s + 1);
    if (**s != ')') continue;
    ++*s;
    return n;
  }
}

/* Sets the type of dtype=..: 'float64', 'f8', '<f8' or numpy.float64. Returns the bytes of one; 1 for a type that is
 * not known. Without dtype it is double. */
static size_t read_dtype(picture_t *p, const char *dtype) {
  static const struct { const char *name, *code; int number; size_t bytes; } dtypes[] = {
    {"float64", "f8", 20, 8}, {"float32", "f4", 19, 4}, {"int64", "i8", 17, 8}, {"int32", "i4", 15, 4},
    {"int16", "i2", 13, 2}, {"int8", "i1", 11, 1}, {"uint64", "u8", 18, 8}, {"uint32", "u4", 16, 4},
    {"uint16", "u2", 14, 2}, {"uint8", "u1", 12, 1}, {"complex128", "c16", 20, 16}, {"complex64", "c8", 19, 8},
    {"float64", "float", 20, 8}, {"int64", "int", 17, 8}, {"complex128", "complex", 20, 16}};
  snprintf(p->type, sizeof p->type, "double"), p->type_number = 20;
  if (!dtype || *(dtype = blanks(dtype + 5)) != '=') return 8;
  dtype = blanks(dtype + 1);
  dtype += strspn(dtype, "'\"");
  dtype += strspn(dtype, "<=|");
  size_t length = strspn(dtype, "abcdefghijklmnopqrstuvwxyz0123456789_");
  if (dtype[length] == '.') dtype += length + 1, length = strspn(dtype, "abcdefghijklmnopqrstuvwxyz0123456789_");
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
    const char *const names[] = {dtypes[i].name, dtypes[i].code};
    for (int k = 0; k < 2; k++)
      if (strlen(names[k]) == length && strncmp(dtype, names[k], length) == 0) {
        snprintf(p->type, sizeof p->type, "%s", dtypes[i].name);
        p->type_number = dtypes[i].number;
        return dtypes[i].bytes;
      }
  }
  p->type[0] = 0, p->type_number = 0;
  return 1;
}

/* A = us.zeros((256, 256), block=(64, 64), grid=(2, 2)), as in Python. */
static void read_python(picture_t *p, const char *text, const char *given, int threads) {
  declaration_t d = {.elements = 1};
  int grid[UPC_STRIDE_MAX_DIMS], ngrid = 0, length = 0;
  size_t sizes[UPC_STRIDE_MAX_DIMS];
  char spelled[100] = "";
  const char *s = text;
  while (isalnum((unsigned char)s[length]) || s[length] == '_') length++;
  if (*blanks(s + length) == '=') snprintf(p->name, sizeof p->name, "%.*s", length, s);
  else snprintf(p->name, sizeof p->name, "A");
  s = strchr(text, '(') + 1;
  d.ndims = read_tuple(&s, d.shape, "a dimension");
  for (int k = 0; k < d.ndims; k++) {
    if (d.shape[k] > (size_t)MOST_ELEMENTS / d.elements)
      mistake("%s: it must have at most %lld elements", p->name, MOST_ELEMENTS);
    d.elements *= d.shape[k];
  }
  const char *block = strstr(s, "block"), *processors = strstr(s, "grid");
  if (!block || *(block = blanks(block + 5)) != '=') mistake("expected block=(..) at '%.60s'", s);
  block++;
  d.nblock = read_tuple(&block, d.block, "a block size");
  if (processors && *(processors = blanks(processors + 4)) == '=') {
    processors++;
    ngrid = read_tuple(&processors, sizes, "grid");
    for (int k = 0, used = 0; k < ngrid; k++) {
      if (sizes[k] > URTK_MOST_THREADS)
        mistake("grid: %zu is too large, it must be at most %d", sizes[k], URTK_MOST_THREADS);
      grid[k] = (int)sizes[k];
      used += snprintf(spelled + used, sizeof spelled - (size_t)used, "%s%d", k ? "x" : "", grid[k]);
    }
    given = spelled;
  } else if (given) {
    ngrid = read_grid(given, grid);
  }
  const size_t bytes = read_dtype(p, strstr(text, "dtype"));
  check_grid(given, threads, grid, ngrid, d.ndims, p->name);
  lay_out_multi_blocked(p, &d, given, threads, grid, ngrid, bytes);
}

/* 1 0 M N MB NB RSRC CSRC LLD, a descriptor of ScaLAPACK's, with --grid NPROWxNPCOL, numbered row by row. The layout
 * has the matrix's columns first (upc_stride_scalapack.h). Elements are doubles. */
static void read_descriptor(picture_t *p, const char *text, const char *given, int threads) {
  enum { DTYPE, CONTEXT, M, N, MB, NB, RSRC, CSRC, LLD, ENTRIES };
  static const char *const name[] = {"DTYPE", "CTXT", "M", "N", "MB", "NB", "RSRC", "CSRC", "LLD"};
  long long d[ENTRIES];
  int grid[UPC_STRIDE_MAX_DIMS], ngrid = given ? read_grid(given, grid) : 0;
  const char *s = text;
  for (int i = 0; i < ENTRIES; i++) {
    if (i && *(s = blanks(s)) == ',') s++;
    d[i] = number(&s, i == DTYPE || (i >= M && i != RSRC && i != CSRC), i == DTYPE ? 1 : 1LL << 30, name[i]);
  }
  if (*blanks(s)) mistake("'%.60s' follows the descriptor of %d numbers", blanks(s), ENTRIES);
  if (ngrid != 2) mistake("a descriptor needs the process grid: --grid NPROWxNPCOL");
  check_grid(given, threads, grid, ngrid, 2, "the descriptor");
  if (d[RSRC] >= grid[0]) mistake("RSRC: %lld is too large, it must be at most %d", d[RSRC], grid[0] - 1);
  if (d[CSRC] >= grid[1]) mistake("CSRC: %lld is too large, it must be at most %d", d[CSRC], grid[1] - 1);
  const size_t shape[] = {(size_t)d[N], (size_t)d[M]}, block[] = {(size_t)d[NB], (size_t)d[MB]};
  const int across[] = {grid[1], grid[0]};
  int *thread = calloc((size_t)threads, sizeof *thread);
  size_t *pitch = calloc((size_t)threads, sizeof *pitch);
  if (!thread || !pitch) mistake("no memory");
  for (int c = 0; c < grid[1]; c++)
    for (int r = 0; r < grid[0]; r++)
      thread[c * grid[0] + r] = (int)((r + d[RSRC]) % grid[0]) * grid[1] + (int)((c + d[CSRC]) % grid[1]);
  for (int t = 0; t < threads; t++) pitch[t] = (size_t)d[LLD];
  snprintf(p->name, sizeof p->name, "V");
  snprintf(p->type, sizeof p->type, "double"), p->type_number = 20;
  p->descriptor = 1;
  upc_stride_layout_init(&p->layout, 2, shape, block, 8, 2, across, threads, 0);
  upc_stride_places_begin(&p->layout, threads, thread, pitch);
  free(thread);
  free(pitch);
}

static void read_declaration(picture_t *p, const char *text, const char *grid, int threads) {
  const char *s = blanks(text);
  if (isdigit((unsigned char)*s)) read_descriptor(p, s, grid, threads);
  else if (strstr(s, "block") && strchr(s, '(') && strncmp(s, "shared", 6)) read_python(p, s, grid, threads);
  else read_upc(p, s, grid, threads);
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
      else value[n++] = number(&s, -(1LL << 62), 1LL << 62, "--section");
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

void read_block(const picture_t *p, const char *text, size_t *c) {
  const char *s = text;
  for (int k = 0; k < p->layout.ndims; k++) {
    if (k && *(s = blanks(s)) == ',') s++;
    c[k] = (size_t)number(&s, 0, (long long)p->layout.nblocks[k] - 1, "--block");
  }
  if (*blanks(s)) mistake("--block '%.60s': it must be %d number%s", text, p->layout.ndims,
                          p->layout.ndims == 1 ? "" : "s");
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
  if (!p->disjoint) p->topology.arity = choice.part[0].arity;
}

void build_picture(picture_t *p, const request_t *r) {
  memset(p, 0, sizeof *p);
  static picture_t other;
  read_declaration(p, r->declaration, r->grid, r->threads);
  if (r->to) {
    read_declaration(&other, r->to, r->to_grid, r->threads);
    p->to = other.layout;
    p->has_to = 1;
  }
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
  p->bytes = (double)(r->bytes ? r->bytes : r->call && p->type_number ? p->layout.elemsize : 1);
  if (r->tree) read_tree(p, r->tree, r->machine != NULL);
  if (r->svg && p->layout.blocks > MOST_BLOCKS)
    mistake("--svg %s: it shows at most %d blocks, and %s has %zu", r->svg, MOST_BLOCKS, p->name, p->layout.blocks);
}
