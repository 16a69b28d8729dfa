/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A call in flight: which step of its plan it is at, what the step needs, and its messages.
 */
#ifndef UPC_STRIDE_CALL_H
#define UPC_STRIDE_CALL_H

#include "plan/plan.h"
#include "base/port.h"
#include "transport/channel.h"
#include "transport/transfer.h"

/* What the caller knows about who is the last arriver (last_arriver.upc). */
typedef struct upc_stride_last_arriver {
  unsigned long long arrived;         /* bit i: peer i of the plan has entered the call       */
  int begun, has_token;
  int is_last;                        /* 1: the caller is the last arriver                    */
  int done;                           /* 1: the last arriver has done all                     */
  int awaited;                        /* a peer that has not entered, or -1                   */
} upc_stride_last_arriver_t;

enum { UPC_STRIDE_FEW_PEERS = 8 };

typedef struct upc_stride_call {
  upc_stride_plan_t *plan;
  int step;                           /* number of the step to be done                        */
  int begun;                          /* 1: the step has begun and must be looked at again    */
  upc_stride_transfer_t transfer;     /* of the step                                          */
  upc_stride_stream_t stream[UPC_STRIDE_STREAMS]; /* by stream id                             */
  unsigned *tags;                     /* of the call, for each of the plan's peers            */
  upc_stride_buffer_t buffer;
  upc_stride_last_arriver_t last;
  const char *started;                /* the program's latest call when this one began        */
  int waiting_step;                   /* the step that a long wait is at, or -1 ..            */
  upc_stride_long_wait_t wait;        /* .. and this wait                                     */
  int stuck_step;                     /* the step that a long wait is at, or -1 ..            */
  double stuck_since;                 /* .. and since when (checked/deadlock.upc)             */
  unsigned long began, wait_began;    /* if it is traced (engine/trace.h)                     */
  struct upc_stride_call *next;       /* in flight                                            */
  unsigned few_tags[UPC_STRIDE_FEW_PEERS]; /* `tags`, unless there are more peers             */
} upc_stride_call_t;

/* ---- messages of a call to a peer of its plan, and from it ---- */

/* A call has two tags: of its messages, and of its replies. */
static inline unsigned upc_stride_call_tag(const upc_stride_call_t *call, int peer, int reply) {
  return call->tags[peer] * 2 + (unsigned)reply;
}

static inline upc_stride_channel_t *upc_stride_call_channel(const upc_stride_call_t *call, int peer) {
  return call->plan->peers[peer].channel;
}

/* A free slot to fill and send; null if there is none yet. */
static inline char *upc_stride_call_slot(upc_stride_call_t *call, int peer) {
  return upc_stride_channel_slot(upc_stride_call_channel(call, peer));
}

static inline void upc_stride_call_send_slot(upc_stride_call_t *call, int peer, int reply, size_t bytes) {
  upc_stride_channel_send(upc_stride_call_channel(call, peer), upc_stride_call_tag(call, peer, reply), bytes);
}

/* The next message, to drop after use; null if it is not there yet. */
static inline const char *upc_stride_call_arrived(upc_stride_call_t *call, int peer, int reply) {
  return upc_stride_channel_look(upc_stride_call_channel(call, peer), upc_stride_call_tag(call, peer, reply));
}

static inline void upc_stride_call_drop(upc_stride_call_t *call, int peer) {
  upc_stride_channel_drop(upc_stride_call_channel(call, peer));
}

/* For actions: a whole message. They return 0 if that is not possible yet. */
int upc_stride_call_send(upc_stride_call_t *call, int peer, const void *data, size_t bytes);
int upc_stride_call_receive(upc_stride_call_t *call, int peer, void *data, size_t bytes);

/* The two memories of an action (upc_stride_plan_action_on). */
static inline char *upc_stride_action_to(const upc_stride_call_t *call, const upc_stride_action_step_t *s) {
  return s->to_address != NULL ? s->to_address : call->buffer.here + s->to;
}

static inline char *upc_stride_action_from(const upc_stride_call_t *call, const upc_stride_action_step_t *s) {
  return s->from_address != NULL ? s->from_address : call->buffer.here + s->from;
}

/* The peer that a call waits for, or -1. If the last arriver is at work, it is a member that has not ended. */
int upc_stride_call_awaited(const upc_stride_call_t *call);

/* The private address that offsets at one end of the flow are counted from; null if the thread is far. */
char *upc_stride_call_part(const upc_stride_call_t *call, const upc_stride_base_t *base, int thread);

#endif
