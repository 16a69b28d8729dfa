/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "paracr.h"

enum { DEFAULT_SIZE = 1 << 20 };

static const char usage[] =
    "usage: paracr [N] [options]\n"
    "A tridiagonal system of N equations (default 1048576) by parallel cyclic reduction.\n"
    "  --check          compare with LAPACK's dgtsv\n"
    "  --repeat k       timed runs (default 3), after one that is not timed\n"
    "  --thomas         after the redistribution, each thread solves its system by elimination, not by reduction\n"
    "  --partition      no redistribution: each thread eliminates in its block, only the blocks' ends are gathered\n"
    "  --plain          no redistribution: every thread gets its neighbours' equations at each step; no collectives\n"
    "  --profile        print the time in the steps, in redistributions, and waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--repeat") == 0) return app_integer("--repeat", value, LARGEST_REPEAT, &o->repeat);
  *used = 0;
  if (strcmp(word, "--thomas") == 0) return app_set(&o->thomas, 1);
  if (strcmp(word, "--partition") == 0) return app_set(&o->partition, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  if (strcmp(word, "--check") == 0) return app_set(&o->check, 1);
  if (strcmp(word, "--json") == 0) return app_set(&o->json, 1);
  if (strcmp(word, "--profile") == 0) return app_set(&o->profile, 1);
  if (app_is_help(word)) return app_usage(usage);
  return app_wrong("unknown option '%s'; --help shows the options", word);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("paracr");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 3;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_wrong("'%s' is one argument too many; --help shows the options", argv[i]);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n), given++;
  }
  if (status == ARGUMENTS_OK && o->plain + o->thomas + o->partition > 1)
    return app_wrong("--plain, --thomas and --partition exclude each other");
  return status;
}
