/* SPDX-License-Identifier: BSD-3-Clause
 * What the members of a call send each other: the library's player plays their plans. */
#ifndef SHOW_PLANS_H
#define SHOW_PLANS_H

#include "player/player.h"

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

/* The choice alone, and all messages as well. Wrong arguments end the tool with a line. */
void show_choose_for(upc_stride_played_t *play, const show_call_t *call);
void show_plans(upc_stride_played_t *play, const show_call_t *call);

#endif
