/* SPDX-License-Identifier: BSD-3-Clause
 * A line of a rule file (rule.h) as a value, and reading it. */
#ifndef UPC_STRIDE_RULE_LINE_H
#define UPC_STRIDE_RULE_LINE_H

#include "schedules/schedules.h"

#include <stddef.h>

typedef struct upc_stride_range {
  unsigned long long lo, hi;
} upc_stride_range_t;

typedef struct upc_stride_rule {
  int operation;
  char conduit[24];                   /* or "*" */
  upc_stride_range_t members, bytes, threads_per_core, work, per_node, sides;
  int least_all, most_all;            /* sides with ALLSYNC */
  int near, ordered, even, placed, whole; /* 1 or 0: only such calls; -1: all calls */
  long long segment, under_way;       /* parameters of the schedule; -1: not given */
  int ahead, same_core, rounds, helper_rounds;
  upc_stride_choice_t choice;         /* with the file, the line, and its comment: allocated, or "" */
} upc_stride_rule_t;

/* Reads line `number` of a file, and changes the text. The name of the file must stay. A line makes no rule, one, or
 * one for each operation: each goes to `add`. Or it sets a tuned value. 1 if the line is right; else 0, and what is
 * wrong is in `wrong`. */
int upc_stride_rule_line(const char *file, int number, char *text, void (*add)(const upc_stride_rule_t *r),
                         char *wrong, size_t size);

#endif
