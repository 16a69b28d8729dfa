/* SPDX-License-Identifier: BSD-3-Clause
 * Lines of rules: explained in rule.h and rule_line.h. */
#include "choice/rule_line.h"
#include "base/allocate.h"
#include "base/tuned.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef upc_stride_range_t range_t;
typedef upc_stride_rule_t rule_t;

static const range_t any_number = {0, (unsigned long long)-1};

/* ---- words ---- */

/* A number with K, M or G behind it. Returns what follows, or null if there is no number. */
static const char *read_number(const char *text, unsigned long long *n) {
  const char *units = "KMG", *unit;
  char *end;
  if (*text < '0' || *text > '9') return NULL;
  errno = 0;
  *n = strtoull(text, &end, 10);
  if (errno != 0) return NULL;
  unit = *end == '\0' ? NULL : strchr(units, *end);
  if (unit == NULL) return end;
  if (*n >> (64 - 10 * (unit - units + 1)) != 0) return NULL;
  *n <<= 10 * (unit - units + 1);
  return end + 1;
}

static int read_range(const char *text, range_t *r) {
  *r = any_number;
  if (strcmp(text, "*") == 0) return 1;
  text = read_number(text, &r->lo);
  if (text == NULL) return 0;
  if (*text == '\0') {
    r->hi = r->lo;
    return 1;
  }
  if (*text++ != '-') return 0;
  if (*text == '\0') return 1;
  text = read_number(text, &r->hi);
  return text != NULL && *text == '\0' && r->lo <= r->hi;
}

/* "upc_stride_broadcast" without its stem */
static const char *short_name(int operation) { return upc_stride_operation_name(operation) + strlen("upc_stride_"); }

static int operation_named(const char *name) {
  int i = 0;
  while (i < UPC_STRIDE_OPS && strcmp(name, short_name(i)) != 0) i++;
  return i;
}

