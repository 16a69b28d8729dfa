/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schedules and the rule that chooses one. */
#ifndef UPC_STRIDE_CHOOSE_H
#define UPC_STRIDE_CHOOSE_H

#include "tree.h"

enum {
  UPC_STRIDE_OP_BROADCAST, UPC_STRIDE_OP_SCATTER, UPC_STRIDE_OP_GATHER, UPC_STRIDE_OP_GATHER_ALL,
  UPC_STRIDE_OP_EXCHANGE, UPC_STRIDE_OP_PERMUTE, UPC_STRIDE_OP_REDUCE, UPC_STRIDE_OP_REDUCE_ALL,
  UPC_STRIDE_OP_PREFIX_REDUCE, UPC_STRIDE_OP_COPY, UPC_STRIDE_OPS
};

enum { UPC_STRIDE_FLAT, UPC_STRIDE_TREE, UPC_STRIDE_PAIRWISE, UPC_STRIDE_BRUCK, UPC_STRIDE_HIERARCHICAL };

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
  const char *why;
} upc_stride_choice_t;

/* What a call is chosen by: all that every member knows alike. */
typedef struct upc_stride_matter {
  int operation;
  size_t bytes;                       /* of a piece; of all values of a reduction                    */
  int members, dimensions;            /* of the team; dimensions of its box with more than one place */
  int near;                           /* 1: all threads of the job read each other's memory          */
  int ordered;                        /* 1: values must be combined in the section's order           */
} upc_stride_matter_t;

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_matter_t *matter);

/* Looks at the variables that force a schedule: null, or the one complaint about them. */
const char *upc_stride_forced_wrongly(void);

/* "upc_stride_broadcast" */
const char *upc_stride_operation_name(int operation);

#endif
