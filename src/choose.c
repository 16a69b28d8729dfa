/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which schedule a call uses. A new schedule is one line of the table, and where it wins one line of the rule. */
#include "choose.h"
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  B = 1 << UPC_STRIDE_OP_BROADCAST, S = 1 << UPC_STRIDE_OP_SCATTER, G = 1 << UPC_STRIDE_OP_GATHER,
  GA = 1 << UPC_STRIDE_OP_GATHER_ALL, X = 1 << UPC_STRIDE_OP_EXCHANGE, P = 1 << UPC_STRIDE_OP_PERMUTE,
  R = 1 << UPC_STRIDE_OP_REDUCE, RA = 1 << UPC_STRIDE_OP_REDUCE_ALL, PR = 1 << UPC_STRIDE_OP_PREFIX_REDUCE,
  C = 1 << UPC_STRIDE_OP_COPY
};

static const upc_stride_schedule_t table[] = {
  {"flat", UPC_STRIDE_FLAT, &upc_stride_tree_flat, B | S | G | R | RA | PR, "everybody speaks to the root; without "
   "one, everybody to everybody"},
  {"binomial", UPC_STRIDE_TREE, &upc_stride_tree_knomial, B | S | G | R | RA, "knomial:2"},
  {"knomial:k", UPC_STRIDE_TREE, &upc_stride_tree_knomial, B | S | G | R | RA, "reaches k times as many at every step"},
  {"kary:k", UPC_STRIDE_TREE, &upc_stride_tree_kary, B | S | G | R | RA, "everybody has at most k children"},
  {"chain:bytes", UPC_STRIDE_TREE, &upc_stride_tree_chain, B | S | G | R | RA, "one after another, in segments"},
  {"fork", UPC_STRIDE_TREE, &upc_stride_tree_fork, B | S | G | R | RA, "lines along the grid's dimensions, to "
   "neighbours"},
  {"pairwise", UPC_STRIDE_PAIRWISE, NULL, GA | X | P | C | R | RA | PR, "everybody with everybody, one a round; each "
   "combines a slice"},
  {"bruck", UPC_STRIDE_BRUCK, NULL, GA | X | P | C, "in log rounds, for many members and few bytes"},
  {"hierarchical", UPC_STRIDE_HIERARCHICAL, NULL, GA | X | P | C | S | G, "one message between each pair of nodes"},
};
enum { SCHEDULES = sizeof table / sizeof table[0] };

static const struct {
  const char *variable, *name;
} operations[UPC_STRIDE_OPS] = {
  {"UPC_STRIDE_BROADCAST", "upc_stride_broadcast"},     {"UPC_STRIDE_SCATTER", "upc_stride_scatter"},
  {"UPC_STRIDE_GATHER", "upc_stride_gather"},           {"UPC_STRIDE_GATHER_ALL", "upc_stride_gather_all"},
  {"UPC_STRIDE_EXCHANGE", "upc_stride_exchange"},       {"UPC_STRIDE_PERMUTE", "upc_stride_permute"},
  {"UPC_STRIDE_REDUCE", "upc_stride_reduce"},           {"UPC_STRIDE_REDUCE_ALL", "upc_stride_reduce_all"},
  {"UPC_STRIDE_PREFIX_REDUCE", "upc_stride_prefix_reduce"}, {"UPC_STRIDE_COPY", "upc_stride_copy"},
};

const char *upc_stride_operation_name(int operation) { return operations[operation].name; }

/* ---- names ---- */

/* The number behind "name:", or -1. */
static long long number(const char *text) {
  char *end;
  long long n;
  if (*text < '0' || *text > '9') return -1;
  n = strtoll(text, &end, 10);
  return *end == '\0' && n <= 1 << 30 ? n : -1;
}

/* 1 if `name` is this schedule's, with its number filled in. */
static int matches(const upc_stride_schedule_t *s, const char *name, upc_stride_choice_t *choice) {
  const char *colon = strchr(s->name, ':');
  size_t stem = colon == NULL ? strlen(s->name) : (size_t)(colon - s->name);
  int optional = colon != NULL && colon[1] == 'b';
  long long n;
  if (strncmp(name, s->name, stem) != 0) return 0;
  if (name[stem] == '\0') return colon == NULL || optional;
  if (colon == NULL || name[stem] != ':') return 0;
  n = number(name + stem + 1);
  if (optional) choice->segment = (size_t)n;
  else choice->arity = (int)n;
  return n >= (optional || s->tree == &upc_stride_tree_kary ? 1 : 2);
}

