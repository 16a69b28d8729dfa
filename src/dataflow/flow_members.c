/* SPDX-License-Identifier: BSD-3-Clause
 * Who takes part in a call: explained in flow.h. */
#include "dataflow/flow.h"
#include "base/allocate.h"

#include <stdlib.h>

static int is_section(const upc_stride_end_t *end) { return end->kind == UPC_STRIDE_AT_SECTION; }

static int is_empty(const upc_stride_end_t *end) { return is_section(end) && end->picks.blocks == 0; }

int upc_stride_flow_is_empty(const upc_stride_flow_t *F) { return is_empty(&F->dst) || is_empty(&F->src); }

/* The owners of elements are known only from the teams, which are computed for every caller. */
static int members_of_elements(upc_stride_members_t *M, const upc_stride_flow_t *F, int me) {
  upc_stride_team_of_elements(&M->to, &M->to_blocks, &F->dst.picks);
  upc_stride_team_of_elements(&M->from, &M->from_blocks, &F->src.picks);
  upc_stride_group_teams(&M->group, &M->to, &M->from);
  if (upc_stride_group_rank(&M->group, me) >= 0) return 1;
  upc_stride_members_end(M, F);
  return 0;
}

/* A thread without blocks may want elements. */
static int all_threads(upc_stride_members_t *M, const upc_stride_flow_t *F) {
  const int threads = (int)F->src.picks.layout->threads;
  int *all = upc_stride_alloc((size_t)threads, sizeof *all, "members"), t;
  upc_stride_team(&M->to, &F->dst.picks);
  upc_stride_team(&M->from, &F->src.picks);
  for (t = 0; t < threads; t++) all[t] = t;
  upc_stride_group_list(&M->group, all, threads);
  free(all);
  return 1;
}

int upc_stride_members(upc_stride_members_t *M, const upc_stride_flow_t *F, int me) {
  if (upc_stride_flow_is_empty(F)) return 0;
  if (F->kind == UPC_STRIDE_LISTS) return all_threads(M, F);
  if (F->kind == UPC_STRIDE_ELEMENTS) return members_of_elements(M, F, me);
  if (!upc_stride_has_part(&F->dst, me) && !upc_stride_has_part(&F->src, me)) return 0;
  if (is_section(&F->dst)) upc_stride_team(&M->to, &F->dst.picks);
  if (is_section(&F->src)) upc_stride_team(&M->from, &F->src.picks);
  if (!is_section(&F->dst)) upc_stride_group_thread_too(&M->group, &M->from, F->dst.thread);
  else if (!is_section(&F->src)) upc_stride_group_thread_too(&M->group, &M->to, F->src.thread);
  else upc_stride_group_teams(&M->group, &M->to, &M->from);
  return 1;
}

/* A schedule may have changed the destination from a section to each owner's buffer. */
void upc_stride_members_end(upc_stride_members_t *M, const upc_stride_flow_t *F) {
  upc_stride_group_end(&M->group);
  if (F->dst.kind != UPC_STRIDE_AT_PLACE) upc_stride_team_end(&M->to);
  if (F->src.kind != UPC_STRIDE_AT_PLACE) upc_stride_team_end(&M->from);
}
