/* SPDX-License-Identifier: BSD-3-Clause
 *
 * UPC's collective library: upc_all_permute. Its perm is shared: a thread reads where its own block goes, but may not
 * read where the others go, nor which block comes to it. So it cannot use upc_stride_permute, whose members know all of
 * perm. Here each thread puts its block where it goes, between the barriers that the flags ask for.
 *
 *   perm 2 0 1   thread 0 reads perm[0] = 2 and writes block 2 of dst, thread 1 writes block 0, thread 2 block 1
 *
 * MYSYNC is treated as ALLSYNC: a thread cannot tell who will write to it.
 * Schedule leader (flow_last_arriver.c): the last arriver reads all of perm and copies every block.
 *
 * If perm is no permutation, some thread gets no block. With each block goes a mark, the number of the call, and after
 * the barrier each thread looks whether it has one of this call or a later one. That takes the barriers on both sides:
 * without the first one, the mark of an earlier call may come late. To a far thread the mark is a message, which takes
 * as long as a short block. So among far threads only large blocks have marks, and in checked mode all.
 */
#include "base/environment.h"
#include "engine/call.h"
#include "standard/collective.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#include "base/near.h"

#include <string.h>

enum { LARGE = 1 << 15 };             /* bytes */

static shared unsigned mark[THREADS]; /* the number of the latest call that brought the thread a block */
static unsigned calls;                /* so far */

static int has_marks(const upc_stride_args_t *args) {
  if ((args->flags & (UPC_IN_NOSYNC | UPC_OUT_NOSYNC)) != 0) return 0;
  return upc_stride_all_near() || args->len >= LARGE || upc_stride_environment()->check;
}

static upc_stride_transfer_t marking; /* on its way to a far thread */

static void put_mark(int thread) {
  if (upc_stride_near(thread)) memcpy(upc_stride_address(&mark[thread]), &calls, sizeof calls);
  else upc_stride_transfer_put(&marking, &mark[thread], &calls, sizeof calls);
}

static int look_at_mark(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_prepared_t *P = upc_stride_call_of(run)->prepared;
  (void)s;
  if ((int)(mark[MYTHREAD] - calls) < 0)
    upc_stride_fail(&P->site, "perm", "a list without %d, must have each of 0..%d once", (int)MYTHREAD,
                    (int)THREADS - 1);
  return 1;
}

/* The place `offset` bytes into a far thread's part. */
static shared void *far_block(const upc_stride_prepared_t *P, const upc_stride_base_t *base, int thread,
                              size_t offset) {
  shared [] char *part = upc_stride_base_far(P, base, thread);
  shared [] char *block = part + offset;
  return (shared void *)block;
}

/* Block i of src, `from` bytes into its thread's part, to block perm[i] of dst. */
static void move(upc_stride_call_t *call, size_t i, int thread, size_t from) {
  const upc_stride_prepared_t *P = call->prepared;
  const upc_stride_plan_t *plan = P->plan;
  const upc_stride_picks_t *into = &plan->flow->dst.picks;
  int place = ((shared const int *)P->args.place)[i], there;
  size_t to;
  char *x = upc_stride_base_near(call->run.by->setting, MYTHREAD, &plan->src, thread) + from, *y;
  if (place < 0 || (size_t)place >= into->blocks)
    upc_stride_fail(&call->site, "perm", "%d for block %zu, must be in 0..%zu", place, i, into->blocks - 1);
  there = (int)upc_stride_at_position(into, (size_t)place, &to);
  y = upc_stride_base_near(call->run.by->setting, MYTHREAD, &plan->dst, there);
  if (has_marks(&P->args)) put_mark(there);
  if (y != NULL) memcpy(y + to, x, P->args.len);
  else upc_stride_transfer_put(&call->transfer, far_block(P, &plan->dst, there, to), x, P->args.len);
}

