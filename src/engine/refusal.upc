/* SPDX-License-Identifier: BSD-3-Clause
 * Where errors return (c/c_errors.upc), a call that one member refuses is refused on all of them. The plan of a call
 * begins with an agreement: each member tells the others that it makes the call, or the line of its error. A member
 * that refuses carries out this part alone. The plans of the others end there then, and they fail with that line.
 *
 * An agreement is a barrier. So what follows needs none at its begin, and a call with UPC_IN_ALLSYNC sends about as
 * many messages as without it. */
#include "engine/call.h"
#include "base/allocate.h"
#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tell(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const char *refused = upc_stride_call_of(run)->refused, *line = refused != NULL ? refused : "";
  return run->by->send(run, s->peer, line, strlen(line) + 1);
}

static int hear(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  const char *line = run->by->arrived(run, s->peer);
  if (line == NULL) return 0;
  if (line[0] != '\0' && call->refused == NULL) {
    call->refused = upc_stride_alloc(strlen(line) + 1, 1, "an error");
    strcpy(call->refused, line);
  }
  run->by->drop(run, s->peer);
  return 1;
}

/* What a call has begun before the agreement ends, too. */
static int conclude(upc_stride_run_t *run, const upc_stride_step_t *s) {
  if (upc_stride_call_of(run)->refused == NULL) return 1;
  if (run->plan->last != NULL) run->plan->last(run, s);
  return UPC_STRIDE_PLAN_ENDS;
}

static void tell_to(upc_stride_builder_t *B, int thread) { upc_stride_plan_action_with(B, tell, thread, 0); }
static void hear_from(upc_stride_builder_t *B, int thread) { upc_stride_plan_action_with(B, hear, thread, 0); }

/* Who refuses knows none of the messages that would follow. So the call counts for the channels with all members, on
 * all of them (transport/channel.h). */
void upc_stride_plan_agreement(upc_stride_builder_t *B, const upc_stride_group_t *G) {
  int r;
  if (G->n == 1) return;
  upc_stride_plan_all_with_all(B, G, tell_to, hear_from);
  upc_stride_plan_action(B, conclude, 0, 0, 0);
  for (r = 0; r < G->n; r++)
    if (upc_stride_group_thread(G, r) != B->me) upc_stride_plan_peer(B, upc_stride_group_thread(G, r));
}

void upc_stride_fail_refused(char *line) {
  static char kept[600];
  snprintf(kept, sizeof kept, "%s", line);
  free(line);
  upc_stride_fail_as(kept);
}
