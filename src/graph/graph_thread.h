/* SPDX-License-Identifier: BSD-3-Clause
 * What one thread has of a graph: its parts ready to run, its storage, its messages. */
#ifndef UPC_STRIDE_GRAPH_THREAD_H
#define UPC_STRIDE_GRAPH_THREAD_H

#include "graph/graph_messages.h"

/* Elements that a part delivers when it has run: to another region of the thread, or to a message. */
typedef struct upc_stride_delivery {
  upc_stride_move_when_t when;
  int ahead, outgoing;                     /* -1: on this thread */
  int sent_last;                           /* 0: nobody needs anything of the message after the last iteration */
  upc_stride_graph_copy_t copy;
} upc_stride_delivery_t;

typedef struct upc_stride_run_part {
  const upc_stride_local_part_t *plan;
  const upc_stride_graph_step_t *step;
  int done;                                /* runs so far */
  upc_stride_delivery_t *delivery;           /* sorted by message */
  int deliveries, deliveries_capacity;
  int *incoming, incomings, incomings_capacity; /* the messages of which it is a reader */
  char *data[2][UPC_STRIDE_STEP_VALUES];   /* of its views, in even and odd iterations */
  upc_stride_part_t argument;
} upc_stride_run_part_t;

/* A message that comes and is passed on to other threads. */
typedef struct upc_stride_relay {
  int incoming, outgoing;
  int next, passed, end;                   /* generations: to be sent; sent, and no longer under way; of the run */
} upc_stride_relay_t;

typedef struct upc_stride_graph_run {
  const upc_stride_graph_t *graph;
  upc_stride_graph_plan_t plan;
  upc_stride_run_part_t *part;
  upc_stride_incoming_t *incoming;
  upc_stride_outgoing_t *outgoing;
  int outgoings, outgoings_capacity;
  upc_stride_relay_t *relay;
  int relays;
  int *order[3], count[3];                 /* the parts of each kind of step */
  upc_stride_place_t memory;               /* records, regions, slots */
  upc_stride_place_t allocated, credits;
  size_t bytes;                            /* of all shared memory */
  size_t regions;                          /* where they begin */
  char **region;                           /* the address of each */
  unsigned base;
  int iterations;                          /* of this run */
  int traced, checked;
  char **text;                             /* if it is traced: of each step, and of the call */
} upc_stride_graph_run_t;

#endif
