/* SPDX-License-Identifier: BSD-3-Clause
 * See fail.h. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "urt.h"

static void print_and_exit(int status, const char *line) {
  fputs(line, stderr);
  exit(status);
}

void (*urtk_end_job)(int status, const char *line) = print_and_exit;

void urt_fatal(const char *format, ...) {
  char line[1024] = "upc: ";
  va_list args;
  va_start(args, format);
  int length = 5 + vsnprintf(line + 5, sizeof line - 6, format, args);
  va_end(args);
  if (length > (int)sizeof line - 2) length = sizeof line - 2;
  line[length] = '\n';
  line[length + 1] = 0;
  urtk_end_job(1, line);
  _Exit(1);
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

static void *given(void *p, size_t count, size_t bytes, const char *what) {
  if (!p) urt_fatal("thread %d: no memory for %s (%zu times %zu bytes)", urt_mythread, what, count, bytes);
  return p;
}

void *urtk_memory(size_t count, size_t bytes, const char *what) {
  return given(calloc(count ? count : 1, bytes), count, bytes, what);
}

void *urtk_larger(void *had, size_t count, size_t bytes, const char *what) {
  return given(reallocarray(had, count, bytes), count, bytes, what);
}

char *urtk_copy(const char *text, const char *what) { return given(strdup(text), 1, strlen(text) + 1, what); }
