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

/* The rules read, in their order. */
static struct {
  int read, given;                    /* 1: read; 1: `files` is set in place of the environment's */
  const char *files;
  char *names;                        /* of these files, each with a zero behind it; or null */
  rule_t *rule;
  int rules, capacity;
  char complaint[500];                /* or "" */
} all;

/* ---- reading ---- */

static void add_rule(const rule_t *r) {
  all.rule = upc_stride_grown(all.rule, all.rules, &all.capacity, sizeof *all.rule, "the rules of schedules");
  all.rule[all.rules++] = *r;
}

/* Line number n of a file: 1 unless there is something wrong with it. */
static int read_line(const char *file, char *text, int n) {
  char what[400];
  if (upc_stride_rule_line(file, n, text, add_rule, what, sizeof what)) return 1;
  snprintf(all.complaint, sizeof all.complaint, "%.80s:%d: %s", file, n, what);
  return 0;
}

enum { LINE = 512 };                  /* characters, with the end of the line */

static void unreadable(const char *file) {
  snprintf(all.complaint, sizeof all.complaint, "UPC_STRIDE_RULE: %.80s: %s, must be a file of rules", file,
           strerror(errno));
}

static void read_file(const char *file) {
  char text[LINE];
  int n = 0;
  FILE *f = fopen(file, "r");
  if (f == NULL) {
    unreadable(file);
    return;
  }
  while (fgets(text, sizeof text, f) != NULL) {
    if (strchr(text, '\n') == NULL && !feof(f)) {
      snprintf(all.complaint, sizeof all.complaint,
               "%.80s:%d: a line of more than %d characters, or with a zero among them", file, n + 1, LINE - 2);
      break;
    }
    if (!read_line(file, text, ++n)) break;
  }
  if (ferror(f) && all.complaint[0] == '\0') unreadable(file);
  fclose(f);
}

/* Files with colons between. */
static void read_files(const char *files) {
  char *name, *next;
  if (files == NULL) return;
  all.names = upc_stride_alloc(strlen(files) + 1, 1, "the rules of schedules");
  strcpy(all.names, files);
  for (name = all.names; name != NULL && all.complaint[0] == '\0'; name = next) {
    next = strchr(name, ':');
    if (next != NULL) *next++ = '\0';
    if (name[0] != '\0') read_file(name);
  }
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
  int i;
  for (i = 0; i < all.rules; i++)
    if (all.rule[i].choice.why[0] != '\0') free((void *)all.rule[i].choice.why);
  all.rules = 0;
  upc_stride_tuned_reset();
  free(all.names);
  all.names = NULL;
}

static void read_rules(void) {
  if (all.read) return;
  all.read = 1;
  forget();
  all.complaint[0] = '\0';
  read_files(all.given ? all.files : upc_stride_environment()->rule);
  if (all.complaint[0] == '\0') read_defaults();
}

/* ---- questions ---- */

const char *upc_stride_rule_wrong(void) {
  read_rules();
  return all.complaint[0] == '\0' ? NULL : all.complaint;
}

void upc_stride_rule_set(const char *files) {
  all.read = 0;
  all.given = 1;
  all.files = files;
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
  return r->operation == m->operation && within(&r->members, (unsigned long long)m->members) &&
         within(&r->bytes, m->bytes) && is_for(r, m->conduit) && r->least_all <= m->all && m->all <= r->most_all &&
         is(r->near, m->near) && is(r->ordered, m->ordered) && is(r->even, m->even) && is(r->placed, m->placed) &&
         is(r->whole, m->whole) && within(&r->sides, (unsigned long long)m->sides) &&
         within(&r->per_node, (unsigned long long)m->per_node) && work_within(&r->work, m->work) &&
         within(&r->threads_per_core, (unsigned long long)m->threads_per_core);
}

void upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  int i = 0;
  read_rules();
  while (!fits(&all.rule[i], m) || upc_stride_choice_cannot_serve(&all.rule[i].choice, m) != NULL) i++;
  *choice = all.rule[i].choice;
}
