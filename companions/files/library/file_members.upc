/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the members of a call on files agree. A member that fails sets its own `said` and `why`, and the lead's
 * `alarmed`. All meet. The lead looks for who has failed, and tells each member. All meet again. A thread is in one
 * agreement at a time, so what is in its own part of `said` and of `verdict` is never of another team, which may have
 * the same lead. Another team with this lead may have set `alarmed`: it only tells the lead to look, and is never
 * reset.
 */
#include "file_members.h"
#include "operations.h"
#include "base/port.h"
#include "schedules/schedule.h"

#include <string.h>

enum { FINE, FAILED, AGAIN };
static strict shared int said[THREADS];               /* by this thread, of the above                            */
static strict shared int alarmed[THREADS];            /* 1: a call with this lead has failed on some thread, once */
static strict shared int verdict[THREADS];            /* 1 + who has failed; -1: again; or 0                      */
static strict shared int turn[THREADS];               /* 1: it is this thread's turn                              */
static shared [UPC_STRIDE_WRONG] char why[UPC_STRIDE_WRONG * THREADS];
static shared [UPC_STRIDE_OWN_NAME] char own_names[UPC_STRIDE_OWN_NAME * THREADS];   /* of the call of this lead */
static strict shared unsigned long long identities[THREADS];                         /* likewise                 */
static strict shared int changed[THREADS];            /* 1: of this lead: its file is another one than before    */

/* A barrier of the owners of elements. */
static void build_owners(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_check_elements(&P->site, "section", args->dst, &B->flow->dst.picks);
  B->src = B->dst;
  B->flow->src = B->flow->dst;
  B->flow->kind = UPC_STRIDE_ELEMENTS;
  B->sync = upc_stride_check_flags(&P->site, 0);
  upc_stride_plan_call(P, 1, 0);
}

static upc_stride_args_t barrier_of(const upc_stride_file_call_t *call) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_BARRIER, args.build = build_owners, args.name = call->site.name;
  args.dst = &call->section, args.sections = 1;
  return args;
}

void upc_stride_file_meet(upc_stride_file_call_t *call) {
  upc_stride_args_t args;
  if (call->all) {
    upc_stride_told_barrier();
    return;
  }
  if (call->alone) return;
  args = barrier_of(call);
  upc_stride_perform(&args);
}

void upc_stride_file_accept(upc_stride_file_call_t *call) {
  upc_stride_args_t args;
  if (call->alone || !upc_stride_errors_return()) return;
  if (call->all) {
    upc_stride_fail_together(&call->site, NULL);
    return;
  }
  args = barrier_of(call);
  args.agrees = 1;
  upc_stride_perform(&args);
}

int upc_stride_file_members(upc_stride_file_call_t *call, const char *name, const char *argument,
                            const upc_stride_section_t *S) {
  upc_stride_picks_t blocks;
  upc_stride_team_t team;
  int rank;
  memset(call, 0, sizeof *call);
  call->site = upc_stride_site(name, S);
  call->section = *S;
  upc_stride_check_array_of(&call->site, argument, S);
  upc_stride_check_elements(&call->site, argument, S, &call->picks);
  upc_stride_check_one_copy(&call->site, argument, call->picks.layout);
  if (call->picks.blocks == 0) {
    call->alone = call->first = 1, call->lead = 0, call->next = -1;
    return MYTHREAD == 0;
  }
  upc_stride_team_of_elements(&team, &blocks, &call->picks);
  call->lead = upc_stride_team_thread(&team, 0);
  rank = upc_stride_team_rank(&team, MYTHREAD);
  call->first = rank == 0;
  call->next = rank >= 0 && rank + 1 < team.n ? upc_stride_team_thread(&team, rank + 1) : -1;
  upc_stride_team_end(&team);
  return rank >= 0;
}

/* Who takes no part only says what it calls. */
void upc_stride_file_agree_on(upc_stride_file_call_t *call, int member, const upc_stride_record_t *record) {
  upc_stride_record_t mine = *record;
  upc_stride_args_t args;
  if (call->all) upc_stride_agree_on(&call->site, record);
  else if (!member || call->alone) upc_stride_log_call(&mine, &call->site);
  else {
    args = barrier_of(call);
    upc_stride_agree_among(&call->site, &args, record);
  }
}

void upc_stride_file_all(upc_stride_file_call_t *call, const char *name) {
  memset(call, 0, sizeof *call);
  call->site = upc_stride_site(name, NULL);
  call->all = 1;
}

static int is_member(const upc_stride_file_call_t *call, const upc_stride_team_t *team, int thread) {
  return call->all || (call->alone ? thread == 0 : upc_stride_team_rank(team, thread) >= 0);
}

