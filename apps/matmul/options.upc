/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of matmul. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "matmul.h"
#include "../common/work.h"

enum { DEFAULT_SIDE = 3000 };

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

/* b, or m, n and p as mxnxp */
static int block(const option_use_t *use) {
  const char *text = use->value;
  size_t *const block = (size_t *)use->place;
  char *end = NULL;
  int i;
  if (strchr(text, 'x') == NULL) {
    const int status = option_size(use);
    block[1] = block[2] = block[0];
    return status;
  }
  for (i = 0; i < 3; i++, text = end + 1) {
    block[i] = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (block[i] < 1 || block[i] > LARGEST_BLOCK || *end != (i < 2 ? 'x' : 0))
      return app_wrong("--block must be a number or three, such as 1024x256x256, from 1 to %d", (int)LARGEST_BLOCK);
  }
  return ARGUMENTS_OK;
}

static int input(const option_use_t *use) {
  const char **const inputs = (const char **)use->place;
  if (inputs[1] != NULL) return app_wrong("--input is given for A and for B, not a third time");
  inputs[inputs[0] != NULL] = use->value;
  return ARGUMENTS_OK;
}

static const option_t operands[] = {
  {"M", NULL, NULL, option_size, OPTION(m), 1, LARGEST_SIZE},
  {"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE},
  {"P", NULL, NULL, option_size, OPTION(p), 1, LARGEST_SIZE},
  {0}};

static const option_t options[] = {
  {"--block", "b", "side of a block, or mxnxp (default: up to 8192x256x352, the same number for each thread)", block,
   OPTION(block), 1, LARGEST_BLOCK},
  {"--grid", "RxC", "rows and columns of threads (default: as square as possible)", app_grid, OPTION(grid)},
  {"--check", NULL, "compare with a product computed without the library", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--cold", NULL, "the first run is timed as well", option_on, OPTION(cold)},
  {"--graph", NULL, "as a graph of steps: the library finds what must be sent, and when", option_on, OPTION(graph)},
  {"--plain", NULL, "every thread gets the blocks it needs; no broadcasts", option_on, OPTION(plain)},
  {"--input", "file",
   "A; given twice, A and B: .npy, of doubles, or with any other name the doubles row by row. With two .npy files "
   "the sizes M N P may be left out.", input, OPTION(input)},
  {"--output", "file", "C, as .npy, .zarr, .h5, or doubles row by row", option_text, OPTION(output)},
  {"--profile", NULL,
   "print the time in BLAS, in broadcasts, and waiting at the end; the shared memory (which is printed without this "
   "option from 64 MB a thread on)", option_on, OPTION(profile)},
  APP_NO_DATA,
  APP_JSON,
  {"--steps", "k",
   "stop after k panels; the rate is that of their operations", option_size, OPTION(steps), 1, LARGEST_SIZE},
  APP_HELP};

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

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: matmul [M N P] [--block b] [--grid RxC] [--check] [--repeat k] [--plain | --graph]\n"
      "              [--input file [--input file]] [--output file] [--profile] [--json]\n"
      "              [--no-data] [--steps k] [--cold]\n"
      "C = A B on a grid of R x C threads. A is M x P, B is P x N; the blocks are b x b, or m x p, p x n and m x n.\n"
      "Without sizes and files all three are 3000, which takes two threads about a second.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, given;

  app_set_name("matmul");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  status = options_read(&line, argv + 1, o, &given);
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
  if (o->steps > 0 && (o->check || o->plain || o->output))
    return app_wrong("--steps ends too early for --check and --output, and is not for --plain");
  if (o->plain && o->graph) return app_wrong("--plain and --graph exclude each other");
  if (o->no_data && o->graph) return app_wrong("--graph needs data, and takes no --no-data");
  o->steps = at_most(o->steps == 0 ? LARGEST_SIZE : o->steps, pieces(o->p, o->block[2]));
  if (o->no_data) return app_no_data(o->check ? "--check" : o->input[0] ? "--input" : o->output ? "--output" : NULL);
  return ARGUMENTS_OK;
}
