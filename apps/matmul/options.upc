/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line of matmul. Every thread reads it and comes to the same result; thread 0 speaks. */
#include <upc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "matmul.h"

enum { LARGEST = 1 << 30, LARGEST_BLOCK = 1 << 14, LARGEST_REPEAT = 1 << 20 };

static const char usage[] =
    "usage: matmul M N P [--block b] [--grid RxC] [--check] [--repeat k] [--plain]\n"
    "C = A B on R*C threads, A being M x P and B P x N, in b x b blocks.\n"
    "  --block b     side of a block (64)\n"
    "  --grid RxC    rows and columns of threads (as square as can be)\n"
    "  --check       compare with a product computed without the library\n"
    "  --repeat k    timed runs (1), after one that is not\n"
    "  --plain       every thread gets the blocks it needs; no broadcasts\n";

static int wrong(const char *format, ...) {
  va_list values;
  if (MYTHREAD == 0) {
    va_start(values, format);
    fputs("matmul: ", stderr);
    vfprintf(stderr, format, values);
    fputs("\n", stderr);
    va_end(values);
  }
  return OPTIONS_WRONG;
}

/* The whole number at `text`, with *end after it; -1 if there is none up to `largest`. */
static long number(const char *text, long largest, char **end) {
  *end = (char *)text;
  if (*text < '0' || *text > '9') return -1;
  long value = strtol(text, end, 10);
  return value <= largest ? value : -1;
}

static int whole(const char *what, const char *text, long largest, size_t *value) {
  char *end;
  const long n = text ? number(text, largest, &end) : -1;
  if (n < 1 || *end) return wrong("%s must be a whole number from 1 to %ld, not '%s'", what, largest, text ? text : "");
  *value = n;
  return OPTIONS_OK;
}

static int parse_grid(const char *text, int grid[2]) {
  char *end = NULL;
  const long r = text ? number(text, LARGEST, &end) : -1;
  const long c = r > 0 && *end == 'x' ? number(end + 1, LARGEST, &end) : -1;
  if (r < 1 || c < 1 || *end) return wrong("--grid must be RxC, such as 2x3, not '%s'", text ? text : "");
  if (r > THREADS || r * c != THREADS)
    return wrong("--grid %ldx%ld is for %ld threads, but there are %d", r, c, r * c, (int)THREADS);
  grid[0] = (int)r;
  grid[1] = (int)c;
  return OPTIONS_OK;
}

static void default_grid(int grid[2]) {
  for (int r = 1; r * r <= THREADS; r++)
    if (THREADS % r == 0) grid[0] = r;
  grid[1] = THREADS / grid[0];
}

int parse_options(int argc, char **argv, options_t *o) {
  size_t *const sizes[3] = {&o->m, &o->n, &o->p};
  static const char *const names[3] = {"M", "N", "P"};
  size_t repeat = 1;
  int given = 0, status = OPTIONS_OK;

  memset(o, 0, sizeof *o);
  o->block = 64;
  default_grid(o->grid);
  for (int i = 1; i < argc && status == OPTIONS_OK; i++) {
    const char *word = argv[i];
    if (strcmp(word, "--block") == 0) status = whole("--block", argv[++i], LARGEST_BLOCK, &o->block);
    else if (strcmp(word, "--repeat") == 0) status = whole("--repeat", argv[++i], LARGEST_REPEAT, &repeat);
    else if (strcmp(word, "--grid") == 0) status = parse_grid(argv[++i], o->grid);
    else if (strcmp(word, "--check") == 0) o->check = 1;
    else if (strcmp(word, "--plain") == 0) o->plain = 1;
    else if (strcmp(word, "--help") == 0) {
      if (MYTHREAD == 0) fputs(usage, stdout);
      return OPTIONS_HELP;
    } else if (strncmp(word, "--", 2) == 0) status = wrong("unknown option '%s'; --help shows the options", word);
    else if (given == 3) status = wrong("'%s' is one argument too many; --help shows the options", word);
    else status = whole(names[given], word, LARGEST, sizes[given]), given++;
  }
  if (status == OPTIONS_OK && given < 3) status = wrong("three sizes M N P are needed; --help shows the options");
  o->repeat = (int)repeat;
  return status;
}
