/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of schedules, and their names as variables, rule files and tools spell them. */
#include "schedules/choose.h"

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
  {"leader", UPC_STRIDE_LAST_ARRIVER_KIND, NULL, B | S | G | GA | X | P | R | RA | PR | C, "the last member to come moves and "
   "combines for all, in one node"},
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
const char *upc_stride_operation_variable(int operation) { return operations[operation].variable; }

const upc_stride_schedule_t *upc_stride_schedule(int i) { return i < SCHEDULES ? &table[i] : NULL; }

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

int upc_stride_schedule_named(int operation, const char *name, upc_stride_choice_t *choice) {
  int i;
  for (i = 0; i < SCHEDULES; i++) {
    choice->arity = 2;
    choice->segment = SEGMENT;
    choice->schedule = &table[i];
    if ((table[i].operations >> operation & 1) != 0 && matches(&table[i], name, choice)) return 1;
  }
  return 0;
}

/* "flat, binomial, knomial:<k>" */
void upc_stride_schedule_names(int operation, char *text, size_t size) {
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
