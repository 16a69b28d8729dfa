/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A *branch* is a list of values, one int each, of which some must be 0 and the others not: conditions that all hold.
 * graph.h says what has one. */
#ifndef UPC_STRIDE_GRAPH_BRANCH_H
#define UPC_STRIDE_GRAPH_BRANCH_H

enum { UPC_STRIDE_STEP_CONDITIONS = 4,   /* of one step, at most */
       UPC_STRIDE_TERMS = 2 * UPC_STRIDE_STEP_CONDITIONS };

typedef struct upc_stride_branch {
  int n, value[UPC_STRIDE_TERMS], holds[UPC_STRIDE_TERMS]; /* by ascending values */
} upc_stride_branch_t;

/* Adds a term, if it is not there; 0 if the branch has the opposite one, or no place. */
int upc_stride_branch_add(upc_stride_branch_t *G, int value, int holds);

/* 1: they cannot both hold; if the one holds, so does the other; they are the same. */
int upc_stride_branches_exclude(const upc_stride_branch_t *a, const upc_stride_branch_t *b);
int upc_stride_branch_implies(const upc_stride_branch_t *a, const upc_stride_branch_t *b);
int upc_stride_branches_equal(const upc_stride_branch_t *a, const upc_stride_branch_t *b);

#endif
