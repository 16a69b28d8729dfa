/* SPDX-License-Identifier: BSD-3-Clause
 * A graph as the program has described it: plain data. */
#ifndef UPC_STRIDE_GRAPH_DATA_H
#define UPC_STRIDE_GRAPH_DATA_H

#include "graph_plan/box.h"
#include "graph_plan/graph_branch.h"

enum { UPC_STRIDE_COMPLAINT = 400,       /* bytes of a message */
       UPC_STRIDE_STEP_ACCESSES = UPC_STRIDE_STEP_VALUES + UPC_STRIDE_TERMS };

/* A step reads or writes a value, or both: then it updates the value. */
typedef struct upc_stride_access {
  int step, value, writes, updates;        /* what updates, writes too */
  upc_stride_distribution_t *d;
  upc_stride_operand_t *given;                /* the program's memory for each part of the calling thread; or null */
  int condition;                           /* 1: the library reads a condition (graph_branch.h) */
} upc_stride_access_t;

/* A value *in place* is given or updated. It has one storage, which steps change one after the other
 * (graph_plan.h). The storage of other values comes in generations. Iteration g writes generation g of a value,
 * and generation g + 1 of a value that is carried: this is generation g + 1 of the value that it becomes. Both have
 * the same storage. */
typedef struct upc_stride_graph_value {
  char *name;
  size_t size;                  /* of an element */
  int ndims;
  long long extent[UPC_STRIDE_DIMS];
  int when;                     /* of the steps that write it; -1: none yet */
  int storage;                  /* the value whose storage it has: its own number, or that of the value it becomes */
  int ahead;                    /* 1: carried to another value */
  int source;                   /* the value that is carried to it, or -1 */
  int in_place;
} upc_stride_graph_value_t;

typedef struct upc_stride_graph_step {
  char *name;
  upc_stride_graph_function_t *function;
  void *argument;
  int when, merged;
  int parts;                    /* -1: not known yet */
  int accesses, access[UPC_STRIDE_STEP_ACCESSES];
  int operands;                    /* the accesses of the program, which come first; since the first plan */
  upc_stride_branch_t branch;     /* when it runs */
} upc_stride_graph_step_t;

struct upc_stride_graph_run;

struct upc_stride_graph {
  upc_stride_graph_value_t *value;
  upc_stride_graph_step_t *step;
  upc_stride_access_t *access;
  int values, steps, accesses;
  struct upc_stride_graph_run *run; /* null before the first run */
  size_t guard;                 /* bytes around each region that no part writes: 0, or more in checked mode */
  int goes_on;                  /* 1: a value ends the loop */
  int conditions;               /* 1: some step has one */
};

/* The value of an access. */
static inline const upc_stride_graph_value_t *upc_stride_value_of(const upc_stride_graph_t *g, int access) {
  return &g->value[g->access[access].value];
}

/* The distribution of a step's parts: any of its values has the same threads. */
const upc_stride_distribution_t *upc_stride_step_parts(const upc_stride_graph_t *g, int step);

/* How many generations of a storage there are. */
int upc_stride_graph_generations(const upc_stride_graph_t *g, int storage);

/* A hash of the graph: all threads must describe the same one. The hash of a list, from that of its begin and the next
 * number. */
unsigned long long upc_stride_graph_hash(const upc_stride_graph_t *g);
unsigned long long upc_stride_mix(unsigned long long hash, unsigned long long with);

/* "(3, 4)" for the lowest element of a box, as the value counts its dimensions. */
const char *upc_stride_graph_spell(const upc_stride_graph_value_t *v, const upc_stride_box_t *b, char *text);

/* Whether a graph can run: rules that no call can check by itself, since they are about several steps. */

/* 0, with a message, if steps write the same elements without an order, or read what no step before them writes. */
int upc_stride_graph_valid(const upc_stride_graph_t *g, char *complaint);

/* Conditions of steps (graph_conditions.c).
 *
 * A step whose branch does not hold does not run its function. Its parts are counted as if they had run, and its
 * messages come as if they had been sent, but empty. So the plan, and all that counts generations, is the same
 * whichever way a condition goes. Steps of two branches may write the same elements. Who reads them has a source in
 * each branch.
 *
 * What only one branch reads is moved only if it runs, when the writer can know this: if the value of the condition is
 * there before the writing step. This step then reads the condition too, by an access of the library's own. */

/* Before the first plan: adds the accesses by which steps read conditions. Removes them again: they are the last. */
void upc_stride_graph_add_conditions(upc_stride_graph_t *g);
void upc_stride_graph_remove_conditions(upc_stride_graph_t *g);

/* The conditions of a reading step that are known to have held when access `written` wrote what it reads. */
void upc_stride_graph_known(const upc_stride_graph_t *g, int reader, int written, upc_stride_branch_t *known);

/* When the elements that access `written` writes are moved to access `reader`. */
void upc_stride_graph_move_branch(const upc_stride_graph_t *g, int reader, int written,
                                  upc_stride_branch_t *branch);

#endif