static void operation_names(char *text, size_t size) {
  size_t used = 0;
  int i;
  for (i = 0; i < UPC_STRIDE_OPS; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", short_name(i));
}

/* ---- conditions ---- */

static void limit_sides(rule_t *r, int least, int most) {
  if (least > r->least_all) r->least_all = least;
  if (most < r->most_all) r->most_all = most;
}

/* 1 if the word is a condition, which the rule then has. */
static int read_condition(const char *word, rule_t *r) {
  const struct { const char *word; int *to, value; } flags[] = {
    {"near", &r->near, 1}, {"far", &r->near, 0}, {"ordered", &r->ordered, 1}, {"unordered", &r->ordered, 0},
    {"even", &r->even, 1}, {"placed", &r->placed, 1}, {"whole", &r->whole, 1}, {"cut", &r->whole, 0}};
  const struct { const char *word; range_t *to; } ranges[] = {
    {"threads_per_core=", &r->threads_per_core}, {"work=", &r->work}, {"per_node=", &r->per_node},
    {"torus=", &r->sides}};
  size_t i;
  for (i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    if (strcmp(word, flags[i].word) != 0) continue;
    *flags[i].to = flags[i].value;
    return 1;
  }
  for (i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
    if (strncmp(word, ranges[i].word, strlen(ranges[i].word)) == 0)
      return read_range(word + strlen(ranges[i].word), ranges[i].to);
  if (strcmp(word, "torus") == 0) r->sides.lo = 1;
  else if (strcmp(word, "ALLSYNC") == 0) limit_sides(r, 2, 2);
  else if (strcmp(word, "ANY_ALLSYNC") == 0) limit_sides(r, 1, 2);
  else if (strcmp(word, "MYSYNC") == 0) limit_sides(r, 0, 1);
  else return 0;
  return 1;
}

/* ---- parameters of the schedule ---- */

/* 1 if the word is a parameter, which the rule then has. */
static int read_parameter(const char *word, rule_t *r) {
  const struct { const char *word; long long *large; int *small; unsigned long long least, most; } numbers[] = {
    {"segment=", &r->segment, NULL, 0, 1 << 30}, {"under_way=", &r->under_way, NULL, 0, 1 << 30},
    {"ahead=", NULL, &r->ahead, 0, UPC_STRIDE_MOST_AHEAD}, {"rounds=", NULL, &r->rounds, 1, UPC_STRIDE_MOST_ROUNDS},
    {"helper_rounds=", NULL, &r->helper_rounds, 1, UPC_STRIDE_MOST_ROUNDS}};
  unsigned long long n;
  const char *end;
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (strncmp(word, numbers[i].word, strlen(numbers[i].word)) != 0) continue;
    end = read_number(word + strlen(numbers[i].word), &n);
    if (end == NULL || *end != '\0' || n < numbers[i].least || n > numbers[i].most) return 0;
    if (numbers[i].large != NULL) *numbers[i].large = (long long)n;
    else *numbers[i].small = (int)n;
    return 1;
  }
  r->same_core = strcmp(word, "same_core=yes") == 0;
  return r->same_core || strcmp(word, "same_core=no") == 0;
}

/* 1 if the schedule has all parameters that the rule gives. */
static int has_parameters(const rule_t *r) {
  const upc_stride_schedule_t *s = r->choice.schedule;
  if (r->under_way >= 0 && !upc_stride_limits_under_way(s)) return 0;
  if ((r->rounds >= 0 || r->helper_rounds >= 0) && (s->needs & UPC_STRIDE_TAKES_ROUNDS) == 0) return 0;
  return (r->segment < 0 || s->segments) && ((r->ahead < 0 && r->same_core < 0) || upc_stride_meets_pairwise(s));
}

static void set_parameters(rule_t *r) {
  if (r->segment >= 0) r->choice.segment = (size_t)r->segment;
  if (r->under_way >= 0) r->choice.under_way = (size_t)r->under_way;
  if (r->ahead >= 0) r->choice.ahead = r->ahead;
  if (r->same_core >= 0) r->choice.same_core = r->same_core;
  if (r->rounds >= 0) r->choice.rounds = r->rounds;
  if (r->helper_rounds >= 0) r->choice.helper_rounds = r->helper_rounds;
}

#define PARAMETERS "segment=BYTES, ahead=0..7, same_core=yes|no, rounds=1..24, helper_rounds=1..24, under_way=BYTES"

#define CONDITIONS \
  "ALLSYNC, ANY_ALLSYNC, MYSYNC, near, far, ordered, unordered, even, placed, whole, cut, torus, torus=RANGE, " \
  "per_node=RANGE, threads_per_core=RANGE, work=RANGE"

/* ---- lines ---- */

enum { COLUMNS = 5, WORDS = 16 };

/* Writes what is wrong with a line. Returns 0. */
static int wrong(char *text, size_t size, const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  vsnprintf(text, size, format, rest);
  va_end(rest);
  return 0;
}

typedef struct line {
  const char *file;
  int number, words;
  char *word[WORDS];
  const char *comment;                /* or "" */
  void (*add)(const rule_t *r);       /* takes the line's rules */
} line_t;

static void start_rule(rule_t *r) {
  memset(r, 0, sizeof *r);
  r->members = r->bytes = r->threads_per_core = r->work = r->per_node = r->sides = any_number;
  r->most_all = 2;
  r->near = r->ordered = r->even = r->placed = r->whole = r->ahead = r->same_core = r->rounds = r->helper_rounds = -1;
  r->segment = r->under_way = -1;
}

/* The columns but the first and the schedule, and the conditions. What is wrong goes into `text`; 1 if nothing is. */
static int read_words(const line_t *l, rule_t *r, char *text, size_t size) {
  char *const *word = l->word;
  int i;
  if (strlen(word[1]) >= sizeof r->conduit)
    return wrong(text, size, "conduit: \"%.40s\", must be a name like smp or mpi, or *", word[1]);
  snprintf(r->conduit, sizeof r->conduit, "%s", word[1]);
  if (!read_range(word[2], &r->members))
    return wrong(text, size, "members: \"%.40s\", must be a number, lo-hi, lo- or *", word[2]);
  if (!read_range(word[3], &r->bytes))
    return wrong(text, size, "bytes: \"%.40s\", must be a number (K, M, G for powers of 1024), lo-hi, lo- or *",
                    word[3]);
  for (i = COLUMNS; i < l->words; i++)
    if (!read_condition(word[i], r) && !read_parameter(word[i], r))
      return wrong(text, size, "condition: \"%.40s\", must be one of: " CONDITIONS "; or a parameter: " PARAMETERS,
                   word[i]);
  return 1;
}

static const char *copy_of(const char *text) {
  char *copy = upc_stride_alloc(strlen(text) + 1, 1, "the rules of schedules");
  return strcpy(copy, text);
}

/* The rule for this operation, if it has the schedule, and the schedule has the parameters. */
static int add_rule(const line_t *l, rule_t *r, int operation) {
  if (!upc_stride_schedule_named(operation, l->word[4], &r->choice) || !has_parameters(r)) return 0;
  r->operation = operation;
  set_parameters(r);
  r->choice.by = l->file;
  r->choice.line = l->number;
  r->choice.why = l->comment[0] != '\0' ? copy_of(l->comment) : "";
  l->add(r);
  return 1;
}

static int add_for_all(const line_t *l, rule_t *r, char *text, size_t size) {
  int operation, added = 0;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) added += add_rule(l, r, operation);
  if (added > 0) return 1;
  return wrong(text, size, "schedule: \"%.40s\", must be one of some operation, with these parameters", l->word[4]);
}

