/* SPDX-License-Identifier: BSD-3-Clause
 * Rules: explained in rule.h. */
#include "choice/rule.h"
#include "choice/rule_line.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/tuned.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef upc_stride_range_t range_t;
typedef upc_stride_rule_t rule_t;

/* The rules of an operation, in their order. They are read when the operation is first asked for: a machine's file may
 * have a thousand lines, and a thread of a simulated machine little memory. */
static struct {
  int read;
  rule_t *rule;
  int rules, capacity;
} of[UPC_STRIDE_OPS];

/* A file. It stays open, so that it may vanish; `sum` tells whether its lines are those of the start. */
typedef struct text {
  char *name;
  FILE *f;
  unsigned long sum;
} text_t;

static struct {
  int read, given;                    /* 1: read; 1: `names` is set in place of the environment's */
  const char *names;                  /* of files, with colons between; or null */
  text_t *text;                       /* these files */
  int texts, capacity;
  int wanted;                         /* the operation whose rules are being read; -1: none, all lines are checked */
  char complaint[500];                /* or "" */
} all;

static const char RULES[] = "the rules of schedules";

/* ---- reading ---- */

static void forget_rule(const rule_t *r) {
  if (r->choice.why[0] != '\0') free((void *)r->choice.why);
}

static void add_rule(const rule_t *r) {
  int o = r->operation;
  if (o != all.wanted) {
    forget_rule(r);
    return;
  }
  of[o].rule = upc_stride_grown(of[o].rule, of[o].rules, &of[o].capacity, sizeof *r, RULES);
  of[o].rule[of[o].rules++] = *r;
}

/* 1: the line may have a rule for the operation that is wanted. */
static int is_wanted(const char *line) {
  const char *name;
  size_t length;
  if (all.wanted < 0) return 1;
  name = upc_stride_operation_name(all.wanted) + strlen("upc_stride_");
  length = strlen(name);
  line += strspn(line, " \t");
  return *line == '*' || (strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == '\t'));
}

/* Line number n of a file: 1 unless there is something wrong with it. */
static int read_line(const char *file, char *text, int n) {
  char what[400];
  if (!is_wanted(text)) return 1;
  if (upc_stride_rule_line(file, n, text, add_rule, what, sizeof what)) return 1;
  snprintf(all.complaint, sizeof all.complaint, "%.80s:%d: %s", file, n, what);
  return 0;
}

enum { LINE = 512 };                  /* characters, with the end of the line */

static void unreadable(const char *file) {
  snprintf(all.complaint, sizeof all.complaint, "UPC_STRIDE_RULE: %.80s: %s, must be a file of rules", file,
           strerror(errno));
}

static unsigned long sum_with(unsigned long sum, const char *line) {
  while (*line != '\0') sum = (sum * 31 + (unsigned char)*line++) & 0xffffffffUL;
  return sum;
}

static void read_lines(text_t *t) {
  char text[LINE];
  int n;
  for (n = 1; fgets(text, sizeof text, t->f) != NULL; n++) {
    if (strchr(text, '\n') == NULL && !feof(t->f)) {
      snprintf(all.complaint, sizeof all.complaint,
               "%.80s:%d: a line of more than %d characters, or with a zero among them", t->name, n, LINE - 2);
      return;
    }
    t->sum = sum_with(t->sum, text);
    if (!read_line(t->name, text, n)) return;
  }
  if (ferror(t->f)) unreadable(t->name);
}

static void read_again(const text_t *t) {
  char text[LINE];
  unsigned long sum = 0;
  int n;
  rewind(t->f);
  for (n = 1; fgets(text, sizeof text, t->f) != NULL; n++) {
    sum = sum_with(sum, text);
    read_line(t->name, text, n);
  }
  if (sum == t->sum) return;
  fprintf(stderr, "UPC_STRIDE_RULE: %.80s has changed since the program began, must stay as it is\n", t->name);
  exit(1);
}

static void read_file(const char *name, size_t length) {
  text_t *t;
  all.text = upc_stride_grown(all.text, all.texts, &all.capacity, sizeof *t, RULES);
  t = &all.text[all.texts++];
  memset(t, 0, sizeof *t);
  t->name = upc_stride_alloc(length + 1, 1, RULES);
  memcpy(t->name, name, length);
  t->f = fopen(t->name, "r");
  if (t->f == NULL) unreadable(t->name);
  else read_lines(t);
}

static void read_defaults(void) {
  char text[LINE];
  int n;
  for (n = 0; upc_stride_default_rules[n] != NULL; n++) {
    snprintf(text, sizeof text, "%s", upc_stride_default_rules[n]);
    if (!read_line("default.rules", text, n + 1)) return;
  }
}

static void forget(void) {
  int o, i;
  for (o = 0; o < UPC_STRIDE_OPS; o++) {
    for (i = 0; i < of[o].rules; i++) forget_rule(&of[o].rule[i]);
    of[o].rules = of[o].read = 0;
  }
  upc_stride_tuned_reset();
  for (i = 0; i < all.texts; i++) {
    free(all.text[i].name);
    if (all.text[i].f != NULL) fclose(all.text[i].f);
  }
  all.texts = 0;
}

