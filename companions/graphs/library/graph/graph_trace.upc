/* SPDX-License-Identifier: BSD-3-Clause
 * A run of a graph that observers see: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/allocate.h"
#include "base/port.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 200 };

/* "file.upc:12: step" for the call of upc_stride_graph_run in "file.upc:12: upc_stride_graph_run". The names stay: a
 * trace refers to them. */
static char *text_of(const char *called, const char *step) {
  char *text = upc_stride_alloc(TEXT, 1, "the trace of a graph");
  const char *end = called != NULL ? strstr(called, ": ") : NULL;
  snprintf(text, TEXT, "%.*s: %.40s", end != NULL ? (int)(end - called) : 5, end != NULL ? called : "graph", step);
  return text;
}

int upc_stride_graph_trace_begin(upc_stride_graph_run_t *R) {
  const char *called = upc_stride_called();
  int s;
  if (upc_stride_observers == NULL) return 0;
  if (R->text == NULL) {
    R->text = upc_stride_alloc((size_t)R->graph->steps + 1, sizeof *R->text, "the trace of a graph");
    for (s = 0; s < R->graph->steps; s++) R->text[s] = text_of(called, R->graph->step[s].name);
    R->text[s] = text_of(called, "upc_stride_graph_run");
  }
  return 1;
}

/* What goes to other threads. */
static size_t bytes_sent(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int final = p->argument.iteration == R->iterations - 1, i, k;
  size_t sent = 0;
  for (i = 0; i < p->deliveries; i++) {
    const upc_stride_delivery_t *g = &p->delivery[i];
    size_t bytes = g->copy.box.bytes;
    if (g->outgoing < 0 || (g->when == UPC_STRIDE_MOVE_FINAL && !final)) continue;
    if (g->when == UPC_STRIDE_MOVE_EACH && !g->sent_last && final) continue;
    for (k = 0; k < g->copy.box.levels; k++) bytes *= (size_t)g->copy.box.count[k];
    sent += bytes * (size_t)R->outgoing[g->outgoing].targets;
  }
  return sent;
}

static upc_stride_seen_t seen(const upc_stride_graph_run_t *R, int step, const char *name) {
  upc_stride_seen_t s;
  memset(&s, 0, sizeof s);
  s.name = name, s.called = R->text[step];
  return s;
}

void upc_stride_graph_tell_part(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int has_run) {
  upc_stride_seen_t s = seen(R, p->plan->step, p->step->name);
  if (has_run) s.sent = bytes_sent(R, p);
  (has_run ? upc_stride_tell_end : upc_stride_tell_begin)(&R->told, &s, 0);
}

void upc_stride_graph_tell_wait(const upc_stride_graph_run_t *R, int thread, int has_waited) {
  upc_stride_seen_t s = seen(R, R->graph->steps, "upc_stride_graph_run");
  upc_stride_tell_wait(NULL, &s, thread, has_waited);
}
