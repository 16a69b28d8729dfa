/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/work.h"

enum { DEFAULT_EXPONENT = 20, LARGEST_EXPONENT = 30 };

static const char usage[] =
    "usage: hpccfft [M] [options]\n"
    "The Fourier transform of 2^M complex numbers (M from 1 to 30, default 20).\n"
    "  --check          compare with FFTW\n"
    "  --repeat k       timed runs (default 3), after one that is not timed\n"
    "  --radix4         transform by butterflies of four in place of FFTW\n"
    "  --plain          every thread gets the numbers it needs; no collectives\n"
    "  --profile        print the time in transforms, in redistributions, and waiting; the shared memory\n"
    "  --json           print the result as a JSON object\n"
    "  --no-data        on a simulated machine: no data and no arithmetic, only their times\n";

static int option(const char *word, const char *value, int *used, options_t *o) {
  *used = 0;
  if (strcmp(word, "--radix4") == 0) return app_set(&o->radix4, 1);
  if (strcmp(word, "--no-data") == 0) return app_set(&o->no_data, 1);
  if (strcmp(word, "--plain") == 0) return app_set(&o->plain, 1);
  return app_common_option(word, value, used, usage, &o->repeat, &o->check, &o->json, &o->profile);
}

int parse_options(int argc, char **argv, options_t *o) {
  int status = ARGUMENTS_OK, given = 0, used, i;
  app_set_name("hpccfft");
  memset(o, 0, sizeof *o);
  o->exponent = DEFAULT_EXPONENT;
  o->repeat = 3;
  for (i = 1; i < argc && status == ARGUMENTS_OK; i++) {
    if (app_is_option(argv[i])) status = option(argv[i], argv[i + 1], &used, o), i += used;
    else if (given == 1) status = app_too_many(argv[i]);
    else status = app_integer("M", argv[i], LARGEST_EXPONENT, &o->exponent), given++;
  }
  if (status != ARGUMENTS_OK || !o->no_data) return status;
  return app_no_data(o->check ? "--check" : NULL);
}
