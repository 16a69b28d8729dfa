/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of a thread, ready to run: where their elements are, and in which order they run. */
#include "graph/graph_thread.h"
#include "base/allocate.h"

#include <string.h>

static void make_part(upc_stride_graph_run_t *R, int index) {
  upc_stride_run_part_t *p = &R->part[index];
  const upc_stride_local_part_t *l = &R->plan.part[index];
  int k, i, odd;
  p->plan = l;
  p->step = &R->graph->step[l->step];
  p->argument.part = l->part;
  for (k = 0; k < p->step->accesses; k++) {
    const upc_stride_access_t *a = &R->graph->access[p->step->access[k]];
    const upc_stride_region_t *region;
    upc_stride_operand_t own, *operand = k < p->step->operands ? &p->argument.operand[k] : &own;
    char *data;
    operand->box = a->d->box[l->part];
    if (l->region[k] < 0) continue;
    region = &R->plan.region[l->region[k]];
    data = R->region[l->region[k]];
    memcpy(operand->stride, region->stride, sizeof operand->stride);
    for (i = 0; i < UPC_STRIDE_DIMS; i++) data += (operand->box.lo[i] - region->box.lo[i]) * region->stride[i];
    for (odd = 0; odd < 2; odd++) {
      int generation = (odd + R->graph->value[a->value].ahead) % region->generations;
      p->data[odd][k] = data + (size_t)generation * region->bytes;
    }
  }
}

/* Each part gets the messages of which it is a reader, once. */
static void list_incoming(upc_stride_graph_run_t *R) {
  int i, k;
  for (i = 0; i < R->plan.messages; i++)
    for (k = 0; k < R->plan.message[i].readers; k++) {
      upc_stride_run_part_t *p = &R->part[R->plan.message[i].reader[k].part];
      if (p->incomings > 0 && p->incoming[p->incomings - 1] == i) continue;
      p->incoming = upc_stride_grown(p->incoming, p->incomings, &p->incomings_capacity, sizeof *p->incoming, "a graph");
      p->incoming[p->incomings++] = i;
    }
}

/* What the program gives has its own strides. */
void upc_stride_graph_regions_find(upc_stride_graph_run_t *R) {
  int i;
  R->region = upc_stride_alloc((size_t)R->plan.regions, sizeof *R->region, "a graph");
  for (i = 0; i < R->plan.regions; i++) {
    upc_stride_region_t *r = &R->plan.region[i];
    const upc_stride_operand_t *operand;
    R->region[i] = (char *)R->memory + R->regions + r->offset;
    if (r->given < 0) continue;
    operand = &R->graph->access[r->given].given[r->part];
    R->region[i] = operand->data;
    memcpy(r->stride, operand->stride, sizeof r->stride);
  }
}

/* Lists the parts of each kind of step. */
static void make_orders(upc_stride_graph_run_t *R) {
  int i, when;
  R->ready.heap = upc_stride_alloc((size_t)R->plan.parts, sizeof *R->ready.heap, "a graph");
  for (when = 0; when < 3; when++)
    R->order[when] = upc_stride_alloc((size_t)R->plan.parts, sizeof(int), "a graph");
  for (i = 0; i < R->plan.parts; i++) {
    when = R->part[i].step->when;
    R->part[i].number = R->count[when];
    R->order[when][R->count[when]++] = i;
  }
}

void upc_stride_graph_parts_make(upc_stride_graph_run_t *R) {
  int i;
  R->part = upc_stride_alloc((size_t)R->plan.parts, sizeof *R->part, "a graph");
  for (i = 0; i < R->plan.parts; i++) make_part(R, i);
  list_incoming(R);
  make_orders(R);
}
