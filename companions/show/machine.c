/* SPDX-License-Identifier: BSD-3-Clause
 * --machine: the torus and the rules of the machine that is named (companions/sim/machines.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "show.h"
#include "torus/torus.h"

/* The library is told of the torus, with the threads of a node: "4x4x2x2". Returns null, or why it is not. */
static const char *set_torus(machine_t *m, int threads) {
  static char torus[96];
  const machine_shape_t *s = &m->shape;
  if (s->lengths[0] > 3)
    mistake("--machine %s: torus has shape '%s'; its links are known for up to three sizes", m->name, s->text);
  for (int k = 0; k < 3; k++) m->size[k] = k < s->lengths[0] ? (int)s->list[0][k] : 1;
  snprintf(torus, sizeof torus, "%dx%dx%dx%d", m->size[0], m->size[1], m->size[2], m->file.number.threadsPerNode);
  upc_stride_torus_set(torus, getenv("UPC_STRIDE_MAP"));
  const char *wrong = upc_stride_torus_wrong(threads);
  if (wrong) upc_stride_torus_set(NULL, NULL);
  return wrong;
}

static void set_rules(const machine_file_t *f) {
  static char *files; /* the library reads the names later */
  const char *others = getenv("UPC_STRIDE_RULE");
  char *before = files;
  if (f->rulesWrong) machine_rules_are_left_out("upc-stride-show", f->name, f->rulesWrong);
  if (!*f->rules) return;
  if (asprintf(&files, "%s%s%s", others ? others : "", others && *others ? ":" : "", f->rules) < 0)
    mistake("no memory for the names of rule files");
  upc_stride_rule_set(files);
  free(before);
}

void use_machine(machine_t *m, const request_t *r) {
  const char *wrong = machine_read(&m->file, r->machine);
  if (wrong) mistake("%s", wrong);
  const int per_node = m->file.number.threadsPerNode;
  const int has_shapes = *m->file.shapes && strcmp(m->file.network, "platform") != 0;
  m->name = r->machine;
  m->is_torus = strcmp(m->file.network, "torus") == 0;
  wrong = has_shapes ? machine_shape_fit(&m->shape, &m->file, (r->threads + per_node - 1) / per_node) : NULL;
  if (wrong) mistake("%s", wrong);
  if (m->is_torus) m->no_torus = set_torus(m, r->threads);
  if (r->call) set_rules(&m->file);
  m->no_costs = network_of_machine(&m->costs, &m->file, r->threads);
  if (!m->no_costs && m->no_torus) m->no_costs = "the job does not fill the torus";
}
