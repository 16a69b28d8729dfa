/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "lu.h"

enum { DEFAULT_SIZE = 3000, LARGEST_ORDER = 1 << 20 };

static const char usage[] =
    "usage: lu [N] [options]\n"
    "PA = LU with partial pivoting. A is N x N (default 3000), in panels of b columns that go round the threads.\n"
    "  --block b        columns of a panel (default: about N/30, from 32 to 192)\n"
    "  --check          solve a system with L and U: HPL's residual\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --singular m     a matrix whose column m is zero: prints info m, status 1\n"
    "  --plain          every thread gets the panels it needs; no broadcasts, no look-ahead\n"
    "  --profile        print the time in BLAS, in broadcasts, and waiting at the end; the shared memory\n"
    "  --json           print the result as a JSON object\n";

/* Wide enough for dgemm, at least four panels for each thread, and not so wide that factoring the first ones, which no
 * other work overlaps, counts. */
static size_t default_block(size_t n) {
  size_t block = at_most(192, n / 30);
  block = block < 32 ? 32 : block / 8 * 8;
  block = at_most(block, pieces(n, 4 * THREADS));
  return block;
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--block") == 0) return app_integer("--block", value, LARGEST_BLOCK, &o->block);
  if (strcmp(word, "--repeat") == 0) return app_integer("--repeat", value, LARGEST_REPEAT, &o->repeat);
  if (strcmp(word, "--singular") == 0) return app_integer("--singular", value, LARGEST_ORDER, &o->singular);
  *used = 0;
  if (strcmp(word, "--check") == 0) return app_set(&o->check, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  if (strcmp(word, "--json") == 0) return app_set(&o->json, 1);
  if (strcmp(word, "--profile") == 0) return app_set(&o->profile, 1);
  if (app_is_help(word)) return app_usage(usage);
  return app_wrong("unknown option '%s'; --help shows the options", word);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("lu");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_wrong("'%s' is one argument too many; --help shows the options", argv[i]);
    else status = app_integer("N", argv[i], LARGEST_ORDER, &o->n), given++;
  }
  if (status != ARGUMENTS_OK) return status;
  if (o->singular > o->n) return app_wrong("--singular %zu is more than N, %zu", o->singular, o->n);
  o->block = at_most(o->block == 0 ? default_block(o->n) : o->block, o->n);
  return ARGUMENTS_OK;
}
