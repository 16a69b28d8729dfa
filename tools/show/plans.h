/* SPDX-License-Identifier: BSD-3-Clause
 * What the members of a call send each other, from the library's own plans: for each member the operation checks the
 * arguments, chooses the schedule and writes the plan, as in a program. Nothing is carried out.
 *
 * Messages are put into steps. A member sends one message in a step and receives one; what waits for a message comes in
 * a later step. Signals have no bytes and take no step. */
#ifndef SHOW_PLANS_H
#define SHOW_PLANS_H

#include "layout/section.h"
#include "schedules/schedules.h"

/* Data; an empty message; a copy between two threads by address. */
enum { SHOW_DATA, SHOW_SIGNAL, SHOW_COPY };

typedef struct show_message {
  int step, from, to, kind;
  double bytes;
} show_message_t;

/* A call of an operation. `to` is the array that a copy goes to; all other operations have one section at both ends. */
typedef struct show_call {
  int operation, root;
  double bytes;
  const upc_stride_layout_t *layout, *to;
  int intervals;
  const upc_stride_interval_t *interval;
  int type;                            /* of the elements, as upc_types.h numbers it; 0: not given */
  const char *conduit;
  int per_node;                        /* threads that share memory */
} show_call_t;

typedef struct show_play {
  show_message_t *message;             /* by step; the caller frees it */
  int messages, steps, members;
  upc_stride_choice_t choice;
  upc_stride_selector_t selector;      /* what it was chosen by */
} show_play_t;

/* The choice alone, and all messages as well. Wrong arguments end the tool with the library's line. */
void show_choose_for(show_play_t *play, const show_call_t *call);
void show_plans(show_play_t *play, const show_call_t *call);

#endif
