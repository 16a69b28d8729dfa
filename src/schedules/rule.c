/* SPDX-License-Identifier: BSD-3-Clause
 * The rule file: explained in rule.h. */
#include "schedules/rule.h"
#include "base/environment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct range {
  unsigned long long lo, hi;
} range_t;

typedef struct line {
  int operation;
  char conduit[24];                   /* or "*" */
  range_t members, bytes;
  int all;                            /* 1: ALLSYNC on both sides alone; 0: all others; -1: any */
  upc_stride_choice_t choice;
  char by[80];                        /* "rules.txt line 7" */
} line_t;

static struct {
  int read, given;                    /* 1: looked at; 1: `file` holds, not the environment's */
  const char *file;
  line_t *line;
  int lines, room;
  char complaint[500];                /* or "" */
} rule;

/* ---- words ---- */

/* A number with K, M or G behind it; null where there is none. */
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
  r->lo = 0, r->hi = (unsigned long long)-1;
  if (strcmp(text, "*") == 0) return 1;
  text = read_number(text, &r->lo);
  if (text == NULL) return 0;
  if (*text == '\0') return r->hi = r->lo, 1;
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

/* ---- lines ---- */

static void operation_names(char *text, size_t size) {
  size_t used = 0;
  int i;
  for (i = 0; i < UPC_STRIDE_OPS; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ", short_name(i));
}

/* 1: ALLSYNC, 0: MYSYNC, -1: neither. */
static int sync_named(const char *name) { return strcmp(name, "ALLSYNC") == 0 ? 1 : strcmp(name, "MYSYNC") == 0 ? 0 : -1; }

/* What is wrong with the words of a line, into `text`; 1 if nothing is. */
static int read_words(char **word, int words, line_t *l, char *text, size_t size) {
  char names[200];
  if (words != 5 && words != 6)
    return snprintf(text, size, "%d words, must be 5 or 6: operation conduit members bytes schedule sync", words), 0;
  l->operation = operation_named(word[0]);
  if (l->operation == UPC_STRIDE_OPS) {
    operation_names(names, sizeof names);
    return snprintf(text, size, "operation: \"%.40s\", must be one of: %s", word[0], names), 0;
  }
  if (strlen(word[1]) >= sizeof l->conduit)
    return snprintf(text, size, "conduit: \"%.40s\", must be a name like smp or mpi, or *", word[1]), 0;
  snprintf(l->conduit, sizeof l->conduit, "%s", word[1]);
  if (!read_range(word[2], &l->members))
    return snprintf(text, size, "members: \"%.40s\", must be a number, lo-hi, lo- or *", word[2]), 0;
  if (!read_range(word[3], &l->bytes))
    return snprintf(text, size, "bytes: \"%.40s\", must be a number (K, M, G for powers of 1024), lo-hi, lo- or *",
                    word[3]), 0;
  l->all = words == 6 ? sync_named(word[5]) : -1;
  if (words == 6 && l->all < 0)
    return snprintf(text, size, "sync: \"%.40s\", must be ALLSYNC (on both sides), MYSYNC (all others) or left out", word[5]), 0;
  if (upc_stride_schedule_named(l->operation, word[4], &l->choice)) return 1;
  upc_stride_schedule_names(l->operation, names, sizeof names);
  return snprintf(text, size, "schedule of %s: \"%.40s\", must be one of: %s", word[0], word[4], names), 0;
}

static line_t *new_line(void) {
  if (rule.lines == rule.room) {
    rule.room = 2 * rule.room + 16;
    rule.line = realloc(rule.line, (size_t)rule.room * sizeof *rule.line);
    if (rule.line == NULL) {
      fputs("upc_stride: no memory left for a rule file\n", stderr);
      abort();
    }
  }
  memset(&rule.line[rule.lines], 0, sizeof *rule.line);
  return &rule.line[rule.lines];
}

/* Line number n of the file. */
static int read_line(char *text, int n) {
  char *word[7], *w, what[400];
  int words = 0;
  line_t *l;
  text[strcspn(text, "#\r\n")] = '\0';
  for (w = strtok(text, " \t"); w != NULL; w = strtok(NULL, " \t")) {
    if (words < 7) word[words] = w;
    words++;
  }
  if (words == 0) return 1;
  l = new_line();
  if (!read_words(word, words, l, what, sizeof what)) {
    snprintf(rule.complaint, sizeof rule.complaint, "%.80s:%d: %s", rule.file, n, what);
    return 0;
  }
  snprintf(l->by, sizeof l->by, "%.60s line %d", rule.file, n);
  rule.lines++;
  return 1;
}

static void read_file(void) {
  char text[512];
  int n = 0;
  FILE *f = fopen(rule.file, "r");
  if (f == NULL) {
    snprintf(rule.complaint, sizeof rule.complaint, "UPC_STRIDE_RULE: %.80s: %s, must be a file of rules", rule.file,
             strerror(errno));
    return;
  }
  while (fgets(text, sizeof text, f) != NULL) {
    if (strchr(text, '\n') == NULL && !feof(f)) {
      snprintf(rule.complaint, sizeof rule.complaint, "%.80s:%d: a line of more than %zu characters, or with a zero among them",
               rule.file, n + 1, sizeof text - 2);
      break;
    }
    if (!read_line(text, ++n)) break;
  }
  if (ferror(f) && rule.complaint[0] == '\0')
    snprintf(rule.complaint, sizeof rule.complaint, "UPC_STRIDE_RULE: %.80s: %s, must be a file of rules", rule.file,
             strerror(errno));
  fclose(f);
}

static void look(void) {
  if (rule.read) return;
  rule.read = 1;
  rule.lines = 0;
  rule.complaint[0] = '\0';
  if (!rule.given) rule.file = upc_stride_environment()->rule;
  if (rule.file != NULL) read_file();
}

/* ---- questions ---- */

const char *upc_stride_rule_wrong(void) {
  look();
  return rule.complaint[0] == '\0' ? NULL : rule.complaint;
}

void upc_stride_rule_set(const char *file) {
  rule.read = 0;
  rule.given = 1;
  rule.file = file;
}

static int within(const range_t *r, unsigned long long n) { return r->lo <= n && n <= r->hi; }

/* A line for gasnet is one for gasnet-udp, too. */
static int is_for(const line_t *l, const char *conduit) {
  size_t n = strlen(l->conduit);
  if (strcmp(l->conduit, "*") == 0) return 1;
  return strncmp(l->conduit, conduit, n) == 0 && (conduit[n] == '\0' || conduit[n] == '-');
}

int upc_stride_rule_find(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  int i;
  look();
  for (i = 0; i < rule.lines; i++) {
    const line_t *l = &rule.line[i];
    if (l->operation != m->operation || !within(&l->members, (unsigned long long)m->members)) continue;
    if (!within(&l->bytes, m->bytes) || !is_for(l, m->conduit)) continue;
    if (l->all >= 0 && l->all != (m->all == 2)) continue;
    *choice = l->choice;
    choice->by = l->by;
    return 1;
  }
  return 0;
}
