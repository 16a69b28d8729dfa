/* SPDX-License-Identifier: BSD-3-Clause
 * The ways a program ends before its time. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/calls.h"
#include "core/core.h"

void urt_fatal(const char *format, ...) {
  char line[1024] = "upc: ";
  va_list args;
  va_start(args, format);
  int length = 5 + vsnprintf(line + 5, sizeof line - 6, format, args);
  va_end(args);
  if (length > (int)sizeof line - 2) length = sizeof line - 2;
  line[length] = '\n';
  line[length + 1] = 0;
  urtc_end_job(1, line);
}

void urtk_usage(int status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("upc: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(status);
}

void bupc_exit(int status) { exit(status); }

void (*urtk_before_end)(void);

void upc_global_exit(int status) {
  if (urtk_before_end) urtk_before_end();
  urtc_end_job(status, NULL);
}
