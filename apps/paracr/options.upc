/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "paracr.h"

enum { DEFAULT_SIZE = 1 << 20 };

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--check", NULL, "compare with LAPACK's dgtsv", option_on, OPTION(check)},
  APP_REPEAT("3"),
  {"--partition", NULL,
   "each thread eliminates in its block, only the blocks' ends are gathered; the default where blocks have at least "
   "eight equations for each thread", option_on, OPTION(partition)},
  {"--reduction", NULL,
   "cyclic reduction, with a redistribution in between; the default for smaller blocks", option_on, OPTION(reduction)},
  {"--thomas", NULL,
   "the same, but after the redistribution each thread solves its system by elimination", option_on, OPTION(thomas)},
  {"--plain", NULL,
   "cyclic reduction in blocks: every thread gets its neighbours' equations at each step; no collectives",
   option_on, OPTION(plain)},
  {"--elementwise", NULL,
   "with --reduction and --thomas: each redistribution reads one element after the other",
   option_on, OPTION(elementwise)},
  {"--profile", NULL,
   "print the time in the steps, in redistributions, and waiting; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

/* In the partition method every thread solves for the ends of all blocks, so its own block should have more. */
static void choose_method(options_t *o) {
  o->partition = o->n / THREADS >= (size_t)8 * THREADS;
  o->reduction = !o->partition;
}

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: paracr [N] [options]\n"
      "A tridiagonal system of N equations (default 1048576), by the partition method or parallel cyclic reduction.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, methods;
  app_set_name("paracr");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 3;
  status = options_read(&line, argv + 1, o, NULL);
  methods = o->partition + o->reduction + o->thomas + o->plain;
  if (status == ARGUMENTS_OK && methods > 1)
    return app_wrong("--partition, --reduction, --thomas and --plain exclude each other");
  if (status == ARGUMENTS_OK && o->elementwise && !o->reduction && !o->thomas)
    return app_wrong("--elementwise is for --reduction and --thomas");
  if (methods == 0) choose_method(o);
  return status;
}
