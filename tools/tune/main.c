/* SPDX-License-Identifier: BSD-3-Clause
 * upc-stride-tune: measures the schedules and writes a rule file. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
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

/* Checks before the measurements that the rules can be written. */
static void try_output(const char *name) {
  int there = access(name, F_OK) == 0;
  FILE *f = fopen(name, "a");
  if (!f) mistake("%s: %s", name, strerror(errno));
  fclose(f);
  if (!there) remove(name);
}

int main(int argc, char **argv) {
  request_t r = read_request(argc, argv);
  try_output(r.output);
  measure_all(&r);
  write_rules(&r);
  return 0;
}
