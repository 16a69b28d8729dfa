/* SPDX-License-Identifier: BSD-3-Clause
 * Which conditions are known where: explained in graph.h. */
#include "graph_plan/graph.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

static int has(const upc_stride_branch_t *B, int value) {
  int i;
  for (i = 0; i < B->n; i++)
    if (B->value[i] == value) return 1;
  return 0;
}

/* ---- what is known where ---- */

static int last_writer(const upc_stride_graph_t *g, int value) {
  int a, last = -1;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].writes && g->access[a].value == value && g->access[a].step > last) last = g->access[a].step;
  return last;
}

/* The same in the whole run. */
static int constant(const upc_stride_graph_value_t *v) { return v->when == UPC_STRIDE_FIRST && v->source < 0; }

/* 1: what is read is what the same iteration has written, so that conditions are the same at both ends. */
static int same_iteration(const upc_stride_graph_t *g, int reader, int written) {
  const int kind = g->step[g->access[reader].step].when, writer = g->step[g->access[written].step].when;
  return g->access[reader].value == g->access[written].value &&
         (kind == writer || (kind == UPC_STRIDE_LAST && writer == UPC_STRIDE_EACH));
}

void upc_stride_graph_known(const upc_stride_graph_t *g, int reader, int written, upc_stride_branch_t *known) {
  const upc_stride_branch_t *G = &g->step[g->access[reader].step].branch;
  int i;
  known->n = 0;
  for (i = 0; i < G->n; i++)
    if (constant(&g->value[G->value[i]]) || same_iteration(g, reader, written))
      upc_stride_branch_add(known, G->value[i], G->holds[i]);
}

/* 1: a condition has its value before the step that writes, and the same one where this is read. */
static int known_before(const upc_stride_graph_t *g, int condition, int reader, int written) {
  const upc_stride_graph_value_t *c = &g->value[condition];
  const int writer = g->access[written].step, kind = g->step[writer].when;
  if (constant(c)) return kind != UPC_STRIDE_FIRST || last_writer(g, condition) < writer;
  if (!same_iteration(g, reader, written) || g->step[g->access[reader].step].when != kind) return 0;
  if (c->source >= 0) return kind == UPC_STRIDE_EACH;
  return c->when == kind && last_writer(g, condition) < writer;
}

/* 1: the condition is written whenever the step runs. */
static int always_written(const upc_stride_graph_t *g, int condition, int step) {
  int a;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].writes && g->access[a].value == condition &&
        !upc_stride_branch_implies(&g->step[step].branch, &g->step[g->access[a].step].branch))
      return 0;
  return 1;
}

/* 1: the step reads the condition by an access of the library. */
static int reads_condition(const upc_stride_graph_t *g, int step, int condition) {
  const upc_stride_graph_step_t *s = &g->step[step];
  int k;
  for (k = s->operands; k < s->accesses; k++)
    if (g->access[s->access[k]].value == condition) return 1;
  return 0;
}

void upc_stride_graph_move_branch(const upc_stride_graph_t *g, int reader, int written, upc_stride_branch_t *branch) {
  const upc_stride_graph_step_t *s = &g->step[g->access[reader].step];
  int i;
  branch->n = 0;
  if (upc_stride_value_of(g, written)->in_place) return;
  *branch = g->step[g->access[written].step].branch;
  if (g->access[reader].condition) return;
  for (i = 0; i < s->branch.n; i++)
    if (known_before(g, s->branch.value[i], reader, written) &&
        reads_condition(g, g->access[written].step, s->branch.value[i]))
      upc_stride_branch_add(branch, s->branch.value[i], s->branch.holds[i]);
}

/* ---- the accesses that read conditions ---- */

static void read_condition(upc_stride_graph_t *g, int step, int condition) {
  upc_stride_graph_step_t *s = &g->step[step];
  const upc_stride_distribution_t *of = upc_stride_step_parts(g, step);
  upc_stride_box_t *box = upc_stride_alloc((size_t)of->parts, sizeof *box, "a graph");
  upc_stride_access_t *a;
  int p, k;
  for (p = 0; p < of->parts; p++)
    for (k = 0; k < UPC_STRIDE_DIMS; k++) box[p].hi[k] = 1;
  g->access = upc_stride_resize(g->access, (size_t)g->accesses + 1, sizeof *g->access, "a graph");
  a = &g->access[g->accesses];
  memset(a, 0, sizeof *a);
  a->step = step;
  a->value = condition;
  a->condition = 1;
  a->d = upc_stride_distribution_boxes(g->value[condition].ndims, of->parts, box, of->thread);
  s->access[s->accesses++] = g->accesses++;
  free(box);
}

/* Steps that write what access `reader` reads need its conditions, where they can know them. */
static void tell_writers(upc_stride_graph_t *g, int reader) {
  const upc_stride_branch_t *G = &g->step[g->access[reader].step].branch;
  const int source = upc_stride_value_of(g, reader)->source, value = g->access[reader].value;
  int a, i;
  for (a = 0; a < g->accesses && G->n > 0; a++) {
    const int step = g->access[a].step, v = g->access[a].value;
    if (!g->access[a].writes || (v != value && v != source) || g->value[v].in_place) continue;
    for (i = 0; i < G->n; i++)
      if (!has(&g->step[step].branch, G->value[i]) && !reads_condition(g, step, G->value[i]) &&
          known_before(g, G->value[i], reader, a) && always_written(g, G->value[i], step) &&
          g->step[step].accesses < UPC_STRIDE_STEP_ACCESSES)
        read_condition(g, step, G->value[i]);
  }
}

void upc_stride_graph_add_conditions(upc_stride_graph_t *g) {
  int s, i, a, accesses;
  for (s = 0; s < g->steps; s++) g->step[s].operands = g->step[s].accesses;
  for (s = 0; s < g->steps; s++)
    for (i = 0; i < g->step[s].branch.n && g->step[s].operands > 0; i++)
      read_condition(g, s, g->step[s].branch.value[i]);
  accesses = g->accesses;
  for (a = 0; a < accesses; a++)
    if (!g->access[a].condition && (!g->access[a].writes || g->access[a].updates)) tell_writers(g, a);
}

void upc_stride_graph_remove_conditions(upc_stride_graph_t *g) {
  int s;
  while (g->accesses > 0 && g->access[g->accesses - 1].condition)
    upc_stride_distribution_free(g->access[--g->accesses].d);
  for (s = 0; s < g->steps; s++) g->step[s].accesses = g->step[s].operands;
}
