/* SPDX-License-Identifier: BSD-3-Clause
 * What can be wrong with a graph as a whole: explained in graph.h. */
#include "graph_plan/graph.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- single assignment ---- */

/* Finds a part of access a and another part of access b that have elements in common; 0 if there are none. */
static int parts_meet(const upc_stride_graph_t *g, int a, int b, int *part, int *other, upc_stride_box_t *common) {
  const upc_stride_distribution_t *A = g->access[a].d;
  upc_stride_found_t found = {NULL, 0, 0};
  int p, i, same_step = g->access[a].step == g->access[b].step, meets = 0;
  for (p = 0; p < A->parts && !meets; p++) {
    upc_stride_distribution_find(g->access[b].d, &A->box[p], &found);
    for (i = 0; i < found.n && !meets; i++) {
      int q = found.number[i];
      if (a == b ? q <= p : same_step && q == p && g->access[a].writes != g->access[b].writes) continue;
      upc_stride_box_common(common, &A->box[p], &g->access[b].d->box[q]);
      *part = p;
      *other = q;
      meets = 1;
    }
  }
  free(found.number);
  return meets;
}

/* Parts of two accesses that touch the same elements, and nothing says which comes first. */
static int without_order(const upc_stride_graph_t *g, int a, int b, char *complaint) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, a);
  const char *how = g->access[b].writes ? "written" : "read";
  upc_stride_box_t common;
  char text[200];
  int p, q;
  if (!parts_meet(g, a, b, &p, &q, &common)) return 0;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: element %s is written by part %d of step %.40s and %s by "
           "part %d of step %.40s without an order, must be left to one of them", v->name,
           upc_stride_graph_spell(v, &common, text), p, g->step[g->access[a].step].name, how, q,
           g->step[g->access[b].step].name);
  return 1;
}

static int assigned_by_one(const upc_stride_graph_t *g, int a, int b, char *complaint) {
  const upc_stride_access_t *A = &g->access[a], *B = &g->access[b];
  if (!B->writes || A->value != B->value) return 1;
  if (upc_stride_branches_exclude(&g->step[A->step].branch, &g->step[B->step].branch)) return 1; /* two branches */
  if (a == b && A->d->grown && !g->value[A->value].in_place) return 1; /* its parts compute the same on purpose */
  return !without_order(g, a, b, complaint);
}

/* In place, the steps change an element one after the other. */
static int assigned_once(const upc_stride_graph_t *g, char *complaint) {
  int a, b, k;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_graph_step_t *s = &g->step[g->access[a].step];
    if (!g->access[a].writes) continue;
    for (k = 0; k < s->accesses; k++)
      if (s->access[k] >= a && !assigned_by_one(g, a, s->access[k], complaint)) return 0;
    for (b = a + 1; b < g->accesses && !upc_stride_value_of(g, a)->in_place; b++)
      if (g->access[b].step != g->access[a].step && !assigned_by_one(g, a, b, complaint)) return 0;
  }
  return 1;
}

/* ---- values in place ---- */

/* Elements that the program gives are written where they are. */
static int written_where_given(const upc_stride_graph_t *g, int given, int writer, char *complaint) {
  const upc_stride_access_t *G = &g->access[given], *w = &g->access[writer];
  const upc_stride_graph_value_t *v = &g->value[w->value];
  upc_stride_found_t found = {NULL, 0, 0};
  int p, i, right = 1;
  for (p = 0; p < w->d->parts && right; p++) {
    upc_stride_distribution_find(G->d, &w->d->box[p], &found);
    for (i = 0; i < found.n && right; i++) {
      int q = found.number[i];
      if (G->d->thread[q] == w->d->thread[p] && upc_stride_box_contains(&G->d->box[q], &w->d->box[p])) continue;
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: part %d of step %.40s on thread %d changes elements of "
               "part %d that the program gives on thread %d, must lie in this part, on this thread", v->name, p,
               g->step[w->step].name, w->d->thread[p], q, G->d->thread[q]);
      right = 0;
    }
  }
  free(found.number);
  return right;
}

