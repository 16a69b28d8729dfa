/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arguments.h"

static const char *name = "app";

void app_set_name(const char *given) { name = given; }

const char *app_name(void) { return name; }

int app_wrong(const char *format, ...) {
  va_list values;
  if (MYTHREAD == 0) {
    va_start(values, format);
    fprintf(stderr, "%s: ", name);
    vfprintf(stderr, format, values);
    fputs("\n", stderr);
    va_end(values);
  }
  return ARGUMENTS_WRONG;
}

int app_too_many(const char *word) {
  return app_wrong("'%s' is one argument too many; --help shows the options", word);
}

int app_usage(const char *usage) {
  if (MYTHREAD == 0) fputs(usage, stdout);
  return ARGUMENTS_HELP;
}

int app_set(int *option, int value) {
  *option = value;
  return ARGUMENTS_OK;
}

int app_is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

int app_is_option(const char *word) { return strncmp(word, "--", 2) == 0 || app_is_help(word); }

/* The whole number at the start of `text`; *end is the text after it. -1 if there is none, or it is above `largest`. */
static long number(const char *text, long largest, char **end) {
  long value;
  *end = (char *)text;
  if (*text < '0' || *text > '9') return -1;
  value = strtol(text, end, 10);
  return value <= largest ? value : -1;
}

int app_integer(const char *what, const char *text, long largest, size_t *value) {
  char *end;
  const long n = text ? number(text, largest, &end) : -1;
  if (n < 1 || *end)
    return app_wrong("%s must be a whole number from 1 to %ld, not '%s'", what, largest, text ? text : "");
  *value = (size_t)n;
  return ARGUMENTS_OK;
}

int app_file_name(const char *what, const char *text, const char **value) {
  if (text == NULL || *text == 0) return app_wrong("%s needs a name", what);
  *value = text;
  return ARGUMENTS_OK;
}

int app_common_option(const char *word, const char *value, int *used, const char *usage, size_t *repeat, int *check,
                      int *json, int *profile) {
  *used = strcmp(word, "--repeat") == 0;
  if (*used) return app_integer("--repeat", value, LARGEST_REPEAT, repeat);
  if (strcmp(word, "--check") == 0) return app_set(check, 1);
  if (strcmp(word, "--json") == 0) return app_set(json, 1);
  if (strcmp(word, "--profile") == 0) return app_set(profile, 1);
  if (app_is_help(word)) return app_usage(usage);
  return app_wrong("unknown option '%s'; --help shows the options", word);
}

int app_grid(const char *text, int grid[2]) {
  char *end = NULL;
  const long r = text ? number(text, LARGEST_SIZE, &end) : -1;
  const long c = r > 0 && *end == 'x' ? number(end + 1, LARGEST_SIZE, &end) : -1;
  if (r < 1 || c < 1 || *end) return app_wrong("--grid must be RxC, such as 2x3, not '%s'", text ? text : "");
  if (r > THREADS || r * c != THREADS)
    return app_wrong("--grid %ldx%ld is for %ld threads, but there are %d", r, c, r * c, (int)THREADS);
  grid[0] = (int)r;
  grid[1] = (int)c;
  return ARGUMENTS_OK;
}

void app_default_grid(int grid[2]) {
  int c;
  for (c = 1; c * c <= THREADS; c++)
    if (THREADS % c == 0) grid[1] = c;
  grid[0] = THREADS / grid[1];
}
