/* SPDX-License-Identifier: BSD-3-Clause
 * What the operations have in common: looking at their ends, choosing, and saying what was chosen. */
#include "operations.h"
#include "checked.h"
#include "environment.h"
#include "near.h"

#include <stdio.h>

void upc_stride_check_end(upc_stride_plan_t *P, const char *argument, const upc_stride_section_t *S,
                          upc_stride_end_t *end) {
  upc_stride_check_section(&P->call, argument, S, &end->picks);
  end->thread = UPC_STRIDE_SECTION;
}

void upc_stride_check_place(upc_stride_plan_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end) {
  if (P->args.place == NULL) upc_stride_fail(&P->call, argument, "null, must be a place in shared memory");
  base->array = NULL;
  base->place = (shared [] char *)P->args.place;
  end->thread = (int)upc_threadof((shared void *)P->args.place);
}

int upc_stride_owns(const upc_stride_end_t *end) {
  upc_stride_own_t own;
  if (end->thread != UPC_STRIDE_SECTION) return end->thread == MYTHREAD;
  return upc_stride_own_first(&own, &end->picks, MYTHREAD);
}

/* Dimensions of the team's box with more than one coordinate. */
static int dimensions(const upc_stride_team_t *T) {
  int k, n = 0;
  for (k = 0; k < T->ndims; k++) n += T->size[k] > 1;
  return n;
}

/* "knomial:3", "chain:65536" */
static const char *spelled(const upc_stride_choice_t *c, char *text, size_t size) {
  const char *name = c->schedule->name;
  int stem = 0;
  while (name[stem] != '\0' && name[stem] != ':') stem++;
  if (name[stem] == '\0') return name;
  snprintf(text, size, "%.*s:%zu", stem, name, name[stem + 1] == 'b' ? c->segment : (size_t)c->arity);
  return text;
}

/* One line for each operation and shape: shapes already told are remembered by a hash of theirs. */
static void say(const upc_stride_choice_t *c, const upc_stride_matter_t *m) {
  static unsigned told[256];
  unsigned shape = ((unsigned)m->operation * 31u + (unsigned)m->members) * 2654435761u ^ (unsigned)m->bytes * 40503u;
  char text[40];
  if (told[shape >> 24] == (shape | 1)) return;
  told[shape >> 24] = shape | 1;
  fprintf(stderr, "%s: %zu bytes, team of %d: %s (%s)\n", upc_stride_operation_name(m->operation), m->bytes,
          m->members, spelled(c, text, sizeof text), c->why);
}

void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_plan_t *P, const upc_stride_team_t *T,
                           const upc_stride_group_t *G, size_t bytes, int ordered, int first) {
  upc_stride_matter_t m;
  m.operation = P->args.operation;
  m.bytes = bytes;
  m.members = G->n;
  m.dimensions = dimensions(T);
  m.near = upc_stride_all_near();
  m.ordered = ordered;
  upc_stride_choose(choice, &m);
  if (upc_stride_environment()->verbose && MYTHREAD == first) say(choice, &m);
  if (upc_stride_environment()->check) upc_stride_plan_check(P, G);
}
