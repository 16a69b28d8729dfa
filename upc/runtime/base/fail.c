/* SPDX-License-Identifier: BSD-3-Clause
 * See fail.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "base/hooks.h"
#include "base/identity.h"

static void print_and_exit(int status, const char *line) {
  fputs(line, stderr);
  exit(status);
}

void (*urtk_end_job)(int status, const char *line) = print_and_exit;

static const char *none;
const char **urtk_called_now = &none;
URTK_CONSTANT(urt_called, 8, urtk_called_now);

static _Noreturn void end_with(int placed, const char *place, const char *format, va_list args) {
  char line[1024];
  int most = sizeof line - 2, length = snprintf(line, sizeof line, "%.*s: ", placed < 800 ? placed : 800, place);
  length += vsnprintf(line + length, (size_t)(most - length + 1), format, args);
  if (length > most) length = most;
  line[length] = '\n';
  line[length + 1] = 0;
  urtk_end_job(1, line);
  _Exit(1);
}

void urt_fatal(const char *format, ...) {
  va_list args;
  va_start(args, format);
  end_with(3, "upc", format, args);
}

const char *urtk_place_of(const char *call, int *length) {
  const char *latest = *urtk_called_now, *colon = latest ? strrchr(latest, ':') : NULL;
  if (colon && colon[1] == ' ' && (!call || strcmp(colon + 2, call) == 0))
    return *length = (int)(colon - latest), latest;
  return *length = 3, "upc";
}

void urtk_fatal_in(const char *call, const char *format, ...) {
  int length;
  const char *place = urtk_place_of(call, &length);
  va_list args;
  va_start(args, format);
  end_with(length, place, format, args);
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
