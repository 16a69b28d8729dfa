// SPDX-License-Identifier: BSD-3-Clause
// Random graphs of tasks, checked against the same graph walked in order. A node begins up to four others, each in one
// of several ways, waits for them, and combines their values. The seed is the argument, or 1. With a second number, an
// error in one of the tasks ends the program.
#include <upc.h>
#include <upc_task.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"
#include "../../../../tests/library/cancel.h"

typedef unsigned long word;
enum { BEGUN, SENT, RUN_THERE, SERIAL, THROUGH_VARIABLE, WAYS };

static word mix(word x) {
  x ^= x >> 30, x *= 0xbf58476d1ce4e5b9UL, x ^= x >> 27, x *= 0x94d049bb133111ebUL;
  return x ^ x >> 31;
}
static int children_of(word seed, int depth) { return depth == 0 ? 0 : (int)(mix(seed) % 5); }
static word child(word seed, int i) { return mix(seed + (word)i + 1); }
static int way(word seed) { return (int)(mix(seed ^ 0x5eed) % WAYS); }
static word combined(word value, word with, int i) { return mix(value ^ (with + (word)i)); }

static word in_order(word seed, int depth) {
  word value = seed;
  for (int i = 0; i < children_of(seed, depth); i++) value = combined(value, in_order(child(seed, i), depth - 1), i);
  return value;
}

struct node {
  word seed;
  int depth;
  shared [] word *value;                         // where its value goes, or
  shared [] upc_syncvar_t *variable;
};

static void begin(struct node *n);

static void node(void *args) {
  struct node *n = args;
  cancel_here();
  int count = children_of(n->seed, n->depth);
  word value = n->seed, other;
  shared [] word *values = upc_alloc(4 * sizeof *values);
  shared [] upc_syncvar_t *variables = upc_alloc(4 * sizeof *variables);
  upc_memset(variables, 0, 4 * sizeof *variables);
  upc_task_group_t group;
  upc_task_open(&group);
  for (int i = 0; i < count; i++) {
    struct node c = {child(n->seed, i), n->depth - 1, NULL, NULL};
    if (way(c.seed) == THROUGH_VARIABLE) c.variable = &variables[i];
    else c.value = &values[i];
    begin(&c);
  }
  // What comes through a variable is taken before the group is waited for, the other values after.
  word through[4];
  for (int i = 0; i < count; i++)
    if (way(child(n->seed, i)) == THROUGH_VARIABLE) upc_syncvar_readFE(&variables[i], &through[i], sizeof(word));
  upc_task_wait(&group);
  for (int i = 0; i < count; i++) {
    other = way(child(n->seed, i)) == THROUGH_VARIABLE ? through[i] : values[i];
    value = combined(value, other, i);
  }
  upc_free(values);
  upc_free(variables);
  if (n->variable != NULL) upc_syncvar_writeEF(n->variable, &value, sizeof value);
  else *n->value = value;
}

static void begin(struct node *n) {
  int thread = (int)(mix(n->seed + 99) % (word)THREADS), before;
  switch (way(n->seed)) {
    case SENT: upc_task_begin_on(thread, node, n, sizeof *n); break;
    case RUN_THERE: upc_task_on(thread, node, n, sizeof *n); break;
    case SERIAL:
      before = upc_task_serial(1);
      upc_task_begin(node, n, sizeof *n);
      upc_task_serial(before);
      break;
    default: upc_task_begin(node, n, sizeof *n);
  }
}

int main(int argc, char **argv) {
  word seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
  cancel_plan(argc > 2 ? strtoul(argv[2], NULL, 0) : 0);
  shared [] word *value = upc_alloc(sizeof *value);
  for (int round = 0; round < 20; round++) {
    struct node first = {mix(seed * 1000003 + (word)round * THREADS + MYTHREAD), 6, value, NULL};
    node(&first);
    if (*value != in_order(first.seed, first.depth))
      printf("seed %lu, round %d: got %lx, expected %lx\n", seed, round, *value, in_order(first.seed, first.depth));
    CHECK(*value == in_order(first.seed, first.depth));
  }
  upc_barrier;
  return done();
}
