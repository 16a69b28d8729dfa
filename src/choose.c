/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which schedule a call uses. A new schedule is one line of the table, and where it wins one line of the rule. */
#include "choose.h"
#include "environment.h"

#include <stdio.h>
#include <string.h>

static const upc_stride_schedule_t table[] = {
  {UPC_STRIDE_OP_BROADCAST, "flat", "everybody is a child of the root", &upc_stride_tree_flat},
  {UPC_STRIDE_OP_BROADCAST, "binomial", "halves the distance to the root at every step", &upc_stride_tree_binomial},
  {UPC_STRIDE_OP_BROADCAST, "fork", "lines along the grid's dimensions, to neighbours only", &upc_stride_tree_fork},
  {UPC_STRIDE_OP_EXCHANGE, "pairwise", "every source owner with every destination owner, one a round", NULL},
};

static const struct {
  const char *variable, *operation;
} operations[UPC_STRIDE_OPS] = {
  {"UPC_STRIDE_BROADCAST", "upc_stride_broadcast"},
  {"UPC_STRIDE_EXCHANGE", "upc_stride_exchange"},
};

static const upc_stride_schedule_t *find(int operation, const char *name) {
  size_t i;
  for (i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].operation == operation && strcmp(table[i].name, name) == 0) return &table[i];
  return NULL;
}

static const char *forced(int operation) {
  const upc_stride_environment_t *env = upc_stride_environment();
  return operation == UPC_STRIDE_OP_BROADCAST ? env->broadcast : env->exchange;
}

/* The rule. Members that share a node copy from the root's own memory whatever the tree, so in small teams the
 * shallowest tree wins, and it is as good for long messages; in larger ones the root's work must be divided. */
static const char *rule(int operation, size_t bytes, int members, int dimensions) {
  (void)bytes, (void)dimensions;
  if (operation == UPC_STRIDE_OP_EXCHANGE) return "pairwise";
  if (members <= 8) return "flat";
  return "binomial";
}

const upc_stride_schedule_t *upc_stride_choose(int operation, size_t bytes, int members, int dimensions) {
  const char *name = forced(operation);
  return find(operation, name != NULL ? name : rule(operation, bytes, members, dimensions));
}

/* "flat, binomial, fork" */
static void list_names(int operation, char *text, size_t size) {
  size_t i, used = 0;
  for (i = 0; i < sizeof table / sizeof table[0]; i++) {
    int written;
    if (table[i].operation != operation) continue;
    written = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ", ", table[i].name);
    if (written < 0 || (size_t)written >= size - used) return;
    used += (size_t)written;
  }
}

const char *upc_stride_forced_wrongly(void) {
  static char complaint[300];
  char names[120];
  int operation;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) {
    const char *name = forced(operation);
    if (name == NULL || find(operation, name) != NULL) continue;
    list_names(operation, names, sizeof names);
    snprintf(complaint, sizeof complaint, "%s: %s: no schedule \"%.40s\", must be one of: %s",
             operations[operation].operation, operations[operation].variable, name, names);
    return complaint;
  }
  return NULL;
}
