/* SPDX-License-Identifier: BSD-3-Clause
 * Which tree, or other schedule, a call goes by: what every operation does once its arguments are checked. The caller's
 * place in a tree, and the steps that follow from it, are arithmetic (schedules/tree_position.c). */
#include "operations.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"
#include "checked/checked.h"
#include "choice/rule.h"
#include "engine/call.h"
#include "prepared/verbose.h"
#include "schedules/schedules.h"

void upc_stride_plan_begin(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  P->members = G->n, P->first = upc_stride_group_thread(G, 0);
  if (upc_stride_views != NULL) upc_stride_plan_view_copies(P, G);
  if (P->args.agrees) upc_stride_plan_agreement(P->builder, G); /* who refuses sends no other messages */
  if (upc_stride_environment()->check) upc_stride_plan_check(P, G);
  if ((upc_stride_observers_see & UPC_STRIDE_SEES_MEMORY) != 0 || upc_stride_environment()->check)
    upc_stride_plan_accesses(P, G);
  if (P->args.agrees) P->builder->sync.in = UPC_STRIDE_NO; /* all have entered */
}

void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_prepared_t *P, const upc_stride_members_t *M,
                           size_t bytes, int ordered) {
  const upc_stride_environment_t *environment = upc_stride_environment();
  const int cores = upc_stride_cores();
  upc_stride_selector_t m;
  upc_stride_plan_begin(P, &M->group);
  upc_stride_selector(&m, P->builder, M, bytes, ordered, upc_stride_node_size(), (THREADS + cores - 1) / cores, cores);
  m.conduit = upc_stride_conduit();
  m.helped = P->args.split && upc_stride_has_helper();
  upc_stride_choose(choice, &m);
  if (environment->verbose && upc_stride_group_rank(&M->group, MYTHREAD) == 0) upc_stride_verbose_choice(choice, &m);
}

void upc_stride_plan_call(upc_stride_prepared_t *P, size_t bytes, int ordered) {
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  if (bytes == 0 || !upc_stride_takes_part(&M, P, bytes)) return;
  upc_stride_choose_for(&choice, P, &M, bytes, ordered);
  upc_stride_write_plan(P->builder, &M, &choice);
  upc_stride_members_end(&M, P->builder->flow);
}
