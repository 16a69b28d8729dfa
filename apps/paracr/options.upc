/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "paracr.h"

enum { DEFAULT_SIZE = 1 << 20 };

static const char usage[] =
    "usage: paracr [N] [options]\n"
    "A tridiagonal system of N equations (default 1048576), by the partition method or parallel cyclic reduction.\n"
    "  --check          compare with LAPACK's dgtsv\n"
    "  --repeat k       timed runs (default 3), after one that is not timed\n"
    "  --partition      each thread eliminates in its block, only the blocks' ends are gathered; the default where\n"
    "                   blocks have at least eight equations for each thread\n"
    "  --reduction      cyclic reduction, with a redistribution in between; the default for smaller blocks\n"
    "  --thomas         the same, but after the redistribution each thread solves its system by elimination\n"
    "  --plain          cyclic reduction in blocks: every thread gets its neighbours' equations at each step; no\n"
    "                   collectives\n"
    "  --elementwise    with --reduction and --thomas: each redistribution reads one element after the other\n"
    "  --profile        print the time in the steps, in redistributions, and waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 0;
  if (strcmp(word, "--thomas") == 0) return app_set(&o->thomas, 1);
  if (strcmp(word, "--partition") == 0) return app_set(&o->partition, 1);
  if (strcmp(word, "--reduction") == 0) return app_set(&o->reduction, 1);
  if (strcmp(word, "--elementwise") == 0) return app_set(&o->elementwise, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

/* In the partition method every thread solves for the ends of all blocks, so its own block should have more. */
static void choose_method(options_t *o) {
  o->partition = o->n / THREADS >= (size_t)8 * THREADS;
  o->reduction = !o->partition;
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, methods, used, i;
  app_set_name("paracr");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 3;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n), given++;
  }
  methods = o->partition + o->reduction + o->thomas + o->plain;
  if (status == ARGUMENTS_OK && methods > 1)
    return app_wrong("--partition, --reduction, --thomas and --plain exclude each other");
  if (status == ARGUMENTS_OK && o->elementwise && !o->reduction && !o->thomas)
    return app_wrong("--elementwise is for --reduction and --thomas");
  if (methods == 0) choose_method(o);
  return status;
}