/* The lead looks for a thread that says `again`, or else for one that has failed, and tells all members. */
static void tell_verdict(const upc_stride_file_call_t *call) {
  upc_stride_picks_t blocks;
  upc_stride_team_t team;
  int t, found = said[MYTHREAD] == FAILED ? MYTHREAD + 1 : 0; /* others may have failed since the lead has */
  if (!call->all && !call->alone) upc_stride_team_of_elements(&team, &blocks, &call->picks);
  for (t = 0; t < THREADS && found >= 0; t++)
    if (is_member(call, &team, t) && said[t] != FINE) found = said[t] == AGAIN ? -1 : found > 0 ? found : t + 1;
  for (t = 0; t < THREADS && found != 0; t++)
    if (is_member(call, &team, t)) verdict[t] = found;
  if (!call->all && !call->alone) upc_stride_team_end(&team);
}

/* What all members learn: 0, -1, or 1 + who has failed. */
static int verdict_on(upc_stride_file_call_t *call, const char *wrong, int says) {
  int found;
  if (says == FAILED) memcpy((char *)&why[UPC_STRIDE_WRONG * MYTHREAD], wrong, UPC_STRIDE_WRONG);
  if (says != FINE) {
    said[MYTHREAD] = says;
    alarmed[call->lead] = 1;
  }
  upc_stride_file_meet(call);
  if (MYTHREAD == call->lead && alarmed[MYTHREAD]) tell_verdict(call);
  upc_stride_file_meet(call);
  found = verdict[MYTHREAD];
  if (found != 0) verdict[MYTHREAD] = said[MYTHREAD] = FINE;
  return found;
}

static void end_with(upc_stride_file_call_t *call, upc_stride_dataset_t *D, int remove, int thread) {
  upc_memget(D->wrong, &why[UPC_STRIDE_WRONG * thread], UPC_STRIDE_WRONG);
  upc_stride_dataset_close(D);
  if (remove && MYTHREAD == call->lead) upc_stride_dataset_remove(D);
  if (call->unfinished != NULL && MYTHREAD == call->lead) upc_stride_tree_remove(call->unfinished);
  upc_stride_file_meet(call);
  upc_stride_fail_known(&call->site, "path", "%s", D->wrong);
}

void upc_stride_file_agree(upc_stride_file_call_t *call, upc_stride_dataset_t *D, int remove) {
  const int found = verdict_on(call, D->wrong, D->wrong[0] != 0 ? FAILED : FINE);
  if (found > 0) end_with(call, D, remove, found - 1);
}

int upc_stride_file_agree_again(upc_stride_file_call_t *call, upc_stride_dataset_t *D, int again) {
  const int found = verdict_on(call, D->wrong, again ? AGAIN : D->wrong[0] != 0 ? FAILED : FINE);
  if (found > 0) end_with(call, D, 0, found - 1);
  return found < 0;
}

/* What the lead publishes stays until its next call, which begins when all members have agreed in this one. */
const char *upc_stride_file_own_name(upc_stride_file_call_t *call) {
  if (MYTHREAD == call->lead) {
    upc_stride_own_name(call->own);
    memcpy((char *)&own_names[UPC_STRIDE_OWN_NAME * MYTHREAD], call->own, UPC_STRIDE_OWN_NAME);
  }
  upc_stride_file_meet(call);
  upc_memget(call->own, &own_names[UPC_STRIDE_OWN_NAME * call->lead], UPC_STRIDE_OWN_NAME);
  return call->own;
}

int upc_stride_file_differs(upc_stride_file_call_t *call, const upc_stride_dataset_t *D) {
  const unsigned long long mine = upc_stride_dataset_identity(D->held);
  const int other = D->before < 0 || upc_stride_dataset_identity(D->before) != mine;
  if (MYTHREAD == call->lead) identities[MYTHREAD] = mine, changed[MYTHREAD] = other;
  upc_stride_file_meet(call);
  return identities[call->lead] != mine && (other || changed[call->lead]);
}

/* All are in this call: a turn is of no other one. Who has failed passes the turn on. */
void upc_stride_file_take_turns(upc_stride_file_call_t *call) {
  unsigned looks;
  upc_stride_file_meet(call);
  if (!call->first) {
    for (looks = 0; turn[MYTHREAD] == 0; looks++) upc_stride_relax(looks);
    turn[MYTHREAD] = 0;
  }
  upc_stride_moves_turn(&call->moves);
  if (call->next >= 0) turn[call->next] = 1;
}
