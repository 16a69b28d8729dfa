/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode for graphs: explained in graph_checked.h. */
#include "graph/graph_checked.h"
#include "arrays/check.h"
#include "base/fail.h"

static unsigned long long before[UPC_STRIDE_STEP_VALUES];

static unsigned long long sum_of_bytes(const char *data, size_t bytes, unsigned long long sum) {
  size_t i;
  for (i = 0; i < bytes; i++) sum = (sum ^ (unsigned char)data[i]) * 1099511628211ull;
  return sum;
}

/* Of the elements of a view, row by row. */
static unsigned long long sum_of(const upc_stride_view_t *v, size_t element) {
  const upc_stride_box_t *b = &v->box;
  size_t row = (size_t)(b->hi[UPC_STRIDE_DIMS - 1] - b->lo[UPC_STRIDE_DIMS - 1]) * element;
  unsigned long long sum = 14695981039346656037ull;
  long long i, j, k;
  if (upc_stride_box_size(b) == 0) return sum;
  for (i = b->lo[0]; i < b->hi[0]; i++)
    for (j = b->lo[1]; j < b->hi[1]; j++)
      for (k = b->lo[2]; k < b->hi[2]; k++)
        sum = sum_of_bytes(upc_stride_element(v, i, j, k, b->lo[UPC_STRIDE_DIMS - 1]), row, sum);
  return sum;
}

static unsigned long long sum_of_access(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int k) {
  const upc_stride_access_t *a = &R->graph->access[p->step->access[k]];
  return sum_of(&p->argument.view[k], R->graph->value[a->value].size);
}

void upc_stride_graph_checked_before(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int k;
  for (k = 0; k < p->step->accesses; k++)
    if (!R->graph->access[p->step->access[k]].writes) before[k] = sum_of_access(R, p, k);
}

void upc_stride_graph_checked_after(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_run", NULL);
  int k;
  for (k = 0; k < p->step->accesses; k++) {
    const upc_stride_access_t *a = &R->graph->access[p->step->access[k]];
    if (!a->writes && before[k] != sum_of_access(R, p, k))
      upc_stride_fail(&site, "g", "part %d of step %.40s changes value %.40s in iteration %d, must only read it",
                      p->plan->part, p->step->name, R->graph->value[a->value].name, p->argument.iteration);
  }
}
