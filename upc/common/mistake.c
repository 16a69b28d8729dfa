/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "mistake.h"

int mistake(const char *format, ...) {
  va_list rest;
  fprintf(stderr, "%s: ", program_invocation_short_name);
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
  fputc('\n', stderr);
  exit(2);
}