enum { SEGMENT = 64 << 10 };

static int find(int operation, const char *name, upc_stride_choice_t *choice) {
  int i;
  for (i = 0; i < SCHEDULES; i++) {
    choice->arity = 2;
    choice->segment = SEGMENT;
    choice->schedule = &table[i];
    if ((table[i].operations >> operation & 1) != 0 && matches(&table[i], name, choice)) return 1;
  }
  return 0;
}

/* ---- the rule ---- */

/* Threads that share memory copy from where the data is, whatever the schedule, which then only carries signals: in
 * small teams the shallowest wins, and long messages need no other. Between nodes a root's work must be divided,
 * long messages be passed on in segments, and many short ones put together. */
static const char *rule(const upc_stride_matter_t *m, const char **why) {
  int few = m->members <= 8, large = m->bytes >= 256 << 10, small = m->bytes <= 256;
  switch (m->operation) {
    case UPC_STRIDE_OP_BROADCAST:
      if (few) return *why = "at most 8 members", "flat";
      if (!m->near && large) return *why = "long and between nodes", "chain";
      return *why = "more than 8 members", "binomial";
    case UPC_STRIDE_OP_SCATTER:
    case UPC_STRIDE_OP_GATHER:
      if (few || m->near || large) return *why = "every piece goes once, straight", "flat";
      return *why = "many members, short pieces, between nodes", "binomial";
    case UPC_STRIDE_OP_REDUCE:
    case UPC_STRIDE_OP_REDUCE_ALL:
      if (m->bytes >= 8 << 10) return *why = "long: each member combines a slice", "pairwise";
      if (m->ordered) return *why = "the order matters", "flat";
      if (few) return *why = "at most 8 members", "flat";
      return *why = "more than 8 members", "binomial";
    case UPC_STRIDE_OP_PREFIX_REDUCE:
      if (m->bytes >= 8 << 10) return *why = "long: each member combines a slice", "pairwise";
      return *why = "short: everybody combines all", "flat";
    case UPC_STRIDE_OP_GATHER_ALL:
    case UPC_STRIDE_OP_EXCHANGE:
      if (!few && small) return *why = "many members, short pieces", "bruck";
      return *why = few ? "at most 8 members" : "every piece goes once, straight", "pairwise";
    default: return *why = "every piece goes once, straight", "pairwise";
  }
}

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_matter_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *why = "";
  if (forced != NULL) {
    find(m->operation, forced, choice);
    choice->why = "forced";
  } else {
    find(m->operation, rule(m, &why), choice);
    choice->why = why;
  }
  if (m->ordered && choice->schedule->kind == UPC_STRIDE_TREE) {
    find(m->operation, "flat", choice);
    choice->why = "the order matters, and a tree has its own";
  }
}

/* ---- forced ones ---- */

/* "flat, binomial, knomial:<k>" */
static void list_names(int operation, char *text, size_t size) {
  size_t used = 0;
  int i;
  for (i = 0; i < SCHEDULES; i++) {
    const char *name = table[i].name, *colon = strchr(name, ':');
    int written, stem = colon == NULL ? (int)strlen(name) : (int)(colon - name);
    if ((table[i].operations >> operation & 1) == 0) continue;
    written = snprintf(text + used, size - used, "%s%.*s%s", used == 0 ? "" : ", ", stem, name,
                       colon == NULL ? "" : colon[1] == 'b' ? "[:<bytes>]" : ":<k>");
    if (written < 0 || (size_t)written >= size - used) return;
    used += (size_t)written;
  }
}

const char *upc_stride_forced_wrongly(void) {
  static char complaint[400];
  char names[200];
  int operation;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) {
    const char *name = upc_stride_environment()->forced[operation];
    upc_stride_choice_t choice;
    if (name == NULL || find(operation, name, &choice)) continue;
    list_names(operation, names, sizeof names);
    snprintf(complaint, sizeof complaint, "%s: %s: no schedule \"%.40s\", must be one of: %s",
             operations[operation].name, operations[operation].variable, name, names);
    return complaint;
  }
  return NULL;
}
