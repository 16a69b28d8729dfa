/* SPDX-License-Identifier: BSD-3-Clause
 * A graph as plain data: explained in graph.h. */
#include "graph_plan/graph.h"

#include <stdio.h>

const upc_stride_distribution_t *upc_stride_step_parts(const upc_stride_graph_t *g, int step) {
  return g->access[g->step[step].access[0]].d;
}

/* What is written in each iteration has two generations: one can be read while the next is written. */
int upc_stride_graph_generations(const upc_stride_graph_t *g, int storage) {
  if (g->value[storage].in_place) return 1;
  return g->value[storage].when == UPC_STRIDE_EACH || g->value[storage].source >= 0 ? 2 : 1;
}

const char *upc_stride_graph_spell(const upc_stride_graph_value_t *v, const upc_stride_box_t *b, char *text) {
  int k, at = 0;
  for (k = 0; k < v->ndims; k++) at += snprintf(text + at, 30, "%s%lld", k == 0 ? "(" : ", ", b->lo[k]);
  snprintf(text + at, 2, ")");
  return text;
}

/* ---- the same graph on all threads ---- */

unsigned long long upc_stride_mix(unsigned long long hash, unsigned long long with) {
  hash = (hash ^ with) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 31;
}

unsigned long long upc_stride_graph_hash(const upc_stride_graph_t *g) {
  unsigned long long hash = upc_stride_mix((unsigned)g->values, (unsigned)g->steps);
  int i, p, k;
  for (i = 0; i < g->values; i++) {
    const upc_stride_graph_value_t *v = &g->value[i];
    hash = upc_stride_mix(upc_stride_mix(hash, v->size), (unsigned)v->source);
    for (k = 0; k < v->ndims; k++) hash = upc_stride_mix(hash, (unsigned long long)v->extent[k]);
  }
  for (i = 0; i < g->steps; i++) {
    const upc_stride_branch_t *G = &g->step[i].branch;
    hash = upc_stride_mix(hash, (unsigned)(2 * g->step[i].when + g->step[i].merged));
    for (k = 0; k < G->n; k++) hash = upc_stride_mix(hash, (unsigned)(2 * G->value[k] + G->holds[k]));
  }
  for (i = 0; i < g->accesses; i++) {
    const upc_stride_access_t *a = &g->access[i];
    hash = upc_stride_mix(upc_stride_mix(upc_stride_mix(hash, (unsigned)a->step), (unsigned)a->value),
                 (unsigned)(a->writes + 2 * a->updates + 4 * (a->given != NULL)));
    for (p = 0; p < a->d->parts; p++) {
      hash = upc_stride_mix(hash, (unsigned)a->d->thread[p]);
      for (k = 0; k < UPC_STRIDE_DIMS; k++)
        hash = upc_stride_mix(upc_stride_mix(hash, (unsigned long long)a->d->box[p].lo[k]),
                              (unsigned long long)a->d->box[p].hi[k]);
    }
  }
  return hash;
}
