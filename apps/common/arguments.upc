/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "upc_stride_coll.h"
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

int app_help(const option_use_t *use) {
  if (MYTHREAD == 0) options_help(use->line, stdout);
  return ARGUMENTS_HELP;
}

/* The whole number at the start of `text`; *end is the text after it. -1 if there is none, or it is too large. */
static long number(const char *text, char **end) {
  long value;
  *end = (char *)text;
  if (*text < '0' || *text > '9') return -1;
  value = strtol(text, end, 10);
  return value <= LARGEST_SIZE ? value : -1;
}

int app_grid(const option_use_t *use) {
  int *grid = (int *)use->place;
  char *end;
  const long r = number(use->value, &end), c = r > 0 && *end == 'x' ? number(end + 1, &end) : -1;
  if (r < 1 || c < 1 || *end) return app_wrong("--grid must be RxC, such as 2x3, not '%s'", use->value);
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

int app_all_near(void) {
  size_t shape[1], block[1] = {1}, thread[1] = {0};
  upc_stride_array_t each;
  int near = 1;
  shape[0] = THREADS;
  each = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  for (; thread[0] < THREADS && near; thread[0]++) near = upc_stride_near_block(each, thread) != NULL;
  upc_stride_all_free(each);
  return near;
}
