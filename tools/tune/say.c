/* SPDX-License-Identifier: BSD-3-Clause
 * What all files of upc-stride-tune say: mistakes, and operations by their short names. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tune.h"

void mistake(const char *format, ...) {
  va_list rest;
  fputs("upc-stride-tune: ", stderr);
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
  fputc('\n', stderr);
  exit(2);
}

const char *short_name(int operation) { return upc_stride_operation_name(operation) + strlen("upc_stride_"); }
