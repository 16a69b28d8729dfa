/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A call in flight: which step of its plan it is at, what the step needs, and its messages.
 */
#ifndef UPC_STRIDE_CALL_H
#define UPC_STRIDE_CALL_H

#include "engine/handles.h"
#include "engine/observers.h"
#include "plan/plan.h"
#include "prepared/prepared.h"
#include "base/port.h"
#include "base/turns.h"
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

/* A long wait, and the step that it is at. */
typedef struct upc_stride_waiting {
  const upc_stride_step_t *step;
  upc_stride_long_wait_t wait;
} upc_stride_waiting_t;

enum { UPC_STRIDE_FEW_PEERS = 8 };

typedef struct upc_stride_running_call { /* not the tag of upc_stride_handle_t: that is a flight */
  upc_stride_run_t run;               /* first: actions get its address                       */
  upc_stride_flight_t flight;         /* of a split-phase call                                */
  upc_stride_prepared_t *prepared;
  upc_stride_site_t site;             /* the plan's may be that of a later call by now        */
  void (*before_start)(upc_stride_prepared_t *P, int freed_by); /* of a call that is started several times */
  upc_stride_own_lists_t lists;       /* of the program, which each call has anew             */
  const upc_stride_step_t *step;      /* to be done next                                      */
  upc_stride_transfer_t transfer;     /* of the step                                          */
  unsigned *tags;                     /* of the call, for each of the plan's peers            */
  upc_stride_buffer_t buffer;
  int loses_data;                     /* 1: nothing in the buffer has data                    */
  upc_stride_last_arriver_t last;
  upc_stride_told_t told;             /* to observers                                         */
  char *refused;                      /* the line of a member that refuses it, or null        */
  const char *started;                /* the program's latest call when this one began        */
  upc_stride_waiting_t *waiting;      /* null before the first long wait                      */
  const upc_stride_step_t *stuck_step;   /* the step that a long wait is at, or null ..       */
  double stuck_since;                 /* .. and since when (checked/deadlock.upc)             */
  int suspect;                        /* a thread + 1 that seems not to come to that step, or 0 .. */
  double suspected;                   /* .. and when it was looked at                         */
  upc_stride_turn_t turn;             /* of those that others advance                         */
  unsigned few_tags[UPC_STRIDE_FEW_PEERS]; /* `tags`, unless there are more peers             */
  upc_stride_stream_t stream[UPC_STRIDE_STREAMS]; /* by stream id; a split-phase call ends with the last of its plan */
} upc_stride_call_t;

/* Checked mode, before a call begins: ends the program if one in flight writes what this one reads or writes, or reads
 * what this one writes (together.upc). */
void upc_stride_check_together(const upc_stride_prepared_t *P);

/* The call of a run, for actions of the library above the plain ones. */
static inline upc_stride_call_t *upc_stride_call_of(upc_stride_run_t *run) { return (upc_stride_call_t *)run; }

/* ---- messages of a call to a peer of its plan, and from it ---- */

/* A call has two tags: of its messages, and of its replies. */
static inline unsigned upc_stride_call_tag(const upc_stride_call_t *call, int peer, int reply) {
  return call->tags[peer] * 2 + (unsigned)reply;
}

static inline upc_stride_channel_t *upc_stride_call_channel(const upc_stride_call_t *call, int peer) {
  return call->run.plan->peers[peer].channel;
}

