/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "about.h"
#include "upc_stride_version.h"

void about(const char *argument, const char *usage) {
  int failed;
  if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) failed = fputs(usage, stdout) < 0;
  else if (!strcmp(argument, "--version"))
    failed = printf("%s %s\n", program_invocation_short_name, UPC_STRIDE_VERSION) < 0;
  else return;
  exit(failed || fflush(stdout) != 0);
}
