/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs: calls in flight. A run walks its plan's steps in order, as far as messages have come and rings have room; it
 * is advanced by the call itself, by tests and waits, and by every other call of the library that waits. */
#ifndef UPC_STRIDE_CALL_H
#define UPC_STRIDE_CALL_H

#include "plan/plan.h"
#include "base/port.h"
#include "transport/transfer.h"

/* Who is the last to come (last.upc). */
typedef struct upc_stride_last_arriver {
  unsigned long long come;            /* bits: of the plan's peers */
  int begun, token, works, over;
  int awaited;                        /* one who has not come, or who says nothing yet */
} upc_stride_last_arriver_t;

typedef struct upc_stride_call {
  upc_stride_plan_t *plan;
  int at;                             /* the step to be done                       */
  int ring_full;                        /* 1: stopped because a ring is full         */
  int moving;                         /* 1: the step waits for its transfer        */
  upc_stride_transfer_t transfer;
  upc_stride_stream_t stream[UPC_STRIDE_STREAMS];
  unsigned *tags;                     /* of the call, for each of the plan's peers */
  upc_stride_buffer_t buffer;
  upc_stride_last_arriver_t last;
  int stuck_at;                       /* the step that has been waited at .. */
  double stuck_since;                 /* .. since then (watch.upc), or 0     */
  struct upc_stride_call *next;        /* in flight                                 */
  unsigned few[8];                    /* tags where there are not many             */
} upc_stride_call_t;

/* This plan may be walked now: what it sends first is made ready. */
void upc_stride_call_ahead(const upc_stride_plan_t *P);

/* A blocking call; and a split-phase one, null if there is nothing to do. */
void upc_stride_call_blocking(upc_stride_plan_t *P);
upc_stride_call_t *upc_stride_call_start(upc_stride_plan_t *P);

/* 1 for a launched run that has not been tested or waited to its end. */
int upc_stride_call_in_flight(const upc_stride_call_t *run);

/* 1 when a launched run has ended (and is gone). Waits for that. */
int upc_stride_call_test(upc_stride_call_t *run);
void upc_stride_call_wait(upc_stride_call_t *run);

/* For steps of one's own that speak to a thread: a message sent or received, or 0 where that cannot be yet. */
int upc_stride_call_send(upc_stride_call_t *run, const upc_stride_step_t *step, const void *data, size_t bytes);
int upc_stride_call_receive(upc_stride_call_t *run, const upc_stride_step_t *step, void *data, size_t bytes);

/* For an operation's own steps: the part of a flow's end a strip's positions are counted from. */
char *upc_stride_call_part(const upc_stride_call_t *run, const upc_stride_base_t *base, int thread);

#endif