/* A free slot to fill and send; null if there is none yet. */
static inline char *upc_stride_call_slot(upc_stride_call_t *call, int peer, size_t bytes) {
  return upc_stride_channel_slot(upc_stride_call_channel(call, peer), bytes);
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

/* The peer that a call waits for, or -1. If the last arriver is at work, it is a member that has not ended. */
int upc_stride_call_awaited(const upc_stride_call_t *call);
/* 1: it waits for what the last arriver does, and this is any of its members: all of them have entered. */
int upc_stride_call_all_entered(const upc_stride_call_t *call);

/* The private address that offsets at one end of the flow are counted from; null if the thread is far. */
char *upc_stride_call_part(const upc_stride_call_t *call, const upc_stride_base_t *base, int thread);

/* The steps of calls in which the last member to enter does all the work. */

/* LAST_ARRIVER: 1 if the caller is the last arriver (call->last.is_last), or if the last arriver has done all. */
int upc_stride_last_arriver_found(upc_stride_call_t *call, const upc_stride_step_t *step);

/* LAST_ARRIVER_DONE: tells the step's peer that all is done. 1 if the message is sent. */
int upc_stride_last_arriver_done(upc_stride_call_t *call, const upc_stride_step_t *step);

/* Packing: the pieces of a step, to contiguous memory or from it. Only these functions know how the pieces lie. */

/* The pieces of a step, or the part of them that it names, to contiguous memory or from it; or straight from the
 * source to the destination. A move starts call->transfer if one side is far. A piece that would be copied onto itself
 * stays as it is. */
void upc_stride_pack(char *to, const upc_stride_call_t *call, const upc_stride_step_t *step);
void upc_stride_unpack(const char *from, const upc_stride_call_t *call, const upc_stride_step_t *step);
void upc_stride_move(upc_stride_call_t *call, const upc_stride_step_t *step);

/* Prefetches the first bytes that a step will copy by address: a hint, which reads nothing. */
void upc_stride_warm(const upc_stride_plan_t *P, const upc_stride_step_t *step);

/* Seen calls (seen.upc): observers are told of the call's begin and end. If some of them see waits or messages, the
 * plan has steps that tell of these: around each step in which a blocking call may wait, and beside messages and
 * copies. Otherwise there are no such steps, so that nothing on the way of a call asks whether it is observed.
 *
 *   broadcast to thread 1     AWAIT 0, EAGER_RECV from 0
 *   with waits                waits, AWAIT 0, waited, waits, EAGER_RECV from 0, waited */
void upc_stride_seen_begins(upc_stride_call_t *call);
void upc_stride_seen_ends(upc_stride_call_t *call);
void upc_stride_seen_idle(const upc_stride_prepared_t *P); /* a part in a call in which the caller does nothing */
void upc_stride_seen_waits(upc_stride_call_t *call, int has_waited); /* of a split-phase one, for all that it needs */

/* Before a plan is written, and when it is finished. */
void upc_stride_seen_making(upc_stride_prepared_t *P);
void upc_stride_seen_plan(upc_stride_prepared_t *P); /* before it has its plan */

/* Refusals (refusal.upc). The members of a call agree that none of them refuses it. The steps behind the agreement
 * begin when all members have entered. */
void upc_stride_plan_agreement(upc_stride_builder_t *B, const upc_stride_group_t *G);

/* The caller refuses a call, with this line for the other members: a plan of which the agreement is all. Of at most
 * upc_stride_eager() bytes. Null: it does not refuse the call, and fails if another member does. */
void upc_stride_call_refuse(upc_stride_prepared_t *P, char *line);

/* Frees the line that came from another member, and fails with it. */
void upc_stride_fail_refused(char *line);

/* Progress of calls. A call carries out the steps of its plan in order, as far as messages have arrived and rings have
 * free slots. The call itself, tests and waits advance it, and so does every other call of the library that waits: it
 * advances a few of all split-phase calls in each turn (base/turns.h). */

/* Advances some split-phase calls, in a turn of a wait for something else. */
void upc_stride_calls_turn(void);
void upc_stride_calls_advance(void); /* all of them */

/* This plan may be carried out now: a hint, which prepares its first message. */
void upc_stride_call_ahead(const upc_stride_prepared_t *P);

/* A blocking call; and a split-phase call, null if there is nothing to do. */
void upc_stride_call_blocking(upc_stride_prepared_t *P);
upc_stride_handle_t upc_stride_call_start(upc_stride_prepared_t *P);

/* A call that is started as often as the program likes; null if there is nothing to do. `look` is called before each
 * start; freed_by: a thread that has freed memory that the call uses, or -1. */
upc_stride_handle_t upc_stride_call_prepare(upc_stride_prepared_t *P,
                                            void (*look)(upc_stride_prepared_t *P, int freed_by));

/* Sets functions to be called while calls wait, or null. `look` is called now and then with a call that waits: by a
 * call that waits for it alone (blocks = 1), or by a test (0). It returns 1 if the awaited thread seems not to come.
 * Then the next look ends the program with a line, or finds that it has come. `resolved` is called when a call ends
 * that `look` has called stuck. */
typedef int upc_stride_look_t(upc_stride_call_t *call, int blocks);
void upc_stride_call_watch(upc_stride_look_t *look, void (*resolved)(void));

#endif
