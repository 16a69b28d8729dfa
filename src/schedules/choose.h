/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schedules, and which one a call uses. */
#ifndef UPC_STRIDE_CHOOSE_H
#define UPC_STRIDE_CHOOSE_H

#include "trees/tree.h"
#include "upc_stride_operation.h"

enum { UPC_STRIDE_FLAT, UPC_STRIDE_TREE, UPC_STRIDE_PAIRWISE, UPC_STRIDE_BRUCK, UPC_STRIDE_HIERARCHICAL,
       UPC_STRIDE_LAST_ARRIVER_KIND };

typedef struct upc_stride_schedule {
  const char *name;                   /* `k` behind it: the name takes a number, `bytes`: it may take one */
  int kind;
  const upc_stride_tree_t *tree;      /* of a tree */
  unsigned operations;                /* a bit for each it is for */
  const char *what;
} upc_stride_schedule_t;

typedef struct upc_stride_choice {
  const upc_stride_schedule_t *schedule;
  int arity;                          /* of knomial and kary, else 0 */
  size_t segment;                     /* bytes at a time */
  const char *by, *why;               /* who decided: "UPC_STRIDE_BROADCAST", "rules.txt line 7", "the built-in rule"; */
} upc_stride_choice_t;                /* and why, or "" */

/* What a call is chosen by: all that every member knows alike. */
typedef struct upc_stride_selector {
  int operation;
  size_t bytes;                       /* of a piece; of all values of a reduction                    */
  int members, dimensions;            /* of the team; dimensions of its box with more than one place */
  int near;                           /* 1: all threads of the job read each other's memory          */
  int ordered;                        /* 1: values must be combined in the section's order           */
  int all;                            /* ALLSYNC: 2 on both sides, 1 on one                          */
  int oversubscribed;                        /* 1: the job has more threads than there are cores            */
  double work;                        /* bytes that are moved in all, or combined                    */
  const char *conduit;                /* "smp", "mpi", "gasnet-udp"; "other" under another compiler  */
} upc_stride_selector_t;

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *matter);

/* Looks at the variables that force a schedule: null, or the one complaint about them. */
const char *upc_stride_forced_wrongly(void);

/* "upc_stride_broadcast"; "UPC_STRIDE_BROADCAST" */
const char *upc_stride_operation_name(int operation);
const char *upc_stride_operation_variable(int operation);

/* ---- the table (schedules.c) ---- */

const upc_stride_schedule_t *upc_stride_schedule(int i); /* null behind the last */

/* 1 if the operation has a schedule of that name, which is filled in with its number; all but who decided. */
int upc_stride_schedule_named(int operation, const char *name, upc_stride_choice_t *choice);

/* "flat, binomial, knomial:<k>": all of the operation's. */
void upc_stride_schedule_names(int operation, char *text, size_t size);

#endif
