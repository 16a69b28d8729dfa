/* SPDX-License-Identifier: BSD-3-Clause
 * Rules: explained in rule.h. */
#include "choice/rule.h"
#include "choice/rule_line.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/tuned.h"
#include "base/of_thread.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef upc_stride_range_t range_t;
typedef upc_stride_rule_t rule_t;

/* The rules of an operation, in their order. */
typedef struct list {
  rule_t *rule;
  int rules, capacity;
  const upc_stride_schedule_t *row;   /* the first row of the maker's table, into which the rules point */
} list_t;

/* A file, as it was when it was read: it may change and vanish. Its lines, each with its end; null behind the last. */
typedef struct text {
  char *name, *lines;
  int bytes, capacity;
} text_t;

/* What was read. Threads of a simulated machine may share it, so it changes no more once it is read, except that lists
 * are added: each is made when its operation is first asked for, and is there when it is complete. */
struct upc_stride_rules {
  char *names;                        /* of files, with colons between; or "" */
  text_t *text;                       /* these files */
  int texts, capacity;
  list_t *of[UPC_STRIDE_OPS];         /* null: not made yet */
  size_t tuned[UPC_STRIDE_TUNED];     /* the values that the files set */
  char complaint[500];                /* or "" */
};

static UPC_STRIDE_OF_THREAD struct upc_stride_rules *book; /* what this thread uses; null: nothing is read yet */
static UPC_STRIDE_OF_THREAD upc_stride_rules_t *common;    /* null: by this thread alone */
static UPC_STRIDE_OF_THREAD const char *given;           /* in place of the environment's files */
static UPC_STRIDE_OF_THREAD int is_given;

/* The list that is being made, for this operation; null: all lines are checked. */
static UPC_STRIDE_OF_THREAD list_t *filled;
static UPC_STRIDE_OF_THREAD int wanted;

static const char RULES[] = "the rules of schedules";

static char *copy_of(const char *text, size_t length) {
  return memcpy(upc_stride_alloc(length + 1, 1, RULES), text, length);
}

/* ---- reading ---- */

static void forget_rule(const rule_t *r) {
  if (r->choice.why[0] != '\0') free((void *)r->choice.why);
}

static void add_rule(const rule_t *r) {
  if (filled == NULL || r->operation != wanted) {
    forget_rule(r);
    return;
  }
  filled->rule = upc_stride_grown(filled->rule, filled->rules, &filled->capacity, sizeof *r, RULES);
  filled->rule[filled->rules++] = *r;
}

/* 1: the line may have a rule for the operation that is wanted. */
static int is_wanted(const char *line) {
  const char *name;
  size_t length;
  if (filled == NULL) return 1;
  name = upc_stride_operation_name(wanted) + strlen("upc_stride_");
  length = strlen(name);
  line += strspn(line, " \t");
  return *line == '*' || (strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == '\t'));
}

/* Line number n of a file: 1 unless there is something wrong with it. */
static int read_line(const char *file, char *text, int n) {
  char what[400];
  if (!is_wanted(text)) return 1;
  if (upc_stride_rule_line(file, n, text, add_rule, what, sizeof what)) return 1;
  snprintf(book->complaint, sizeof book->complaint, "%.80s:%d: %s", file, n, what);
  return 0;
}

enum { LINE = 512 };                  /* characters, with the end of the line */

static void unreadable(const char *file) {
  snprintf(book->complaint, sizeof book->complaint, "UPC_STRIDE_RULE: %.80s: %s, must be a file of rules", file,
           strerror(errno));
}

static void keep_line(text_t *t, const char *line) {
  for (;; line++) {
    t->lines = upc_stride_grown(t->lines, t->bytes, &t->capacity, 1, RULES);
    t->lines[t->bytes++] = *line;
    if (*line == '\0') return;
  }
}

static void read_lines(text_t *t, FILE *f) {
  char line[LINE];
  int n;
  for (n = 1; fgets(line, sizeof line, f) != NULL; n++) {
    if (strchr(line, '\n') == NULL && !feof(f)) {
      snprintf(book->complaint, sizeof book->complaint,
               "%.80s:%d: a line of more than %d characters, or with a zero among them", t->name, n, LINE - 2);
      return;
    }
    keep_line(t, line);
    if (!read_line(t->name, line, n)) return;
  }
  if (ferror(f)) unreadable(t->name);
}

static void read_again(const text_t *t) {
  char text[LINE];
  const char *line = t->lines;
  int n;
  for (n = 1; line < t->lines + t->bytes; n++) {
    read_line(t->name, strcpy(text, line), n);
    line += strlen(line) + 1;
  }
}

