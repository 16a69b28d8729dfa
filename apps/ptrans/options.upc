/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "ptrans.h"

enum { DEFAULT_SIZE = 4000, DEFAULT_BLOCK = 80 };

static const option_t operands[] = {
  {"M", NULL, NULL, option_size, OPTION(rows), 1, LARGEST_SIZE},
  {"N", NULL, NULL, option_size, OPTION(cols), 1, LARGEST_SIZE},
  {0}};

static const option_t options[] = {
  {"--block", "b", "side of a block (default 80)", option_size, OPTION(block), 1, LARGEST_BLOCK},
  {"--grid", "RxC", "rows and columns of threads (default: as square as possible)", app_grid, OPTION(grid)},
  {"--plain", NULL, "without the library: the owner of an element of B reads one element of A", option_on,
   OPTION(plain)},
  {"--check", NULL, "compare every element of B with what it must be", option_on, OPTION(check)},
  APP_REPEAT("5"),
  {"--profile", NULL,
   "print the time of the transposition and of waiting; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: ptrans [M [N]] [options]\n"
      "B = A^T + B, as in HPC Challenge: B is an M x N matrix of doubles (default 4000 x 4000, or M x M).\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, given;
  app_set_name("ptrans");
  memset(o, 0, sizeof *o);
  o->rows = DEFAULT_SIZE;
  o->block = DEFAULT_BLOCK;
  o->repeat = 5;
  app_default_grid(o->grid);
  status = options_read(&line, argv + 1, o, &given);
  if (given < 2) o->cols = o->rows;
  return status;
}
