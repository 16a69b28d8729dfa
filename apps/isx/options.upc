/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <string.h>
#include "isx.h"

enum { DEFAULT_KEYS = 1 << 22 };

static const char usage[] =
    "usage: isx [N] [options]\n"
    "Sorts integers by an exchange of buckets: ISx. N keys (default 4194304) on all threads or on each.\n"
    "  --mode m         strong: N keys on all threads together; weak (the default): N keys on each thread;\n"
    "                   weak-isobucket: N keys on each thread, and buckets of 8192 different keys\n"
    "  --range r        keys are below r (default: twice their number, rounded up to a power of 2, at most 2^28);\n"
    "                   not with weak-isobucket\n"
    "  --check          check that every key is in its bucket and was counted\n"
    "  --repeat k       timed runs (default 1), after one that is not timed\n"
    "  --plain          no collectives: each thread copies what it needs\n"
    "  --profile        print the time of counting, of the exchange, and of waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n";

static int mode(const char *text, options_t *o) {
  if (text != NULL && strcmp(text, "strong") == 0) return app_set(&o->mode, STRONG);
  if (text != NULL && strcmp(text, "weak") == 0) return app_set(&o->mode, WEAK);
  if (text != NULL && strcmp(text, "weak-isobucket") == 0) return app_set(&o->mode, ISOBUCKET_MODE);
  return app_wrong("--mode must be strong, weak or weak-isobucket, not '%s'", text ? text : "");
}

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 1;
  if (strcmp(word, "--range") == 0) return app_integer("--range", value, (long)LARGEST_RANGE, &o->range);
  if (strcmp(word, "--mode") == 0) return mode(value, o);
  *used = 0;
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("isx");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_KEYS;
  o->mode = WEAK;
  o->repeat = 1;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("N", argv[i], LARGEST_SIZE, &o->n), given++;
  }
  if (status == ARGUMENTS_OK && o->mode == ISOBUCKET_MODE && o->range > 0)
    return app_wrong("--range is not for weak-isobucket, whose buckets have %d different keys", (int)ISOBUCKET);
  return status;
}
