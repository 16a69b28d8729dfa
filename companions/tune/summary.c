/* SPDX-License-Identifier: BSD-3-Clause
 * What the rules gain, a line for each operation: the time by the default rules over that by the rules of the file. */
#include <math.h>
#include <stdio.h>
#include "tune.h"

/* The cells of one operation, or of all. */
typedef struct sum {
  int cells, changed;                 /* all; those with another schedule */
  double logs, most;                  /* sum of the gains' logarithms; the largest gain */
  char where[80];                     /* that was so */
} sum_t;

static void add_cell(sum_t *sum, const request_t *r, int operation, const cell_t *cell, int t, int b) {
  int best = best_of(operation, cell);
  double gain = median_of(cell, best) > 0 ? median_of(cell, 0) / median_of(cell, best) : 1;
  sum->cells++;
  sum->logs += log(gain);
  if (best == 0) return;
  sum->changed++;
  if (gain <= sum->most) return;
  sum->most = gain;
  snprintf(sum->where, sizeof sum->where, "%zu members, %zu B: %s for %s", members_of(r, t), r->bytes.at[b],
           operations[operation].candidate[best], cell->built_in);
}

static void add_operation(sum_t *sum, const request_t *r, int operation) {
  for (int sync = 0; sync < TUNE_SYNCS; sync++)
    for (int t = 0; t < r->threads.n; t++)
      for (int b = 0; b < r->bytes.n; b++)
        if (known(&cells[sync][operation][t][b])) add_cell(sum, r, operation, &cells[sync][operation][t][b], t, b);
}

static void print_sum(const char *name, const sum_t *sum) {
  printf("%-14s %5d %7d %6.2f", name, sum->cells, sum->changed, exp(sum->logs / sum->cells));
  if (sum->changed > 0) printf(" %6.2f  %s", sum->most, sum->where);
  putchar('\n');
}

void summarize(const request_t *r) {
  sum_t all = {.most = 1};
  printf("time by the rules of the library, over the time by %s:\n%-14s %5s %7s %6s %6s\n", r->output, "operation",
         "calls", "changed", "mean", "most");
  for (int i = 0; i < UPC_STRIDE_OPS; i++) {
    sum_t sum = {.most = 1};
    if (!r->wanted[i]) continue;
    add_operation(&sum, r, i);
    add_operation(&all, r, i);
    if (sum.cells > 0) print_sum(short_name(i), &sum);
  }
  if (all.cells > 0) print_sum("all", &all);
}
