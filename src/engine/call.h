/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls in flight. A call carries out the steps of its plan in order, as far as messages have arrived and rings have free
 * slots. The call itself, tests and waits advance it, and so does every other call of the library that waits.
 */
#ifndef UPC_STRIDE_CALL_H
#define UPC_STRIDE_CALL_H

#include "plan/plan.h"
#include "base/port.h"
#include "transport/transfer.h"

/* What the caller knows about who is the last arriver (last_arriver.upc). */
typedef struct upc_stride_last_arriver {
  unsigned long long arrived;         /* bit i: peer i of the plan has entered the call       */
  int begun, has_token;
  int is_last;                        /* 1: the caller is the last arriver                    */
  int done;                           /* 1: the last arriver has done all                     */
  int awaited;                        /* a peer that the caller waits for                     */
} upc_stride_last_arriver_t;

enum { UPC_STRIDE_FEW_PEERS = 8 };

typedef struct upc_stride_call {
  upc_stride_plan_t *plan;
  int step;                           /* number of the step to be done                        */
  int ring_full;                      /* 1: it waits because a ring is full                   */
  int begun;                          /* 1: the step has begun and must be looked at again    */
  upc_stride_transfer_t transfer;     /* of the step                                          */
  upc_stride_stream_t stream[UPC_STRIDE_STREAMS]; /* by stream id                             */
  unsigned *tags;                     /* of the call, for each of the plan's peers            */
  upc_stride_buffer_t buffer;
  upc_stride_last_arriver_t last;
  int stuck_step;                     /* the step that a long wait is at, or -1 ..            */
  double stuck_since;                 /* .. and since when (checked/deadlock.upc)             */
  struct upc_stride_call *next;       /* in flight                                            */
  unsigned few_tags[UPC_STRIDE_FEW_PEERS]; /* `tags`, unless there are more peers             */
} upc_stride_call_t;

/* This plan may be carried out now: a hint, which prepares its first message. */
void upc_stride_call_ahead(const upc_stride_plan_t *P);

/* A blocking call; and a split-phase call, null if there is nothing to do. */
void upc_stride_call_blocking(upc_stride_plan_t *P);
upc_stride_call_t *upc_stride_call_start(upc_stride_plan_t *P);

/* 1 for a split-phase call that was started, and not yet tested or waited for to its end. */
int upc_stride_call_in_flight(const upc_stride_call_t *call);

/* Test returns 1 if the call has ended; wait waits until it has. Then the call no longer exists. */
int upc_stride_call_test(upc_stride_call_t *call);
void upc_stride_call_wait(upc_stride_call_t *call);

/* For actions: a message to a peer of the plan, or from it. They return 0 if that is not possible yet. */
int upc_stride_call_send(upc_stride_call_t *call, int peer, const void *data, size_t bytes);
int upc_stride_call_receive(upc_stride_call_t *call, int peer, void *data, size_t bytes);

/* The private address that offsets at one end of the flow are counted from; null if the thread is far. */
char *upc_stride_call_part(const upc_stride_call_t *call, const upc_stride_base_t *base, int thread);

/* Sets functions to be called while calls wait, or null. `look` is called now and then with a call that waits: by a call that
 * waits for it alone (blocks = 1), or by a test (0). `resolved` is called when a call ends that `look` has called stuck. */
typedef void upc_stride_look_t(upc_stride_call_t *call, int blocks);
void upc_stride_call_watch(upc_stride_look_t *look, void (*resolved)(void));

#endif