static int move_own(upc_stride_run_t *run, const upc_stride_step_t *s) {
  upc_stride_call_t *call = upc_stride_call_of(run);
  upc_stride_own_t own;
  (void)s;
  upc_stride_own_first(&own, &run->plan->flow->src.picks, MYTHREAD);
  if (!run->begun) move(call, own.position, MYTHREAD, own.offset);
  run->begun = !upc_stride_transfer_test(&call->transfer) || !upc_stride_transfer_test(&marking);
  return !run->begun;
}

static int move_all(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_picks_t *blocks = &run->plan->flow->src.picks;
  size_t i, from;
  (void)s;
  for (i = 0; i < blocks->blocks; i++) {
    int thread = (int)upc_stride_at_position(blocks, i, &from);
    move(upc_stride_call_of(run), i, thread, from);
  }
  return 1;
}

/* With MYSYNC as with ALLSYNC. */
static int strict_as(int half) { return half == UPC_STRIDE_NO ? UPC_STRIDE_NO : UPC_STRIDE_ALL_MEMBERS; }

static void write_plan(upc_stride_prepared_t *P, const upc_stride_group_t *G, const upc_stride_choice_t *choice) {
  upc_stride_builder_t *B = P->builder;
  if ((choice->schedule->needs & UPC_STRIDE_BY_LAST_ARRIVER) != 0) {
    upc_stride_plan_last_arriver_begin(B, G);
    upc_stride_plan_action(B, move_all, 0, 0, 0);
    upc_stride_plan_last_arriver_end(B, G);
  } else {
    if (B->sync.in != UPC_STRIDE_NO) upc_stride_plan_barrier(B, G);
    upc_stride_plan_action(B, move_own, 0, 0, 0);
    if (B->sync.out != UPC_STRIDE_NO) upc_stride_plan_barrier(B, G);
  }
  if (has_marks(&P->args)) upc_stride_plan_action(B, look_at_mark, 0, 0, 0);
}

static void build(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  upc_stride_sync_t asked;
  upc_stride_check_end(P, "dst", args->dst, &B->flow->dst);
  upc_stride_check_end(P, "src", args->src, &B->flow->src);
  asked = upc_stride_check_flags(&P->site, args->flags);
  B->sync.in = strict_as(asked.in);
  B->sync.out = strict_as(asked.out);
  B->flow->kind = UPC_STRIDE_BLOCKS;
  B->flow->len = args->len;
  if (!upc_stride_takes_part(&M, P, 0)) return;
  upc_stride_choose_for(&choice, P, &M, args->len, 0);
  write_plan(P, &M.group, &choice);
  B->sync = asked;                    /* for the record of the call */
  upc_stride_members_end(&M, B->flow);
}

void upc_all_permute(shared void *dst, shared const void *src, shared const int *perm, size_t nbytes,
                     upc_flag_t flags) {
  upc_stride_args_t a = {0};
  upc_stride_site_t call = upc_stride_site("upc_all_permute", NULL);
  upc_stride_section_t to, from;
  if (nbytes == 0) return;
  upc_stride_check_given(&call, "dst", dst);
  upc_stride_check_given(&call, "src", src);
  upc_stride_check_given(&call, "perm", perm);
  upc_stride_check_first_thread(&call, "dst", dst);
  upc_stride_check_first_thread(&call, "src", src);
  upc_stride_check_first_thread(&call, "perm", perm);
  calls++;
  to = upc_stride_whole(&call, "dst", dst, nbytes, THREADS);
  from = upc_stride_whole(&call, "src", src, nbytes, THREADS);
  a.call = UPC_STRIDE_CALL_ALL_PERMUTE;
  a.operation = UPC_STRIDE_OP_PERMUTE;
  a.build = build;
  a.name = call.name;
  a.dst = &to;
  a.src = &from;
  a.place = perm;
  a.len = nbytes;
  a.flags = flags;
  upc_stride_perform(&a);
}

#endif
