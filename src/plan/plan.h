/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plans: what one thread does in one call, as a list of steps (step.h). A schedule is a function that writes the list
 * from the arguments of the call (builder.h). The engine (engine/call.h) carries out the list, for all schedules, and
 * for blocking and split-phase calls alike. A plan is arithmetic: nothing is communicated to write it, and the player
 * (src/player/) carries out the plans of all members of a call in one process.
 *
 * 2 threads, broadcast of 8 bytes from thread 0 with UPC_IN_MYSYNC | UPC_OUT_MYSYNC:
 *   thread 0   EAGER_SEND to 1, MOVE to its own block
 *   thread 1   EAGER_RECV from 0
 * and with UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC:
 *   thread 0   AWAIT 1, EAGER_SEND to 1, MOVE, AWAIT 1
 *   thread 1   SIGNAL 0, EAGER_RECV from 0, SIGNAL 0
 *
 * Data is named by *messages*: all pieces that the flow (dataflow/flow.h) moves from thread s to thread d. A call may
 * have a buffer in shared memory. Positions in it are counted in bytes from 0.
 */
#ifndef UPC_STRIDE_PLAN_H
#define UPC_STRIDE_PLAN_H

#include "dataflow/flow.h"
#include "plan/data.h"
#include "upc_stride_lists.h"
#include "plan/values.h"

typedef struct upc_stride_plan {
  const upc_stride_step_t *steps;     /* the first of them                              */
  int step_words;                     /* of all steps together                          */
  const upc_stride_strided_t *pieces; /* listed by steps: offsets count from the step's addresses */
  upc_stride_action_t **functions;    /* of actions */
  int nfunctions;
  upc_stride_peer_t *peers;           /* each thread once */
  int npieces, npeers;
  upc_stride_flow_t *flow;            /* null if no step reads it */
  upc_stride_base_t dst, src;
  int split;                          /* 1: of a split-phase call */
  size_t place_bytes;                 /* at the call's place, if the plan may serve other places; else 0 */
  char *here;                         /* the address of the call's place, if that is near           */
  char *origin;                       /* of the setting                                             */
  int stream_ids;                     /* more than any stream id of the plan */
  int has_messages;                   /* 1: besides streams */
  size_t buffer_bytes;                /* of the call's buffer */
  const upc_stride_values_t *values;  /* of a reduction, or null */
  const upc_stride_scaling_t *scaling;  /* done with each element that arrives; null: it is assigned */
  const struct upc_stride_own_plan *own; /* what actions of schedules/own.h read, or null */
  upc_stride_action_t *last;          /* what the call does at its end, also if members refuse it, or null */
  void *allocations;                  /* memory of upc_stride_plan_alloc ..             */
  size_t allocated;                   /* .. in bytes                                    */
} upc_stride_plan_t;

static inline const upc_stride_step_t *upc_stride_plan_step_at(const upc_stride_plan_t *P, int place) {
  return (const upc_stride_step_t *)((const upc_stride_step_word_t *)P->steps + place);
}

/* An address of a step, which the plan keeps as a distance: from the call's place, if the step's bit says so; or else
 * from the origin. Null stays null. */
static inline char *upc_stride_plan_addressed(const upc_stride_plan_t *P, const upc_stride_step_t *step, int bit,
                                              const char *kept) {
  if ((step->at_place & bit) != 0) return P->here + (size_t)kept;
  return kept == NULL ? NULL : (char *)((size_t)P->origin + (size_t)kept);
}

/* Visits the runs that a step of pieces means (step.h): of the pieces that it lists, or of the flow. */
void upc_stride_plan_each(const upc_stride_plan_t *P, const upc_stride_step_t *step, upc_stride_visit_t *visit,
                          void *context);

/* The bytes of all these runs. */
size_t upc_stride_plan_step_bytes(const upc_stride_plan_t *P, const upc_stride_step_t *step);

size_t upc_stride_plan_memory(const upc_stride_plan_t *P); /* bytes that the plan takes, without the struct itself */
void upc_stride_plan_free(upc_stride_plan_t *P);           /* all but the struct itself                            */
void upc_stride_plan_free_allocations(void *allocations);

/* Null, or why a plan is wrong: it uses memory that a message of the plan still reads or writes (in_flight.c). */
const char *upc_stride_plan_uses_in_flight(const upc_stride_setting_t *setting, int me, const upc_stride_plan_t *P,
                                           char *text, size_t size);

/* ---- a plan that is carried out, as an action sees it ---- */

struct upc_stride_run;

/* What carries out plans: the engine, or the player. The same for all calls of a thread. */
typedef struct upc_stride_carrier {
  const upc_stride_setting_t *setting;

  /* A whole message to a peer of the plan, and from it. 0: not possible yet. */
  int (*send)(struct upc_stride_run *run, int peer, const void *data, size_t bytes);
  int (*receive)(struct upc_stride_run *run, int peer, void *data, size_t bytes);

  /* The same without a copy: a slot to fill, which is then posted; the next message, to drop after use. Null: not yet.
   * A message has at most setting->eager() bytes. Who asks has something to send, or knows that something will come. */
  char *(*slot)(struct upc_stride_run *run, int peer);
  void (*post)(struct upc_stride_run *run, int peer, size_t bytes);
  const char *(*arrived)(struct upc_stride_run *run, int peer);
  void (*drop)(struct upc_stride_run *run, int peer);

  /* Bytes that a thread has at an offset of the call's source, which is far. `get` starts to copy them; `got` is 1 when
   * they have come, and what get gave is then gone. Null: they have come. */
  void *(*get)(struct upc_stride_run *run, char *to, int thread, size_t offset, size_t bytes);
  int (*got)(void *getting);

  void (*fail)(struct upc_stride_run *run, const char *argument, const char *text); /* for what the lists say       */
  void (*touches)(struct upc_stride_run *run, int thread); /* null, or told that an action reads a thread's blocks */
} upc_stride_carrier_t;

typedef struct upc_stride_run {
  const upc_stride_plan_t *plan;
  const upc_stride_carrier_t *by;
  int me;
  int begun;                          /* 1: the step has begun and must be looked at again */
  char *buffer;                       /* the call's */
  const upc_stride_own_lists_t *lists; /* of the program, which each call has anew */
} upc_stride_run_t;

/* The memory of a step: at an address, or, if that is null, at a position in the call's buffer. Null: a step of no
 * bytes, in a call without a buffer. */
static inline char *upc_stride_run_address(const upc_stride_run_t *run, const upc_stride_step_t *step, int bit,
                                           const char *kept, size_t position) {
  char *address = upc_stride_plan_addressed(run->plan, step, bit, kept);
  return address != NULL ? address : run->buffer != NULL ? run->buffer + position : NULL;
}

/* The memory of a step with bytes. */
static inline char *upc_stride_run_bytes(const upc_stride_run_t *run, const upc_stride_step_t *step) {
  return step->in_buffer ? run->buffer + (size_t)step->data.bytes.address
                         : upc_stride_plan_addressed(run->plan, step, UPC_STRIDE_FROM_PLACE, step->data.bytes.address);
}

/* The two memories of an action (upc_stride_plan_action_on). */
static inline char *upc_stride_action_to(const upc_stride_run_t *run, const upc_stride_step_t *s) {
  return upc_stride_run_address(run, s, UPC_STRIDE_TO_PLACE, s->data.action.to_address, s->data.action.to);
}

static inline char *upc_stride_action_from(const upc_stride_run_t *run, const upc_stride_step_t *s) {
  return upc_stride_run_address(run, s, UPC_STRIDE_FROM_PLACE, s->data.action.from_address, s->data.action.from);
}

#endif
