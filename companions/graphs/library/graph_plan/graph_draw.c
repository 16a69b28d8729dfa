/* SPDX-License-Identifier: BSD-3-Clause
 * A picture of a graph: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>

/* What goes from a writing access to a reading one, on all threads. */
typedef struct arrow {
  size_t messages, sent, copied;
  int counted;                  /* the last message that was counted, and 1 */
  int related;                  /* 1: what the one has written is read by the other */
} arrow_t;

static void count(arrow_t *arrows, const upc_stride_graph_t *g, int thread) {
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT];
  const size_t accesses = (size_t)g->accesses;
  size_t k;
  int i;
  upc_stride_graph_plan(&P, g, thread, complaint);
  for (k = 0; k < accesses * accesses; k++) {
    arrows[k].counted = 0;
    arrows[k].related |= P.read_from[k];
  }
  for (i = 0; i < P.moves; i++) {
    const upc_stride_move_t *m = &P.move[i];
    arrow_t *a = &arrows[(size_t)m->access * accesses + (size_t)m->reader];
    size_t bytes = (size_t)upc_stride_box_size(&m->box) * upc_stride_value_of(g, m->access)->size;
    if (m->message < 0) {
      a->copied += bytes;
      continue;
    }
    a->sent += bytes;
    if (a->counted != m->message + 1) a->messages++;
    a->counted = m->message + 1;
  }
  upc_stride_graph_plan_free(&P);
}

/* A name inside of quotes: dot takes \" for a quote, and \\ for a backslash. */
static void draw_name(FILE *file, const char *name) {
  for (; *name != 0; name++) {
    if (*name == '"' || *name == '\\') fputc('\\', file);
    fputc(*name, file);
  }
}

static void draw_step(FILE *file, const upc_stride_graph_t *g, int step) {
  static const char *const when[] = {"in each iteration", "first", "last"};
  const upc_stride_graph_step_t *s = &g->step[step];
  int i;
  fprintf(file, "  s%d [shape=box, label=\"", step);
  draw_name(file, s->name);
  fprintf(file, "\\n%d part%s, %s", s->parts, s->parts == 1 ? "" : "s", when[s->when]);
  for (i = 0; i < s->branch.n; i++) {
    fprintf(file, ", %s ", s->branch.holds[i] ? "if" : "unless");
    draw_name(file, g->value[s->branch.value[i]].name);
  }
  fprintf(file, "\"];\n");
}

static void draw_arrow(FILE *file, const upc_stride_graph_t *g, int from, int to, const arrow_t *a) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, from);
  int carried = v->ahead && !upc_stride_value_of(g, to)->ahead;
  if (v->in_place && g->step[g->access[from].step].when == UPC_STRIDE_EACH)
    carried = g->access[from].step >= g->access[to].step;
  fprintf(file, "  s%d -> s%d [label=\"", g->access[from].step, g->access[to].step);
  draw_name(file, v->name);
  if (a->messages > 0) fprintf(file, "\\n%zu message%s, %zu bytes", a->messages, a->messages == 1 ? "" : "s", a->sent);
  if (a->copied > 0) fprintf(file, "\\n%zu bytes copied", a->copied);
  if (a->messages == 0 && a->copied == 0) fprintf(file, "\\nin place");
  fprintf(file, "\"%s];\n", carried ? ", style=dashed" : "");
}

void upc_stride_graph_picture(FILE *file, const upc_stride_graph_t *g, int threads) {
  arrow_t *arrows = upc_stride_alloc((size_t)g->accesses * (size_t)g->accesses, sizeof *arrows, "a picture of a graph");
  int i, from, to;
  for (i = 0; i < threads; i++) count(arrows, g, i);
  fprintf(file, "digraph {\n");
  for (i = 0; i < g->steps; i++) draw_step(file, g, i);
  for (from = 0; from < g->accesses; from++)
    for (to = 0; to < g->accesses; to++) {
      const arrow_t *a = &arrows[(size_t)from * (size_t)g->accesses + (size_t)to];
      if (a->related) draw_arrow(file, g, from, to, a);
    }
  fprintf(file, "}\n");
  free(arrows);
}
