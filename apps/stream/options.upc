/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "stream.h"

enum { DEFAULT_SIZE = 1 << 24 };

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--check", NULL, "compute every element again", option_on, OPTION(check)},
  APP_REPEAT("10"),
  {"--ep", NULL, "each thread has private vectors of N / threads doubles", option_on, OPTION(ep)},
  {"--profile", NULL, "print the time of the loop and of waiting; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: stream [N] [options]\n"
      "The STREAM triad a = b + 3 c on shared vectors of N doubles (default 16777216).\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  app_set_name("stream");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->repeat = 10;
  return options_read(&line, argv + 1, o, NULL);
}
