/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "about.h"
#include "upc_stride_version.h"

static _Noreturn void end(int printed) { exit(printed < 0 || fflush(stdout) != 0); }

int about_help(const option_use_t *use) { end(options_help(use->line, stdout)); }

int about_version(const option_use_t *use) {
  (void)use;
  end(printf("%s %s\n", program_invocation_short_name, UPC_STRIDE_VERSION));
}
