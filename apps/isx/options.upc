/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "isx.h"

enum { DEFAULT_KEYS = 1 << 22 };

static int mode(const option_use_t *use) {
  int *const mode = (int *)use->place;
  if (strcmp(use->value, "strong") == 0) *mode = STRONG;
  else if (strcmp(use->value, "weak") == 0) *mode = WEAK;
  else if (strcmp(use->value, "weak-isobucket") == 0) *mode = ISOBUCKET_MODE;
  else return app_wrong("--mode must be strong, weak or weak-isobucket, not '%s'", use->value);
  return ARGUMENTS_OK;
}

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--mode", "m",
   "strong: N keys on all threads together; weak (the default): N keys on each thread; weak-isobucket: N keys on "
   "each thread, and buckets of 8192 different keys", mode, OPTION(mode)},
  {"--range", "r",
   "keys are below r (default: twice their number, rounded up to a power of 2, at most 2^28); not with "
   "weak-isobucket", option_size, OPTION(range), 1, (long)LARGEST_RANGE},
  {"--check", NULL, "check that every key is in its bucket and was counted", option_on, OPTION(check)},
  APP_REPEAT("1"),
  {"--plain", NULL, "no collectives: each thread copies what it needs", option_on, OPTION(plain)},
  {"--profile", NULL,
   "print the time of counting, of the exchange, and of waiting; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: isx [N] [options]\n"
      "Sorts integers by an exchange of buckets: ISx. N keys (default 4194304) on all threads or on each.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status;
  app_set_name("isx");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_KEYS;
  o->mode = WEAK;
  o->repeat = 1;
  status = options_read(&line, argv + 1, o, NULL);
  if (status == ARGUMENTS_OK && o->mode == ISOBUCKET_MODE && o->range > 0)
    return app_wrong("--range is not for weak-isobucket, whose buckets have %d different keys", (int)ISOBUCKET);
  return status;
}
