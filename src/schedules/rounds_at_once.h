/* SPDX-License-Identifier: BSD-3-Clause
 * rounds_at_once.h: rounds of messages, several of them under way. In each round the caller sends a message and
 * receives one. Used by schedules in which each member meets all others (flow_pairwise.upc, exchange_torus.upc). */
#ifndef UPC_STRIDE_ROUNDS_AT_ONCE_H
#define UPC_STRIDE_ROUNDS_AT_ONCE_H

#include "plan/plan.h"

typedef struct upc_stride_round_message {
  int thread;                         /* to or from it                                                          */
  int packed;                         /* 1: several pieces of memory, which are packed in the buffer            */
  upc_stride_memory_t memory;         /* no bytes: there is no message. If packed, its position is computed here   */
} upc_stride_round_message_t;

typedef struct upc_stride_rounds {
  upc_stride_plan_t *plan;
  int n, at_once;                     /* rounds 1 .. n - 1, of which 1 .. UPC_STRIDE_MOST_AT_ONCE are under way */
  upc_stride_round_message_t *out, *in; /* by round, n of each                                                  */
} upc_stride_rounds_t;

/* Rounds without messages yet, for the caller to fill in; upc_stride_rounds_end frees them. */
upc_stride_rounds_t upc_stride_rounds_new(upc_stride_plan_t *P, int n, int at_once);

/* Writes the steps up to the first that waits, then the others: what needs no waiting may go between them. Messages of
 * members that have other numbers of rounds under way fit together. */
void upc_stride_rounds_begin(upc_stride_rounds_t *x);
void upc_stride_rounds_end(upc_stride_rounds_t *x);

#endif
