/* SPDX-License-Identifier: BSD-3-Clause
 * What can be wrong with a graph as a whole: explained in graph.h. */
#include "graph/graph.h"

#include <stdio.h>

const upc_stride_distribution_t *upc_stride_step_parts(const upc_stride_graph_t *g, int step) {
  return g->access[g->step[step].access[0]].d;
}

/* What is written in each iteration has two generations: one can be read while the next is written. */
int upc_stride_graph_generations(const upc_stride_graph_t *g, int storage) {
  return g->value[storage].when == UPC_STRIDE_EACH || g->value[storage].source >= 0 ? 2 : 1;
}

const char *upc_stride_graph_spell(const upc_stride_graph_value_t *v, const upc_stride_box_t *b, char *text) {
  int k, at = 0;
  for (k = 0; k < v->ndims; k++) at += snprintf(text + at, 30, "%s%lld", k == 0 ? "(" : ", ", b->lo[k]);
  snprintf(text + at, 2, ")");
  return text;
}

/* ---- single assignment ---- */

static int written_twice(const upc_stride_graph_t *g, int a, int b, char *complaint) {
  const upc_stride_distribution_t *A = g->access[a].d, *B = g->access[b].d;
  const upc_stride_graph_value_t *v = &g->value[g->access[a].value];
  upc_stride_box_t common;
  char text[200];
  int p, q;
  for (p = 0; p < A->parts; p++)
    for (q = a == b ? p + 1 : 0; q < B->parts; q++) {
      if (!upc_stride_box_common(&common, &A->box[p], &B->box[q])) continue;
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: element %s is written by part %d of step %.40s and by "
               "part %d of step %.40s, must be written once", v->name, upc_stride_graph_spell(v, &common, text), p,
               g->step[g->access[a].step].name, q, g->step[g->access[b].step].name);
      return 1;
    }
  return 0;
}

static int assigned_once(const upc_stride_graph_t *g, char *complaint) {
  int a, b;
  for (a = 0; a < g->accesses; a++)
    for (b = a; b < g->accesses; b++) {
      if (!g->access[a].writes || !g->access[b].writes || g->access[a].value != g->access[b].value) continue;
      if (a == b && g->access[a].d->grown) continue; /* its parts compute the same on purpose */
      if (written_twice(g, a, b, complaint)) return 0;
    }
  return 1;
}

/* ---- order ---- */

static int last_writer(const upc_stride_graph_t *g, int value) {
  int a, last = -1;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].writes && g->access[a].value == value && g->access[a].step > last) last = g->access[a].step;
  return last;
}

static int reads_in_order(const upc_stride_graph_t *g, const upc_stride_access_t *a, char *complaint) {
  static const char *const words[] = {"UPC_STRIDE_EACH", "UPC_STRIDE_FIRST", "UPC_STRIDE_LAST"};
  const upc_stride_graph_value_t *v = &g->value[a->value];
  const upc_stride_graph_step_t *s = &g->step[a->step];
  int writer = last_writer(g, a->value);
  const char *why = NULL;
  if (writer < 0) {
    snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is read by step %.40s, but no step writes it", v->name,
             s->name);
    return 0;
  }
  if (v->source >= 0 && s->when == UPC_STRIDE_LAST) {
    snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is read by step %.40s of UPC_STRIDE_LAST, which must read "
             "value %.40s, from which it is carried", v->name, s->name, g->value[v->source].name);
    return 0;
  }
  if (v->when == s->when && writer >= a->step) why = "comes later";
  if (v->when == UPC_STRIDE_LAST && s->when != UPC_STRIDE_LAST) why = "runs after the last iteration";
  if (v->when == UPC_STRIDE_EACH && s->when == UPC_STRIDE_FIRST) why = "runs after the first steps";
  if (why == NULL) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is read by step %.40s of %s, but step %.40s, which writes it, "
           "%s", v->name, s->name, words[s->when], g->step[writer].name, why);
  return 0;
}

static int carried_right(const upc_stride_graph_t *g, char *complaint) {
  int v;
  for (v = 0; v < g->values; v++) {
    const upc_stride_graph_value_t *to = &g->value[v];
    const char *what = NULL, *name = to->name;
    if (to->source < 0) continue;
    if (to->when != UPC_STRIDE_FIRST) what = "a value to which another is carried, must be written by a step of "
                                             "UPC_STRIDE_FIRST";
    if (g->value[to->source].when != UPC_STRIDE_EACH) {
      name = g->value[to->source].name;
      what = "a value that is carried, must be written by a step of UPC_STRIDE_EACH";
    }
    if (what == NULL) continue;
    snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: %s", name, what);
    return 0;
  }
  return 1;
}

int upc_stride_graph_right(const upc_stride_graph_t *g, char *complaint) {
  int a, s;
  for (s = 0; s < g->steps; s++)
    if (g->step[s].accesses == 0) {
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "step %.40s reads and writes no value", g->step[s].name);
      return 0;
    }
  if (!carried_right(g, complaint)) return 0;
  for (a = 0; a < g->accesses; a++)
    if (!g->access[a].writes && !reads_in_order(g, &g->access[a], complaint)) return 0;
  return assigned_once(g, complaint);
}

/* ---- the same graph on all threads ---- */

static unsigned long long mixed(unsigned long long hash, unsigned long long with) {
  hash = (hash ^ with) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 31;
}

unsigned long long upc_stride_graph_hash(const upc_stride_graph_t *g) {
  unsigned long long hash = mixed((unsigned)g->values, (unsigned)g->steps);
  int i, p, k;
  for (i = 0; i < g->values; i++) {
    const upc_stride_graph_value_t *v = &g->value[i];
    hash = mixed(mixed(hash, v->size), (unsigned)v->source);
    for (k = 0; k < v->ndims; k++) hash = mixed(hash, (unsigned long long)v->extent[k]);
  }
  for (i = 0; i < g->steps; i++) hash = mixed(mixed(hash, (unsigned)g->step[i].when), (unsigned)g->step[i].merged);
  for (i = 0; i < g->accesses; i++) {
    const upc_stride_access_t *a = &g->access[i];
    hash = mixed(mixed(mixed(hash, (unsigned)a->step), (unsigned)a->value), (unsigned)a->writes);
    for (p = 0; p < a->d->parts; p++) {
      hash = mixed(hash, (unsigned)a->d->thread[p]);
      for (k = 0; k < UPC_STRIDE_DIMS; k++)
        hash = mixed(mixed(hash, (unsigned long long)a->d->box[p].lo[k]), (unsigned long long)a->d->box[p].hi[k]);
    }
  }
  return hash;
}