static void read_rules(void) {
  const char *name;
  size_t length;
  if (all.read) return;
  all.read = 1;
  forget();
  all.complaint[0] = '\0';
  all.wanted = -1;
  name = all.given ? all.names : upc_stride_environment()->rule;
  for (; name != NULL && *name != '\0' && all.complaint[0] == '\0'; name += length + (name[length] == ':')) {
    length = strcspn(name, ":");
    if (length > 0) read_file(name, length);
  }
  if (all.complaint[0] == '\0') read_defaults();
}

/* No rules are added any more: each thread of a simulated machine has such a list. */
static void end_list(int o) {
  of[o].capacity = of[o].rules;
  of[o].rule = upc_stride_resize(of[o].rule, (size_t)of[o].rules, sizeof *of[o].rule, RULES);
}

static void read_for(int operation) {
  int i;
  all.wanted = operation;
  of[operation].read = 1;
  for (i = 0; i < all.texts; i++) read_again(&all.text[i]);
  read_defaults();
  end_list(operation);
}

/* ---- questions ---- */

const char *upc_stride_rule_wrong(void) {
  read_rules();
  return all.complaint[0] == '\0' ? NULL : all.complaint;
}

void upc_stride_rule_set(const char *files) {
  all.read = 0;
  all.given = 1;
  all.names = files;
}

static int within(const range_t *r, unsigned long long n) { return r->lo <= n && n <= r->hi; }

static int work_within(const range_t *r, double work) { return (double)r->lo <= work && work <= (double)r->hi; }

/* A rule for gasnet is one for gasnet-udp, too. */
static int is_for(const rule_t *r, const char *conduit) {
  size_t n = strlen(r->conduit);
  if (strcmp(r->conduit, "*") == 0) return 1;
  return strncmp(r->conduit, conduit, n) == 0 && (conduit[n] == '\0' || conduit[n] == '-');
}

static int is(int wanted, int value) { return wanted < 0 || wanted == value; }

static int fits(const rule_t *r, const upc_stride_selector_t *m) {
  return within(&r->members, (unsigned long long)m->members) &&
         within(&r->bytes, m->bytes) && is_for(r, m->conduit) && r->least_all <= m->all && m->all <= r->most_all &&
         is(r->near, m->near) && is(r->ordered, m->ordered) && is(r->even, m->even) && is(r->placed, m->placed) &&
         is(r->whole, m->whole) && within(&r->sides, (unsigned long long)m->sides) &&
         within(&r->per_node, (unsigned long long)m->per_node) && work_within(&r->work, m->work) &&
         within(&r->threads_per_core, (unsigned long long)m->threads_per_core);
}

/* Of an operation without a rule: the first row of the table of schedules that can serve the call. */
static void take_first_row(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const upc_stride_schedule_t *s;
  int i;
  for (i = 0; (s = upc_stride_schedule(i)) != NULL; i++)
    if (s->operation == m->operation && upc_stride_schedule_named(m->operation, s->name, choice) &&
        upc_stride_choice_cannot_serve(choice, m) == NULL)
      break;
  choice->by = "rows.h";
  choice->why = "no rule is for it";
  choice->line = 0;
}

void upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const rule_t *r, *end;
  read_rules();
  if (!of[m->operation].read) read_for(m->operation);
  end = of[m->operation].rule + of[m->operation].rules;
  for (r = of[m->operation].rule; r < end; r++)
    if (fits(r, m) && upc_stride_choice_cannot_serve(&r->choice, m) == NULL) {
      *choice = r->choice;
      return;
    }
  take_first_row(choice, m);
}

/* ---- the choice ---- */

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *refused = NULL;
  if (forced != NULL && upc_stride_schedule_named(m->operation, forced, choice)) {
    refused = upc_stride_choice_cannot_serve(choice, m);
    choice->by = upc_stride_operation_variable(m->operation);
    choice->why = "";
    choice->line = 0;
    if (refused == NULL) return;
  }
  upc_stride_rule_find(choice, m);
  if (refused != NULL) choice->why = refused;
  if (m->helped && choice->rounds > choice->helper_rounds) choice->rounds = choice->helper_rounds;
}

/* ---- forced ones ---- */

const char *upc_stride_forced_wrongly(void) {
  static char complaint[400];
  char names[300];
  int operation;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) {
    const char *name = upc_stride_environment()->forced[operation];
    upc_stride_choice_t choice;
    if (name == NULL || upc_stride_schedule_named(operation, name, &choice)) continue;
    upc_stride_schedule_names(operation, names, sizeof names);
    snprintf(complaint, sizeof complaint, "%s: %s: no schedule \"%.40s\", must be one of: %s",
             upc_stride_operation_name(operation), upc_stride_operation_variable(operation), name, names);
    return complaint;
  }
  return NULL;
}
