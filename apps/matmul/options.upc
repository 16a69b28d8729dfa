/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of matmul. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "matmul.h"
#include "../common/work.h"

enum { DEFAULT_SIDE = 3000 };

static const char usage[] =
    "usage: matmul [M N P] [--block b] [--grid RxC] [--check] [--repeat k] [--plain | --graph]\n"
    "              [--input file [--input file]] [--output file] [--profile] [--json]\n"
    "              [--no-data] [--steps k] [--cold]\n"
    "C = A B on a grid of R x C threads. A is M x P, B is P x N; the blocks are b x b, or m x p, p x n and m x n.\n"
    "Without sizes and files all three are 3000, which takes two threads about a second.\n"
    "  --block b        side of a block, or mxnxp (default: up to 8192x256x352, the same number for each thread)\n"
    "  --grid RxC       rows and columns of threads (default: as square as possible)\n"
    "  --check          compare with a product computed without the library\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --cold           the first run is timed as well\n"
    "  --graph          as a graph of steps: the library finds what must be sent, and when\n"
    "  --plain          every thread gets the blocks it needs; no broadcasts\n"
    "  --input file     A; given twice, A and B: .npy, of doubles, or with any other name the doubles row by row.\n"
    "                   With two .npy files the sizes M N P may be left out.\n"
    "  --output file    C, as .npy, .zarr, .h5, or doubles row by row\n"
    "  --profile        print the time in BLAS, in broadcasts, and waiting at the end; the shared memory (which is\n"
    "                   printed without this option from 64 MB a thread on)\n"
    "  --json           print the result as a JSON object\n"
    "  --no-data        on a simulated machine: no data and no arithmetic, only their times\n"
    "  --steps k        stop after k panels; the rate is that of their operations\n";

/* As square as possible. More columns than rows of threads allow higher tiles, unless C is high itself. */
static void default_grid(options_t *o) {
  app_default_grid(o->grid);
  if (o->m <= 2 * o->n) transpose(o->grid);
}

/* The inner dimension of a panel. There are six steps at least, since no thread multiplies while the first panels
 * arrive. A panel is 352 deep at most, since dgemm gains nothing by more. If the panels would take a quarter of the
 * matrices' memory, there are eight steps at least and a panel is 256 deep at most. */
static size_t default_depth(const options_t *o) {
  const double m = (double)o->m, n = (double)o->n, p = (double)o->p;
  const double rows = o->grid[0] > 1 ? o->grid[0] : 0, cols = o->grid[1] > 1 ? o->grid[1] : 0;
  const size_t deep = at_most(352, pieces(o->p, 6));
  const double panels = 2 * (m * cols + n * rows) * (double)deep;
  return panels <= 0.24 * (m * p + p * n + m * n) ? deep : at_most(256, o->p / 8);
}

/* The same number of blocks for each thread. High blocks are better, since each dgemm packs B again. */
static void default_block(options_t *o) {
  const size_t R = (size_t)o->grid[0], C = (size_t)o->grid[1], depth = default_depth(o);
  o->block[0] = even_block(o->m, 8192, R);
  o->block[1] = even_block(o->n, 256, C);
  o->block[2] = even_block(o->p, depth < 32 ? 32 : depth, R % C == 0 ? R : C % R == 0 ? C : R * C);
}

/* The argument of --block: b, or m, n and p as mxnxp. */
static int block(const char *text, options_t *o) {
  char *end = NULL;
  int i;
  if (text == NULL || strchr(text, 'x') == NULL) {
    const int status = app_integer("--block", text, LARGEST_BLOCK, &o->block[0]);
    o->block[1] = o->block[2] = o->block[0];
    return status;
  }
  for (i = 0; i < 3; i++, text = end + 1) {
    o->block[i] = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (o->block[i] < 1 || o->block[i] > LARGEST_BLOCK || *end != (i < 2 ? 'x' : 0))
      return app_wrong("--block must be a number or three, such as 1024x256x256, from 1 to %d", (int)LARGEST_BLOCK);
  }
  return ARGUMENTS_OK;
}

static int input(const char *value, options_t *o) {
  if (o->input[1] != NULL) return app_wrong("--input is given for A and for B, not a third time");
  return app_file_name("--input", value, &o->input[o->input[0] != NULL]);
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--block") == 0) return block(value, o);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  if (strcmp(word, "--input") == 0) return input(value, o);
  if (strcmp(word, "--steps") == 0) return app_integer("--steps", value, LARGEST_SIZE, &o->steps);
  if (strcmp(word, "--output") == 0) return app_file_name("--output", value, &o->output);
  *used = 0;
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  if (strcmp(word, "--graph") == 0) return app_set(&o->graph, 1);
  if (strcmp(word, "--cold") == 0) return app_set(&o->cold, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

static int open_inputs(options_t *o) {
  size_t a[2] = {o->m, o->p}, b[2] = {o->p, o->n};
  int status = ARGUMENTS_OK;
  if (o->input[0] != NULL) status = app_open(&o->file[0], o->input[0], "<f8", 2, a);
  if (status == ARGUMENTS_OK && o->input[1] != NULL) status = app_open(&o->file[1], o->input[1], "<f8", 2, b);
  if (status != ARGUMENTS_OK) return status;
  if (a[1] != b[0])
    return app_wrong("%s: has %zu rows, must have as many as %s has columns, %zu", o->input[1], b[0], o->input[0],
                     a[1]);
  o->m = a[0];
  o->p = a[1];
  o->n = b[1];
  if (o->m > 0 && o->p > 0 && o->n > 0) return ARGUMENTS_OK;
  return app_wrong("%s: has no elements", o->m > 0 && o->p > 0 ? o->input[1] : o->input[0]);
}

int parse_options(int argc, char **argv, options_t *o) {
  size_t *const sizes[3] = {&o->m, &o->n, &o->p};
  static const char *const names[3] = {"M", "N", "P"};
  int given = 0, status = ARGUMENTS_OK, i, used;

  app_set_name("matmul");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 3) status = app_too_many(argv[i]);
    else status = app_integer(names[given], argv[i], LARGEST_SIZE, sizes[given]), given++;
  }
  if (status != ARGUMENTS_OK) return status;
  if (given == 0 && o->input[0] == NULL) o->m = o->n = o->p = DEFAULT_SIDE, given = 3;
  if (given < 3 && !(given == 0 && o->input[1] != NULL && app_is_npy(o->input[0]) && app_is_npy(o->input[1])))
    return app_wrong("three sizes M N P are needed; --help shows the options");
  status = open_inputs(o);
  if (status != ARGUMENTS_OK) return status;
  if (o->grid[0] == 0) default_grid(o);
  if (o->block[0] == 0) default_block(o);
  o->block[0] = at_most(o->block[0], o->m);
  o->block[1] = at_most(o->block[1], o->n);
  o->block[2] = at_most(o->block[2], o->p);
  if (o->steps > 0 && (o->check || o->plain)) return app_wrong("--steps ends too early for --check, and not --plain");
  if (o->plain && o->graph) return app_wrong("--plain and --graph exclude each other");
  if (o->no_data && o->graph) return app_wrong("--graph needs data, and takes no --no-data");
  o->steps = at_most(o->steps == 0 ? LARGEST_SIZE : o->steps, pieces(o->p, o->block[2]));
  if (o->no_data) return app_no_data(o->check ? "--check" : o->input[0] ? "--input" : o->output ? "--output" : NULL);
  return ARGUMENTS_OK;
}
