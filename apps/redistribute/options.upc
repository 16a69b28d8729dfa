/* SPDX-License-Identifier: BSD-3-Clause
 * options.upc: the command line. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "redistribute.h"

enum { DEFAULT_SIZE = 100 };

/* The number at *text, which then stands behind it; 0 and no move if there is none. */
static size_t number(const char **text) {
  char *end;
  size_t value;
  if (**text < '0' || **text > '9') return 0;
  value = strtoul(*text, &end, 10);
  *text = end;
  return value;
}

/* One word of a distribution, up to a comma or the end; 0 if it is none. */
static int one_distribution(const char **text, size_t *block) {
  const char *at = *text;
  *block = 0;
  if (strncmp(at, "block", 5) == 0) {
    at += 5;
  } else if (strncmp(at, "cyclic", 6) == 0) {
    at += 6, *block = 1;
    if (*at == ':') at++, *block = number(&at);
    if (*block == 0) return 0;
  } else {
    return 0;
  }
  *text = at + (*at == ',');
  return *at == ',' || *at == 0;
}

static int parse_list(options_t *o, int array) {
  const char *text = o->dist[array] + 4;
  int right = 1;
  o->kind[array] = LISTED;
  while (right && *text == ':' && o->listed[array] < MOST_LISTED) {
    const char *start = ++text;
    size_t thread = number(&text);
    right = text != start && thread < (size_t)THREADS;
    o->list[array][o->listed[array]++] = (int)thread;
  }
  if (right && *text == 0) return ARGUMENTS_OK;
  return app_wrong("%s must have 1 to %d threads within 0..%d behind list:, not '%s'", array == TO ? "--to" : "--from",
                   (int)MOST_LISTED, (int)THREADS - 1, o->dist[array]);
}

static int parse_distribution(options_t *o, int array) {
  const char *text = o->dist[array], *word = array == TO ? "--to" : "--from";
  size_t k;
  if (strncmp(text, "list:", 5) == 0) return parse_list(o, array);
  if (strcmp(text, "replicated") == 0) {
    o->kind[array] = REPLICATED;
    return ARGUMENTS_OK;
  }
  for (k = 0; k < o->dims; k++) {
    if (k == 1 && *text == 0) /* one for all */
      while (k < o->dims) o->block[array][k] = o->block[array][0], k++;
    else if (!one_distribution(&text, &o->block[array][k]))
      return app_wrong("%s must be block, cyclic or cyclic:b, once or for each dimension, replicated, or "
                       "list:, not '%s'", word, o->dist[array]);
  }
  if (*text) return app_wrong("%s '%s' is for more than %zu dimensions", word, o->dist[array], o->dims);
  return ARGUMENTS_OK;
}

static int parse_section(options_t *o, int array) {
  static const size_t steps[3][MOST_DIMS] = {{4, 3, 1, 1}, {1, 4, 1, 1}, {1, 1, 1, 1}};
  const char *text = o->picks[array], *word = array == TO ? "--section" : "--from-section";
  const size_t extent = array == TO ? o->n : 2 * o->n;
  const int known = strcmp(text, "D1") == 0 ? 0 : strcmp(text, "D2") == 0 ? 1 : strcmp(text, "all") == 0 ? 2 : -1;
  size_t k;
  for (k = 0; k < o->dims; k++) {
    range_t *r = &o->section[array][k];
    int bad = 0;
    if (known >= 0) {
      r->lo = 0, r->step = steps[known][k], r->hi = o->n - 1;
    } else {
      r->lo = number(&text), bad |= *text != ':';
      if (!bad) text++, r->step = number(&text), bad |= *text != ':';
      if (!bad) text++, r->hi = number(&text), bad |= *text != (k + 1 < o->dims ? ',' : 0);
      if (!bad && *text == ',') text++;
    }
    if (bad || r->step == 0 || r->lo > r->hi || r->hi >= extent)
      return app_wrong("%s must be D1, D2, all, or lo:step:hi for each of %zu dimensions within 0..%zu, not '%s'", word,
                       o->dims, extent - 1, o->picks[array]);
    r->hi -= (r->hi - r->lo) % r->step;
  }
  return ARGUMENTS_OK;
}

static int check_shapes(const options_t *o) {
  size_t k;
  for (k = 0; k < o->dims; k++)
    if (picked(o->section[TO][k]) != picked(o->section[FROM][k]))
      return app_wrong("--from-section has %zu elements in dimension %zu, --section has %zu",
                       picked(o->section[FROM][k]), k, picked(o->section[TO][k]));
  return ARGUMENTS_OK;
}

static const option_t operands[] = {{"N", NULL, NULL, option_size, OPTION(n), 1, LARGEST_SIZE}, {0}};

static const option_t options[] = {
  {"--dims", "d", "dimensions, 1 to 4 (default 3)", option_size, OPTION(dims), 1, MOST_DIMS},
  {"--to", "dist", "the distribution of A, and", option_text, OPTION(dist[TO])},
  {"--from", "dist",
   "of B: block (the default), cyclic or cyclic:b for blocks of b elements; one word for all dimensions, or one for "
   "each: block,cyclic:8,cyclic; or replicated: a copy on each thread; or list:t:u:..: in blocks, which go to the "
   "threads t, u, .., t, u, .. in row-major order", option_text, OPTION(dist[FROM])},
  {"--section", "D",
   "D1 (the default): every 4th index of dimension 0, every 3rd of dimension 1, all of others; D2: every 4th index "
   "of dimension 1, all of others; all: every element; or lo:step:hi for each dimension: 0:4:96,1:1:9,0:2:8",
   option_text, OPTION(picks[TO])},
  {"--from-section", "E",
   "the section of B, with equally many elements in each dimension (default: as D)", option_text, OPTION(picks[FROM])},
  {"--elementwise", NULL,
   "also assign one element at a time, and print the ratio of the times", option_on, OPTION(elementwise)},
  {"--check", NULL, "compare every element of A with what it must be", option_on, OPTION(check)},
  APP_REPEAT("3"),
  {"--profile", NULL, "print the time of the assignment and of waiting; the shared memory", option_on, OPTION(profile)},
  APP_JSON, APP_HELP};

int parse_options(char **argv, options_t *o) {
  const command_line_t line = {
    .usage =
      "usage: redistribute [N] [options]\n"
      "A[D] = B[E] between arrays of doubles: A has N elements in each dimension (default 100), B has 2 N.\n",
    .options = options,
    .operands = operands,
    .wrong = app_wrong};
  int status, i;
  app_set_name("redistribute");
  memset(o, 0, sizeof *o);
  o->n = DEFAULT_SIZE;
  o->dims = 3;
  o->repeat = 3;
  o->dist[TO] = o->dist[FROM] = "block";
  o->picks[TO] = "D1";
  status = options_read(&line, argv + 1, o, NULL);
  if (o->picks[FROM] == NULL) o->picks[FROM] = o->picks[TO];
  for (i = TO; i <= FROM && status == ARGUMENTS_OK; i++) {
    status = parse_distribution(o, i);
    if (status == ARGUMENTS_OK) status = parse_section(o, i);
  }
  return status == ARGUMENTS_OK ? check_shapes(o) : status;
}
