/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "ptrans.h"

enum { DEFAULT_SIZE = 4000, DEFAULT_BLOCK = 80 };

static const char usage[] =
    "usage: ptrans [M [N]] [options]\n"
    "B = A^T + B, as in HPC Challenge: B is an M x N matrix of doubles (default 4000 x 4000, or M x M).\n"
    "  --block b        side of a block (default 80)\n"
    "  --grid RxC       rows and columns of threads (default: as square as possible)\n"
    "  --plain          without the library: the owner of an element of B reads one element of A\n"
    "  --check          compare every element of B with what it must be\n"
    "  --repeat k       timed runs (default 5), after one that is not timed\n"
    "  --profile        print the time of the transposition and of waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--block") == 0) return app_integer("--block", value, LARGEST_BLOCK, &o->block);
  if (strcmp(word, "--grid") == 0) return app_grid(value, o->grid);
  *used = 0;
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("ptrans");
  memset(o, 0, sizeof *o);
  o->rows = DEFAULT_SIZE;
  o->block = DEFAULT_BLOCK;
  o->repeat = 5;
  app_default_grid(o->grid);
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 2) status = app_too_many(argv[i]);
    else status = app_integer(given ? "N" : "M", argv[i], LARGEST_SIZE, given ? &o->cols : &o->rows), given++;
  }
  if (given < 2) o->cols = o->rows;
  return status;
}
