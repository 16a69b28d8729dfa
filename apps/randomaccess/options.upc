/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "randomaccess.h"

enum { LARGEST_LOG2 = 40, DEFAULT_LOG2 = 22 };

static const char usage[] =
    "usage: randomaccess [N] [options]\n"
    "A table of 2^N words (default 2^22) gets 4 * 2^N updates at random places: HPC Challenge's RandomAccess.\n"
    "  --check          make all updates again: every word must then be what it was before\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --ordered        atomic operations, one after another\n"
    "  --plain          T[r & mask] ^= r; some updates may be lost\n"
    "  --profile        print the time of updating and of the fence at the end; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int way(int way, options_t *o) {
  if (o->way != UNORDERED) return app_wrong("--ordered and --plain exclude each other");
  if (way == ORDERED && !has_ordered()) return app_wrong("--ordered needs upc_atomic.h, which this compiler lacks");
  o->way = way;
  return ARGUMENTS_OK;
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 0;
  if (strcmp(word, "--ordered") == 0) return way(ORDERED, o);
  if (strcmp(word, "--plain") == 0) return way(PLAIN, o);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("randomaccess");
  memset(o, 0, sizeof *o);
  o->log2 = DEFAULT_LOG2;
  o->repeat = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_LOG2, &o->log2), given++;
  }
  return status;
}
