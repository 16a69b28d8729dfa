/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "lu.h"
#include "../common/work.h"
#include "../tuned.h"

enum { DEFAULT_SIZE = 3000, LARGEST_ORDER = 1 << 20, ONE_ROW = 8, ROWS_FOR_EACH = 4 * LU_NARROWEST };

/* By apps/tuned.h, but at least LU_ROUNDS panels for each grid column, or four, if they would be narrow; equally many
 * and equally wide ones for each. If panels would be narrower than a group, they are narrower still, and in groups. */
static size_t default_block(const options_t *o) {
  const size_t n = o->n, threads = (size_t)o->grid[1];
  size_t round = n / (LU_ROUNDS * threads), narrow = LU_NARROW, block;
  if (o->groups && round < LU_GROUP) round = n / (LU_GROUP_ROUNDS * threads), narrow = LU_NARROWEST;
  block = at_most(at_most(LU_WIDEST, n / LU_PANELS), round < narrow ? narrow : round);
  block = at_most(block < LU_NARROWEST ? LU_NARROWEST : block, pieces(n, 4 * threads));
  return pieces(n, pieces(n, block * threads) * threads);
}

/* One row of threads, whose panels need no communication for pivots and swaps, or as square as possible, with which
 * less of a panel goes to each thread. Near threads read panels in place. Panels are factored one after another: let
 * panels of 1/6 of a thread's columns take a part of each thread's time, then they take the same part for any number of
 * threads. But dgemm reads and writes the whole matrix once for each panel, so narrow ones take longer. */
static void default_grid(const options_t *o, int grid[2]) {
  const int one_row = o->plain || THREADS <= ONE_ROW || (o->n >= (size_t)ROWS_FOR_EACH * THREADS && app_all_near());
  if (one_row) grid[0] = 1, grid[1] = THREADS;
  else app_default_grid(grid), transpose(grid);
}

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_ORDER}, {0}};

static const option_t options[] = {
  {"--block", "b",
   "side of a block (default: N/20, or 1/6 of a thread's columns, or 1/10 if panels are in groups; 32 to 384)",
   option_size, OPTION(block), 1, LARGEST_BLOCK},
  {"--grid", "RxC",
   "rows and columns of threads (default: one row for up to 8 threads, and for near ones with 128 rows of A each; else "
   "nearly square)", app_grid, OPTION(grid)},
  {"--check", NULL, "solve a system with L and U: HPL's residual", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--singular", "m",
   "a matrix whose column m is zero: prints info m, status 1", option_size, OPTION(singular), 1, LARGEST_ORDER},
  {"--pivots", NULL, "print the rows that rows 1 to N were swapped with, before the result", option_on, OPTION(pivots)},
  {"--plain", NULL,
   "every thread gets the panels it needs; no broadcasts, no look-ahead; on one row of threads",
   option_on, OPTION(plain)},
  {"--profile", NULL,
   "print the time in BLAS, in broadcasts, and waiting at the end; the shared memory", option_on, OPTION(profile)},
  APP_NO_DATA, APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: lu [N] [options]\n"
      "PA = LU with partial pivoting on R*C threads. A is N x N (default 3000), in b x b blocks.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status;
  app_set_name("lu");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 1;
  status = options_read(&line, argv + 1, o, NULL);
  if (status != ARGUMENTS_OK) return status;
  if (o->singular > o->n) return app_wrong("--singular %zu is more than N, %zu", o->singular, o->n);
  if (o->grid[0] == 0) default_grid(o, o->grid);
  if (o->plain && o->grid[0] > 1) return app_wrong("--plain is for a grid of one row, 1x%d", THREADS);
  o->groups = o->grid[0] == 1 && !o->plain && THREADS >= LU_GROUP_THREADS && app_all_near();
  o->block = at_most(o->block == 0 ? default_block(o) : o->block, o->n);
  if (!o->no_data) return ARGUMENTS_OK;
  return app_no_data(o->check ? "--check" : o->pivots ? "--pivots" : o->singular > 0 ? "--singular" : NULL);
}
