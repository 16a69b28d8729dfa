/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "lu.h"
#include "../common/work.h"
#include "../tuned.h"

enum { DEFAULT_SIZE = 3000, LARGEST_ORDER = 1 << 20, ONE_ROW = 8 };

static const char usage[] =
    "usage: lu [N] [options]\n"
    "PA = LU with partial pivoting on R*C threads. A is N x N (default 3000), in b x b blocks.\n"
    "  --block b        side of a block (default: about N/20, from 32 to 192)\n"
    "  --grid RxC       rows and columns of threads (default: one row up to 8 threads, then nearly square)\n"
    "  --check          solve a system with L and U: HPL's residual\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --singular m     a matrix whose column m is zero: prints info m, status 1\n"
    "  --pivots         print the rows that rows 1 to N were swapped with, before the result\n"
    "  --plain          every thread gets the panels it needs; no broadcasts, no look-ahead; on one row of threads\n"
    "  --profile        print the time in BLAS, in broadcasts, and waiting at the end; the shared memory\n"
    "  --json           print the result as a JSON object\n"
    "  --no-data        on a simulated machine: no data and no arithmetic, only their times\n";

/* By apps/tuned.h, but at least four panels for each grid column. */
static size_t default_block(size_t n, size_t threads) {
  size_t block = at_most(LU_WIDEST, n / LU_PANELS);
  block = block < LU_NARROWEST ? LU_NARROWEST : block / 8 * 8;
  block = at_most(block, pieces(n, 4 * threads));
  return block;
}

/* One row of threads, whose panels need no communication for pivots and swaps, or as square as possible, with which
 * less of a panel goes to each thread. */
static void default_grid(int grid[2], int plain) {
  if (plain || THREADS <= ONE_ROW) grid[0] = 1, grid[1] = THREADS;
  else app_default_grid(grid), transpose(grid);
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--block") == 0) return app_integer("--block", value, LARGEST_BLOCK, &o->block);
  if (strcmp(word, "--singular") == 0) return app_integer("--singular", value, LARGEST_ORDER, &o->singular);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  *used = 0;
  if (strcmp(word, "--pivots") == 0) return app_set(&o->pivots, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("lu");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_ORDER, &o->n), given++;
  }
  if (status != ARGUMENTS_OK) return status;
  if (o->singular > o->n) return app_wrong("--singular %zu is more than N, %zu", o->singular, o->n);
  if (o->grid[0] == 0) default_grid(o->grid, o->plain);
  if (o->plain && o->grid[0] > 1) return app_wrong("--plain is for a grid of one row, 1x%d", THREADS);
  o->block = at_most(o->block == 0 ? default_block(o->n, (size_t)o->grid[1]) : o->block, o->n);
  return o->no_data ? app_no_data(o->check ? "--check" : o->singular > 0 ? "--singular" : NULL) : ARGUMENTS_OK;
}
