/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "stream.h"

enum { DEFAULT_SIZE = 1 << 24 };

static const char usage[] =
    "usage: stream [N] [options]\n"
    "The STREAM triad a = b + 3 c on shared vectors of N doubles (default 16777216).\n"
    "  --check          compute every element again\n"
    "  --repeat k       timed runs (default 10), after one that is not timed\n"
    "  --ep             each thread has private vectors of N / threads doubles\n"
    "  --profile        print the time of the loop and of waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 0;
  if (strcmp(word, "--ep") == 0) return app_set(&o->ep, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("stream");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 10;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n), given++;
  }
  return status;
}
