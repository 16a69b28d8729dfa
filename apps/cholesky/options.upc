/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of cholesky. */
#include <upc.h>
#include <string.h>
#include "cholesky.h"
#include "../common/work.h"

enum { DEFAULT_N = 5000 };

/* Large enough for BLAS, several blocks for each thread, and the same number for each. */
static size_t default_block(const options_t *o) {
  const size_t R = (size_t)o->grid[0], C = (size_t)o->grid[1];
  size_t block = at_most(192, o->n / 12);
  if (block < 96) block = 96;
  block = at_most(block, o->n / (4 * (R > C ? R : C)));
  return even_block(o->n, block < 32 ? 32 : block, R % C == 0 ? R : C % R == 0 ? C : R * C);
}

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--block", "b",
   "side of a block (default: about N/12, from 96 to 192, the same number for each thread)",
   option_size, OPTION(block), 1, LARGEST_BLOCK},
  {"--grid", "RxC", "rows and columns of threads (default: as square as possible)", app_grid, OPTION(grid)},
  {"--check", NULL, "compare U'U with A", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--cold", NULL, "the first run is timed as well", option_on, OPTION(cold)},
  {"--lower", NULL, "compute A = LL' in place of A = U'U; the grid is that of L", option_on, OPTION(lower)},
  {"--indefinite", "m",
   "a matrix whose leading minor of order m is not positive: prints info m, status 1",
   option_size, OPTION(indefinite), 1, LARGEST_SIZE},
  {"--graph", NULL, "as a graph of steps: the library finds what must be sent, and when", option_on, OPTION(graph)},
  {"--plain", NULL, "every thread gets the blocks it needs; no broadcasts", option_on, OPTION(plain)},
  {"--input", "file",
   "A: .npy, of doubles, or with any other name N*N doubles; the upper triangle is used", option_text, OPTION(input)},
  {"--output", "file", "U, or with --lower L, as .npy, .zarr, .h5, or doubles row by row", option_text, OPTION(output)},
  {"--profile", NULL,
   "print the time in BLAS, in broadcasts, and waiting at the end; the shared memory (which is printed without this "
   "option from 64 MB a thread on)", option_on, OPTION(profile)},
  APP_NO_DATA,
  APP_JSON,
  {"--steps", "k",
   "stop after k rows of blocks; the rate is that of their operations", option_size, OPTION(steps), 1, LARGEST_SIZE},
  APP_HELP};

static int open_input(options_t *o) {
  size_t shape[2] = {o->n, o->n};
  int status = app_open(&o->file, o->input, "<f8", 2, shape);
  if (status == ARGUMENTS_OK && (shape[0] != shape[1] || shape[0] == 0))
    status = app_wrong("%s: not a square matrix", o->input);
  o->n = shape[0];
  return status;
}

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: cholesky [N] [--block b] [--grid RxC] [--check] [--repeat k] [--lower] [--indefinite m]\n"
      "                [--plain | --graph] [--input file] [--output file] [--profile] [--json]\n"
      "                [--no-data] [--steps k] [--cold]\n"
      "A = U'U on a grid of R x C threads. A is N x N, symmetric and positive definite, in b x b blocks.\n"
      "Without N and a file N is 5000, which takes two threads about a second.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, grid_given;

  app_set_name("cholesky");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  status = options_read(&line, argv + 1, o, NULL);
  if (status != ARGUMENTS_OK) return status;
  grid_given = o->grid[0] > 0;
  if (!grid_given) app_default_grid(o->grid);
  if (o->n == 0 && o->input == NULL) o->n = DEFAULT_N;
  if (o->n == 0 && !(o->input != NULL && app_is_npy(o->input)))
    return app_wrong("the size N is needed; --help shows the options");
  if (o->indefinite > 0 && o->input != NULL) return app_wrong("--indefinite makes a matrix, --input reads one");
  if (o->input != NULL && (status = open_input(o)) != ARGUMENTS_OK) return status;
  if (o->indefinite > o->n) return app_wrong("--indefinite %zu is more than N, %zu", o->indefinite, o->n);
  if (o->plain && o->graph) return app_wrong("--plain and --graph exclude each other");
  if (o->no_data && o->graph) return app_wrong("--graph needs data, and takes no --no-data");
  o->block = at_most(o->block == 0 ? default_block(o) : o->block, o->n);
  if (o->steps > 0 && (o->check || o->plain || o->output))
    return app_wrong("--steps ends too early for --check and --output, and is not for --plain");
  o->steps = at_most(o->steps == 0 ? LARGEST_SIZE : o->steps, pieces(o->n, o->block));
  if (o->no_data)
    status = app_no_data(o->check ? "--check" : o->input ? "--input" : o->output ? "--output" :
                         o->indefinite ? "--indefinite" : NULL);
  if (status != ARGUMENTS_OK) return status;
  if (o->lower && grid_given) transpose(o->grid); /* the grid was given for L */
  return ARGUMENTS_OK;
}
