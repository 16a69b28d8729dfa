/* SPDX-License-Identifier: BSD-3-Clause
 * Which schedule a call in the team has, and by which line of which file, as UPC_STRIDE_VERBOSE says in a program. */
#include <stdio.h>
#include <string.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "show.h"

static int operation_named(const char *name) {
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    if (!strcmp(name, upc_stride_operation_name(i) + strlen("upc_stride_"))) return i;
  mistake("--call %s: no such operation, must be like broadcast or gather_all", name);
}

/* With ALLSYNC, and a core for each thread. */
void show_choice(const picture_t *p, const request_t *r) {
  const char *wrong = upc_stride_rule_wrong();
  if (!wrong) wrong = upc_stride_forced_wrongly();
  if (wrong) mistake("%s", wrong);
  char reason[400];
  upc_stride_choice_t choice;
  upc_stride_selector_t m = {.operation = operation_named(r->call), .bytes = p->bytes > 0 ? (size_t)p->bytes : 1,
                             .members = p->team.n, .dimensions = p->team.ndims, .in_sync = 1, .all = 2,
                             .each_has_src = 1, .one_block = p->picks.blocks == (size_t)p->team.n,
                             .conduit = r->network ? r->network : "smp"};
  m.near = !strcmp(m.conduit, "smp");
  m.threads_per_core = m.near;
  m.work = (double)m.bytes * m.members;
  m.placed = p->layout.placed;
  m.sides = upc_stride_torus_sides(&p->team, &m.per_node);
  if (m.near) m.per_node = m.members;
  upc_stride_choose(&choice, &m);
  upc_stride_choice_reason(&choice, reason, sizeof reason);
  printf("%s: %zu bytes, team of %d: %s\n", upc_stride_operation_name(m.operation), m.bytes, m.members, reason);
}