/* "value slot_near 1024" */
static int set_value(const line_t *l, char *text, size_t size) {
  unsigned long long n;
  const char *end = l->words == 3 ? read_number(l->word[2], &n) : NULL, *must;
  if (end == NULL || *end != '\0') return wrong(text, size, "value: must be followed by a name and a number");
  must = upc_stride_tuned_set(l->word[1], n);
  return must == NULL || wrong(text, size, "value: \"%.40s %.20s\", must be %s", l->word[1], l->word[2], must);
}

/* A line of words becomes a rule, or one for each operation. What is wrong goes into `text`; 1 if nothing is. */
static int add_line(const line_t *l, char *text, size_t size) {
  char names[300];
  int operation;
  rule_t r;
  if (l->words > 0 && strcmp(l->word[0], "value") == 0) return set_value(l, text, size);
  if (l->words < COLUMNS || l->words > WORDS)
    return wrong(text, size, "%d words, must be 5 or more: operation conduit members bytes schedule conditions",
                    l->words);
  start_rule(&r);
  operation = operation_named(l->word[0]);
  if (operation == UPC_STRIDE_OPS && strcmp(l->word[0], "*") != 0) {
    operation_names(names, sizeof names);
    return wrong(text, size, "operation: \"%.40s\", must be * or one of: %s", l->word[0], names);
  }
  if (!read_words(l, &r, text, size)) return 0;
  if (operation == UPC_STRIDE_OPS) return add_for_all(l, &r, text, size);
  if (add_rule(l, &r, operation)) return 1;
  if (upc_stride_schedule_named(operation, l->word[4], &r.choice))
    return wrong(text, size, "schedule of %s: \"%.40s\", must be one that has these parameters", l->word[0],
                 l->word[4]);
  upc_stride_schedule_names(operation, names, sizeof names);
  return wrong(text, size, "schedule of %s: \"%.40s\", must be one of: %s", l->word[0], l->word[4], names);
}

/* The text behind the line's last #, without blanks at its ends. */
static char *last_comment(char *text) {
  char *comment = strrchr(text, '#'), *end;
  if (comment == NULL) return text + strlen(text);
  comment += 1 + strspn(comment + 1, " \t");
  end = comment + strlen(comment);
  while (end > comment && (end[-1] == ' ' || end[-1] == '\t')) *--end = '\0';
  return comment;
}

int upc_stride_rule_line(const char *file, int number, char *text, void (*add)(const upc_stride_rule_t *r),
                         char *what, size_t size) {
  char *w;
  line_t l;
  l.file = file;
  l.number = number;
  l.words = 0;
  l.add = add;
  text[strcspn(text, "\r\n")] = '\0';
  l.comment = last_comment(text);
  text[strcspn(text, "#")] = '\0';
  for (w = strtok(text, " \t"); w != NULL; w = strtok(NULL, " \t")) {
    if (l.words < WORDS) l.word[l.words] = w;
    l.words++;
  }
  return l.words == 0 || add_line(&l, what, size);
}
