/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schedules and the rule that chooses one. */
#ifndef UPC_STRIDE_CHOOSE_H
#define UPC_STRIDE_CHOOSE_H

#include "tree.h"

enum { UPC_STRIDE_OP_BROADCAST, UPC_STRIDE_OP_EXCHANGE, UPC_STRIDE_OPS };

typedef struct upc_stride_schedule {
  int operation;
  const char *name, *what;
  const upc_stride_tree_t *tree;      /* of a rooted operation, else null */
} upc_stride_schedule_t;

/* The schedule of a call, from what every member knows alike: the operation, the bytes of a piece, the team's size
 * and the dimensions of its box in which it has more than one coordinate. */
const upc_stride_schedule_t *upc_stride_choose(int operation, size_t bytes, int members, int dimensions);

/* Looks at the variables that force a schedule: null, or the one complaint about them. */
const char *upc_stride_forced_wrongly(void);

#endif
