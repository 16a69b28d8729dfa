/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of cholesky. */
#include <upc.h>
#include <string.h>
#include "cholesky.h"
#include "../common/work.h"

enum { DEFAULT_N = 5000 };

static const char usage[] =
    "usage: cholesky [N] [--block b] [--grid RxC] [--check] [--repeat k] [--lower] [--indefinite m]\n"
    "                [--plain | --graph] [--input file] [--output file] [--profile] [--json]\n"
    "                [--no-data] [--steps k] [--cold]\n"
    "A = U'U on a grid of R x C threads. A is N x N, symmetric and positive definite, in b x b blocks.\n"
    "Without N and a file N is 5000, which takes two threads about a second.\n"
    "  --block b        side of a block (default: about N/12, from 96 to 192, the same number for each thread)\n"
    "  --grid RxC       rows and columns of threads (default: as square as possible)\n"
    "  --check          compare U'U with A\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --cold           the first run is timed as well\n"
    "  --lower          compute A = LL' in place of A = U'U; the grid is that of L\n"
    "  --indefinite m   a matrix whose leading minor of order m is not positive: prints info m, status 1\n"
    "  --graph          as a graph of steps: the library finds what must be sent, and when\n"
    "  --plain          every thread gets the blocks it needs; no broadcasts\n"
    "  --input file     A: .npy, of doubles, or with any other name N*N doubles; the upper triangle is used\n"
    "  --output file    U, or with --lower L, as .npy, .zarr, .h5, or doubles row by row\n"
    "  --profile        print the time in BLAS, in broadcasts, and waiting at the end; the shared memory (which is\n"
    "                   printed without this option from 64 MB a thread on)\n"
    "  --json           print the result as a JSON object\n"
    "  --no-data        on a simulated machine: no data and no arithmetic, only their times\n"
    "  --steps k        stop after k rows of blocks; the rate is that of their operations\n";

/* Large enough for BLAS, several blocks for each thread, and the same number for each. */
static size_t default_block(const options_t *o) {
  const size_t R = (size_t)o->grid[0], C = (size_t)o->grid[1];
  size_t block = at_most(192, o->n / 12);
  if (block < 96) block = 96;
  block = at_most(block, o->n / (4 * (R > C ? R : C)));
  return even_block(o->n, block < 32 ? 32 : block, R % C == 0 ? R : C % R == 0 ? C : R * C);
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--block") == 0) return app_integer("--block", value, LARGEST_BLOCK, &o->block);
  if (strcmp(word, "--indefinite") == 0) return app_integer("--indefinite", value, LARGEST_SIZE, &o->indefinite);
  if (strcmp(word, "--input") == 0) return app_file_name("--input", value, &o->input);
  if (strcmp(word, "--output") == 0) return app_file_name("--output", value, &o->output);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  if (strcmp(word, "--steps") == 0) return app_integer("--steps", value, LARGEST_SIZE, &o->steps);
  *used = 0;
  if (strcmp(word, "--graph") == 0) return app_set(&o->graph, 1);
  if (strcmp(word, "--cold") == 0) return app_set(&o->cold, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  if (strcmp(word, "--lower") == 0) return app_set(&o->lower, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

static int open_input(options_t *o) {
  size_t shape[2] = {o->n, o->n};
  int status = app_open(&o->file, o->input, "<f8", 2, shape);
  if (status == ARGUMENTS_OK && (shape[0] != shape[1] || shape[0] == 0))
    status = app_wrong("%s: not a square matrix", o->input);
  o->n = shape[0];
  return status;
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, i, used, grid_given = 0;

  app_set_name("cholesky");
  memset(o, 0, sizeof *o);
  o->repeat = 1;
  app_default_grid(o->grid);
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (strcmp(argv[i], "--grid") == 0) grid_given = 1;
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (o->n > 0) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n);
  }
  if (status != ARGUMENTS_OK) return status;
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
