/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_STRIDE_VERBOSE=1: how many messages of a call in a loop are there for ALLSYNC alone. A plan that is used for the
 * sixteenth time is that of a loop. Each member counts the messages that it sends by its plan, and by the plan of the
 * same call with MYSYNC, which nobody carries out. The counts are added up in shared memory. The member that comes last
 * prints the sums. No member waits for another one. */
#include "operations.h"
#include "arrays/check.h"
#include "plan/plan.h"
#include "prepared/verbose.h"

#include <stdint.h>
#include <stdio.h>

enum { IN_A_LOOP = 16, WORTH_A_LINE = 4 /* a fourth of all messages */ };

enum { MESSAGES, WITHOUT, MEMBERS }; /* of upc_stride_verbose_sums */

static int peers_of_action(const upc_stride_step_t *s) { return s->kind == UPC_STRIDE_ACTION && s->peer >= 0; }

/* Messages that the caller sends; -1: steps decide while they are carried out. */
static long long messages_of(const upc_stride_plan_t *plan) {
  const upc_stride_step_t *s = plan->steps;
  long long n = 0;
  for (; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s)) {
    if (s->kind == UPC_STRIDE_LAST_ARRIVER || peers_of_action(s)) return -1;
    n += s->kind == UPC_STRIDE_SIGNAL || s->kind == UPC_STRIDE_EAGER_SEND || s->kind == UPC_STRIDE_EAGER_SEND_BYTES ||
         s->kind == UPC_STRIDE_RENDEZVOUS_OFFER || s->kind == UPC_STRIDE_STREAM_SEND;
  }
  return n;
}

static upc_stride_sync_t sync_of(const upc_stride_prepared_t *P) {
  return upc_stride_check_flags(&P->site, P->args.flags);
}

void upc_stride_count_barriers(upc_stride_prepared_t *P) {
  const upc_stride_sync_t sync = sync_of(P);
  if (P->members < 2 || P->args.operation == UPC_STRIDE_OP_BARRIER || P->args.lists != NULL) return;
  if ((P->args.parts & UPC_STRIDE_FAR_ONLY) != 0) return; /* it takes no MYSYNC */
  if (sync.in != UPC_STRIDE_ALL_MEMBERS && sync.out != UPC_STRIDE_ALL_MEMBERS) return;
  P->calls_to_remark = IN_A_LOOP;
}

upc_flag_t upc_stride_flags_without_barriers(const upc_stride_prepared_t *P) {
  const upc_stride_sync_t sync = sync_of(P);
  const upc_flag_t in = sync.in == UPC_STRIDE_NO ? UPC_IN_NOSYNC : UPC_IN_MYSYNC;
  return in | (sync.out == UPC_STRIDE_NO ? UPC_OUT_NOSYNC : UPC_OUT_MYSYNC);
}

static long long added(shared [] long long *to, long long n) {
  long long before;
  upc_fence;
  before = (long long)upc_stride_word_add(to, sizeof before, (uint64_t)n);
  upc_fence;
  return before + n;
}

/* One team speaks for all that make the call. */
static void print(const upc_stride_prepared_t *P, const char *place, long long all, long long my) {
  const unsigned long long part[] = {(unsigned long long)P->members, (unsigned long long)all, (unsigned long long)my};
  int is_first;
  if (all == my || (all - my) * WORTH_A_LINE < all) return;
  upc_stride_verbose_place(upc_stride_verbose_shape(part, 3, place), &is_first);
  if (!is_first) return;
  fprintf(stderr, "%s%s%s: ALLSYNC costs %lld %% of the messages of the call: its %d members send %lld each time, "
          "and %lld with UPC_IN_MYSYNC | UPC_OUT_MYSYNC. "
          "That is enough if each uses its own blocks alone between the calls\n",
          place, place[0] != '\0' ? ": " : "", P->site.name, (all - my) * 100 / all, P->members, all, my);
}

void upc_stride_remark_on_barriers(const upc_stride_prepared_t *P, const upc_stride_prepared_t *without) {
  const long long all = messages_of(P->plan), my = messages_of(without->plan);
  const unsigned long long part[] = {(unsigned long long)P->args.operation, P->args.len, (unsigned long long)P->members,
                                     (unsigned long long)P->first};
  shared [] long long *sums;
  char place[240];
  int at, is_first;
  if (all < 0 || my < 0 || !upc_stride_has_words()) return;
  upc_stride_place_of_call(&P->site, place, sizeof place);
  at = upc_stride_verbose_place(upc_stride_verbose_shape(part, 4, place), &is_first);
  if (at < 0) return;
  sums = upc_stride_verbose_sums(at);
  added(sums + MESSAGES, all);
  added(sums + WITHOUT, my);
  if (added(sums + MEMBERS, 1) != P->members) return;
  print(P, place, added(sums + MESSAGES, 0), added(sums + WITHOUT, 0));
}