static void read_file(const char *name, size_t length) {
  text_t *t;
  FILE *f;
  book->text = upc_stride_grown(book->text, book->texts, &book->capacity, sizeof *t, RULES);
  t = &book->text[book->texts++];
  memset(t, 0, sizeof *t);
  t->name = copy_of(name, length);
  f = fopen(t->name, "r");
  if (f == NULL) {
    unreadable(t->name);
    return;
  }
  read_lines(t, f);
  fclose(f);
}

static void read_defaults(void) {
  const char *at = upc_stride_default_rules;
  char text[LINE];
  int n;
  for (n = 1; *at != '\0'; n++, at += strcspn(at, "\n") + 1) {
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "\n"), at);
    if (!read_line("default.rules", text, n)) return;
  }
}

static void forget(void) {
  int o, i;
  for (o = 0; o < UPC_STRIDE_OPS; o++) {
    for (i = 0; book->of[o] != NULL && i < book->of[o]->rules; i++) forget_rule(&book->of[o]->rule[i]);
    if (book->of[o] != NULL) free(book->of[o]->rule);
    free(book->of[o]);
  }
  for (i = 0; i < book->texts; i++) {
    free(book->text[i].name);
    free(book->text[i].lines);
  }
  free(book->text);
  free(book->names);
  free(book);
}

static void read_files(const char *name) {
  size_t length;
  book = upc_stride_alloc(1, sizeof *book, RULES);
  book->names = copy_of(name, strlen(name));
  upc_stride_tuned_set_all(book->tuned); /* none is set */
  for (; *name != '\0' && book->complaint[0] == '\0'; name += length + (name[length] == ':')) {
    length = strcspn(name, ":");
    if (length > 0) read_file(name, length);
  }
  if (book->complaint[0] == '\0') read_defaults();
  upc_stride_tuned_get_all(book->tuned);
}

static void read_rules(void) {
  const char *names = is_given ? given : book == NULL ? upc_stride_environment()->rule : NULL;
  if (book != NULL) return;
  if (names == NULL) names = "";
  if (common != NULL && *common != NULL && strcmp((*common)->names, names) == 0) {
    book = *common;
    upc_stride_tuned_set_all(book->tuned);
    return;
  }
  read_files(names);
  if (common != NULL && *common == NULL) *common = book;
}

static void make_list(int operation) {
  int i;
  list_t *list = upc_stride_alloc(1, sizeof *list, RULES);
  list->row = upc_stride_schedule(0);
  filled = list, wanted = operation;
  for (i = 0; i < book->texts; i++) read_again(&book->text[i]);
  read_defaults();
  filled = NULL;
  list->rule = upc_stride_resize(list->rule, (size_t)list->rules, sizeof *list->rule, RULES);
  book->of[operation] = list;
}

/* ---- questions ---- */

const char *upc_stride_rule_wrong(void) {
  read_rules();
  return book->complaint[0] == '\0' ? NULL : book->complaint;
}

void upc_stride_rule_set(const char *files) {
  if (book != NULL && (common == NULL || *common != book)) forget();
  book = NULL;
  is_given = 1;
  given = files;
}

void upc_stride_rules_shared_by(upc_stride_rules_t *place) { common = place; }

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

/* The choice of rule i, with this thread's rows. */
static void take_rule(upc_stride_choice_t *choice, const list_t *list, int i) {
  const upc_stride_schedule_t *own = upc_stride_schedule(0);
  int p;
  *choice = list->rule[i].choice;
  choice->schedule = own + (choice->schedule - list->row);
  for (p = 0; p < choice->parts; p++) choice->part[p].schedule = own + (choice->part[p].schedule - list->row);
}

void upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const list_t *list;
  int i;
  read_rules();
  if (book->of[m->operation] == NULL) make_list(m->operation);
  list = book->of[m->operation];
  for (i = 0; i < list->rules; i++) {
    if (!fits(&list->rule[i], m)) continue;
    take_rule(choice, list, i);
    if (upc_stride_choice_cannot_serve(choice, m) == NULL) return;
  }
  take_first_row(choice, m);
}

/* ---- the choice ---- */

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *refused = NULL;
  if (forced != NULL && upc_stride_schedule_named(m->operation, forced, choice)) {
    refused = upc_stride_choice_cannot_serve(choice, m);
    choice->by = "UPC_STRIDE_SCHEDULE";
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
  enum { LENGTH = 400 };
  char names[300], *complaint;
  int operation;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) {
    const char *name = upc_stride_environment()->forced[operation];
    upc_stride_choice_t choice;
    if (name == NULL || upc_stride_schedule_named(operation, name, &choice)) continue;
    upc_stride_schedule_names(operation, names, sizeof names);
    complaint = upc_stride_alloc(LENGTH, 1, RULES); /* the program ends with it */
    snprintf(complaint, LENGTH, "%s: UPC_STRIDE_SCHEDULE: no schedule \"%.40s\", must be one of: %s",
             upc_stride_operation_name(operation), name, names);
    return complaint;
  }
  return NULL;
}
