/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "randomaccess.h"

enum { LARGEST_LOG2 = 40, DEFAULT_LOG2 = 22 };

static int set_way(const option_use_t *use, int way) {
  int *const before = (int *)use->place;
  if (*before != UNORDERED) return app_wrong("--ordered and --plain exclude each other");
  *before = way;
  return ARGUMENTS_OK;
}

static int ordered(const option_use_t *use) {
  if (!has_ordered()) return app_wrong("--ordered needs upc_atomic.h, which this compiler lacks");
  return set_way(use, ORDERED);
}

static int plain(const option_use_t *use) { return set_way(use, PLAIN); }

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(log2), 1, LARGEST_LOG2}, {0}};

static const option_t options[] = {
  {"--check", NULL, "make all updates again: every word must then be what it was before", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--ordered", NULL, "atomic operations, one after another", ordered, OPTION(way)},
  {"--plain", NULL, "T[r & mask] ^= r; some updates may be lost", plain, OPTION(way)},
  {"--profile", NULL,
   "print the time of updating and of the fence at the end; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: randomaccess [N] [options]\n"
      "A table of 2^N words (default 2^22) gets 4 * 2^N updates at random places: HPC Challenge's RandomAccess.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  app_set_name("randomaccess");
  memset(o, 0, sizeof *o);
  o->log2 = DEFAULT_LOG2;
  o->repeat = 1;
  return options_read(&line, argv + 1, o, NULL);
}
