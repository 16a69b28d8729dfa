/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <string.h>
#include "hpccfft.h"
#include "../common/work.h"

enum { DEFAULT_EXPONENT = 20, LARGEST_EXPONENT = 30 };

static const option_t operands[] = {{"M", NULL, NULL, option_size, OPTION(exponent), 1, LARGEST_EXPONENT}, {0}};

static const option_t options[] = {
  {"--check", NULL, "compare with FFTW", option_on, OPTION(check)},
  APP_REPEAT("3"),
  {"--radix4", NULL, "transform by butterflies of four in place of FFTW", option_on, OPTION(radix4)},
  {"--plain", NULL, "every thread gets the numbers it needs; no collectives", option_on, OPTION(plain)},
  {"--profile", NULL,
   "print the time in transforms, in redistributions, and waiting; the shared memory", option_on, OPTION(profile)},
  APP_NO_DATA, APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: hpccfft [M] [options]\n"
      "The Fourier transform of 2^M complex numbers (M from 1 to 30, default 20).\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status;
  app_set_name("hpccfft");
  memset(o, 0, sizeof *o);
  o->exponent = DEFAULT_EXPONENT;
  o->repeat = 3;
  status = options_read(&line, argv + 1, o, NULL);
  if (status != ARGUMENTS_OK || !o->no_data) return status;
  return app_no_data(o->check ? "--check" : NULL);
}
