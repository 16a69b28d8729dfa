/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode for graphs: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/hooks.h"
#include "arrays/check.h"
#include "base/fail.h"

#include <string.h>

enum { BESIDE = 2, GUARD_BYTE = 0xa5 };

typedef unsigned long long sum_t;
static const sum_t no_bytes = 14695981039346656037ull;

/* Of the part that runs, for each of its values: of what it only reads, or of what is beside what it writes. */
static sum_t before[UPC_STRIDE_STEP_VALUES];
static upc_stride_boxes_t watched[UPC_STRIDE_STEP_VALUES];

static sum_t sum_of_bytes(const char *data, size_t bytes, sum_t sum) {
  size_t i;
  for (i = 0; i < bytes; i++) sum = (sum ^ (unsigned char)data[i]) * 1099511628211ull;
  return sum;
}

/* Of the elements of a box in the storage of an operand, one by one: a given value may have any strides. */
static sum_t sum_of_box(const upc_stride_operand_t *v, const upc_stride_box_t *b, size_t element, sum_t sum) {
  long long i, j, k, l;
  for (i = b->lo[0]; i < b->hi[0]; i++)
    for (j = b->lo[1]; j < b->hi[1]; j++)
      for (k = b->lo[2]; k < b->hi[2]; k++)
        for (l = b->lo[3]; l < b->hi[3]; l++)
          sum = sum_of_bytes(upc_stride_element(v, i, j, k, l), element, sum);
  return sum;
}

static const upc_stride_access_t *access_of(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int k) {
  return &R->graph->access[p->step->access[k]];
}

static sum_t sum_of_watched(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int k) {
  sum_t sum = no_bytes;
  int i;
  for (i = 0; i < watched[k].n; i++)
    sum = sum_of_box(&p->argument.operand[k], &watched[k].box[i], R->graph->value[access_of(R, p, k)->value].size, sum);
  return sum;
}

/* The elements beside a box, within the region. */
static upc_stride_box_t grown(const upc_stride_box_t *box, const upc_stride_box_t *region) {
  upc_stride_box_t more = *box, common;
  int i;
  for (i = 0; i < UPC_STRIDE_DIMS; i++) more.lo[i] -= BESIDE, more.hi[i] += BESIDE;
  return upc_stride_box_common(&common, &more, region) ? common : *box;
}

static void watch(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int k) {
  const int region = p->plan->region[k];
  const upc_stride_box_t *box = &p->argument.operand[k].box;
  upc_stride_box_t more;
  int i;
  watched[k].n = 0;
  if (region < 0) return;
  if (!access_of(R, p, k)->writes) {
    upc_stride_boxes_add(&watched[k], box);
    return;
  }
  more = grown(box, &R->plan.region[region].box);
  upc_stride_boxes_add(&watched[k], &more);
  for (i = 0; i < p->step->operands; i++)
    if (p->plan->region[i] == region && access_of(R, p, i)->writes)
      upc_stride_boxes_remove(&watched[k], &p->argument.operand[i].box);
  for (i = R->plan.region[region].newest_move; i >= 0; i = R->plan.move[i].older)
    if (R->plan.move[i].message >= 0) upc_stride_boxes_remove(&watched[k], &R->plan.move[i].box);
}

/* ---- guards ---- */

/* From the end of the elements to the end of a generation; generation -1: before the first one. */
static char *guard_of(const upc_stride_graph_run_t *R, int region, int generation, size_t *bytes) {
  const upc_stride_region_t *r = &R->plan.region[region];
  const size_t used = (size_t)upc_stride_box_size(&r->box) * R->graph->value[r->storage].size;
  *bytes = generation < 0 ? R->graph->guard : r->bytes - used;
  return R->region[region] + (generation < 0 ? -(ptrdiff_t)R->graph->guard
                                             : (ptrdiff_t)((size_t)generation * r->bytes + used));
}

/* What the program gives has none, nor what only messages write. */
static int has_guards(const upc_stride_region_t *r) { return r->given < 0 && r->slot < 0; }

void upc_stride_graph_checked_new(const upc_stride_graph_run_t *R) {
  int i, generation;
  for (i = 0; i < R->plan.regions; i++)
    for (generation = -1; has_guards(&R->plan.region[i]) && generation < R->plan.region[i].generations; generation++) {
      size_t bytes;
      char *guard = guard_of(R, i, generation, &bytes);
      memset(guard, GUARD_BYTE, bytes);
    }
}

static int guards_whole(const upc_stride_graph_run_t *R, int region) {
  int generation;
  size_t i, bytes;
  if (!has_guards(&R->plan.region[region])) return 1;
  for (generation = -1; generation < R->plan.region[region].generations; generation++) {
    const char *guard = guard_of(R, region, generation, &bytes);
    for (i = 0; i < bytes; i++)
      if ((unsigned char)guard[i] != GUARD_BYTE) return 0;
  }
  return 1;
}

/* ---- before and after a part ---- */

static void refuse_calls(const char *step) {
  static char text[120];
  snprintf(text, sizeof text, "called by step %.40s of a graph, must come before or after upc_stride_graph_run", step);
  upc_stride_no_call_now = text;
}

void upc_stride_graph_checked_before(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int k;
  refuse_calls(p->step->name);
  for (k = 0; k < p->step->operands; k++) {
    watch(R, p, k);
    before[k] = sum_of_watched(R, p, k);
  }
}

/* `what` and the value say what the part has changed. */
static void fail(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, const char *what, int value,
                 const char *must) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_run", NULL);
  upc_stride_fail(&site, "g", "part %d of step %.40s changes %s %.40s in iteration %d, %s", p->plan->part,
                  p->step->name, what, R->graph->value[value].name, p->argument.iteration, must);
}

void upc_stride_graph_checked_after(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int k;
  upc_stride_no_call_now = NULL;
  for (k = 0; k < p->step->operands; k++) {
    const upc_stride_access_t *a = access_of(R, p, k);
    if (before[k] == sum_of_watched(R, p, k)) continue;
    if (a->writes) fail(R, p, "elements beside its box of value", a->value, "must change those of the box only");
    fail(R, p, "value", a->value, "must only read it");
  }
  for (k = 0; k < p->step->operands; k++)
    if (p->plan->region[k] >= 0 && !guards_whole(R, p->plan->region[k]))
      fail(R, p, "memory outside of value", access_of(R, p, k)->value, "must change its box only");
}

void upc_stride_graph_checked_taken(const upc_stride_graph_run_t *R) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_run", NULL);
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    const upc_stride_incoming_t *m = &R->incoming[i];
    if (!m->near && !m->way.streams && m->in_slots < m->end)
      upc_stride_fail(&site, "g", "message %d from thread %d: %d generations taken, must be %d, an error of the "
                      "library", i, m->from, m->in_slots, m->end);
  }
}