/* What an access writes is not read by other parts of its step; what it is given, others write where it is. */
static int in_place_valid(const upc_stride_graph_t *g, int a, char *complaint) {
  const upc_stride_access_t *A = &g->access[a], *B = g->access;
  const upc_stride_graph_step_t *s = &g->step[A->step];
  int b, k;
  if (!A->writes) return 1;
  for (k = 0; k < s->accesses; k++) {
    b = s->access[k];
    if (b != a && B[b].value == A->value && !B[b].writes && without_order(g, a, b, complaint)) return 0;
  }
  for (b = 0; b < g->accesses && A->given != NULL; b++)
    if (b != a && B[b].value == A->value && B[b].writes && B[b].given == NULL &&
        !written_where_given(g, a, b, complaint))
      return 0;
  return 1;
}

static int all_in_place_valid(const upc_stride_graph_t *g, char *complaint) {
  int a;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_graph_value_t *v = upc_stride_value_of(g, a);
    if (!v->in_place) continue;
    if (v->ahead || v->source >= 0 || g->access[a].d->periodic) {
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is given or updated, must not be carried nor periodic",
               v->name);
      return 0;
    }
    if (!in_place_valid(g, a, complaint)) return 0;
  }
  return 1;
}

/* ---- order ---- */

/* Of the value of an access, among the steps that run when this access's does; -1 if there is none. */
static int last_writer(const upc_stride_graph_t *g, const upc_stride_access_t *reader) {
  const upc_stride_branch_t *branch = &g->step[reader->step].branch;
  int a, last = -1;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_access_t *A = &g->access[a];
    if (!A->writes || A->value != reader->value || A->step <= last) continue;
    if (g->step[A->step].when == g->step[reader->step].when &&
        upc_stride_branches_exclude(branch, &g->step[A->step].branch))
      continue;
    last = A->step;
  }
  return last;
}

static int reads_in_order(const upc_stride_graph_t *g, const upc_stride_access_t *a, char *complaint) {
  static const char *const words[] = {"UPC_STRIDE_EACH", "UPC_STRIDE_FIRST", "UPC_STRIDE_LAST"};
  const upc_stride_graph_value_t *v = &g->value[a->value];
  const upc_stride_graph_step_t *s = &g->step[a->step];
  int writer = last_writer(g, a);
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
  if (writer == a->step) why = "is the same one, must update it or read what is carried to it";
  if (v->when == UPC_STRIDE_LAST && s->when != UPC_STRIDE_LAST) why = "runs after the last iteration";
  if (v->when == UPC_STRIDE_EACH && s->when == UPC_STRIDE_FIRST) why = "runs after the first steps";
  if (why == NULL) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is read by step %.40s of %s, but step %.40s, which writes it, "
           "%s", v->name, s->name, words[s->when], g->step[writer].name, why);
  return 0;
}

static int carried_valid(const upc_stride_graph_t *g, char *complaint) {
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

static int conditions_valid(const upc_stride_graph_t *g, char *complaint) {
  int a, i;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_graph_step_t *s = &g->step[g->access[a].step];
    const upc_stride_graph_value_t *v = upc_stride_value_of(g, a);
    for (i = 0; i < s->branch.n; i++) {
      if (!g->value[s->branch.value[i]].in_place) continue;
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is a condition, must not be given nor updated",
               g->value[s->branch.value[i]].name);
      return 0;
    }
    if (s->branch.n == 0 || !v->in_place || !g->access[a].writes || g->access[a].updates) continue;
    snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s is in place, and step %.40s, which has a condition, writes "
             "it, must update it", v->name, s->name);
    return 0;
  }
  return 1;
}

int upc_stride_graph_valid(const upc_stride_graph_t *g, char *complaint) {
  int a, s;
  for (s = 0; s < g->steps; s++)
    if (g->step[s].accesses == 0) {
      snprintf(complaint, UPC_STRIDE_COMPLAINT, "step %.40s reads and writes no value", g->step[s].name);
      return 0;
    }
  if (!conditions_valid(g, complaint) || !all_in_place_valid(g, complaint) || !carried_valid(g, complaint)) return 0;
  for (a = 0; a < g->accesses; a++)
    if (!g->access[a].writes && !upc_stride_value_of(g, a)->in_place &&
        !reads_in_order(g, &g->access[a], complaint))
      return 0;
  return assigned_once(g, complaint);
}
