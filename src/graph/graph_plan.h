/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one thread stores, gets from others and copies within its own memory: plain arithmetic, which all threads carry
 * out alike. So the sender of a message knows where its receiver wants it, and no thread has to ask.
 *
 * Regions. On a thread, boxes of a value share one piece of storage, a *region*, if a box around them wastes nothing:
 * it has at most as many elements as they have together. So a block lies inside the same block with a halo, and
 * adjacent slabs lie side by side. What one part writes there, the others read in place.
 *
 * Moves. For each box that is read, the elements that its own thread does not write there come from the regions of
 * writers, one move for each common box. Readers of one region share a move. Moves from one part to one thread are
 * a message; with upc_stride_graph_merge those of all the step's parts on a thread are.
 *
 *   value of 12 elements on 3 threads, one part each; cells are written, halos of width 1 are read
 *   thread 1   region 3..9 for the cells 4..8 and the halo 3..9
 *              moves: 3..4 from part 0 of thread 0, 8..9 from part 2 of thread 2; each is a message
 */
#ifndef UPC_STRIDE_GRAPH_PLAN_H
#define UPC_STRIDE_GRAPH_PLAN_H

#include "graph/box_copy.h"
#include "graph/graph.h"

/* When a move takes place: once, after a step of UPC_STRIDE_FIRST or _LAST; in each iteration; in the last one only,
 * for steps of UPC_STRIDE_LAST. */
typedef enum upc_stride_move_when {
  UPC_STRIDE_MOVE_ONCE, UPC_STRIDE_MOVE_EACH, UPC_STRIDE_MOVE_FINAL
} upc_stride_move_when_t;

typedef struct upc_stride_region {
  int storage, generations;
  upc_stride_box_t box;
  ptrdiff_t stride[UPC_STRIDE_DIMS];       /* bytes */
  size_t bytes, offset;                    /* of one generation; of the first one in the thread's memory */
} upc_stride_region_t;

typedef struct upc_stride_move {
  upc_stride_move_when_t when;
  int access, part, thread;                /* who writes the elements */
  int reader;                              /* the first access that reads them: for pictures */
  int region;                              /* where they go */
  upc_stride_box_t box;                    /* there */
  long long shift[UPC_STRIDE_DIMS];        /* the writer's box is this one moved back by `shift` (periodic values) */
  int message;                             /* -1: from the thread's own storage */
  size_t offset;                           /* in the message */
} upc_stride_move_t;

/* A reader of a message: it has read generation G once it has run G + 1 - ahead times. */
typedef struct upc_stride_reader {
  int part, ahead;
} upc_stride_reader_t;

typedef struct upc_stride_message {
  upc_stride_move_when_t when;
  int thread, step, part;                  /* the sender; part -1: all of its parts of the step */
  int ahead;                               /* of the value: iteration g sends generation g + ahead */
  size_t bytes;
  upc_stride_reader_t *reader;             /* of messages that come in each iteration */
  int readers;
} upc_stride_message_t;

/* A part waits for `count` runs of another part of its thread, or for generation `count` - 1 of a message. In iteration
 * g this is `add`, or g + add if it counts iterations. */
typedef struct upc_stride_need {
  int is_message, index, iterates, add;
} upc_stride_need_t;

typedef struct upc_stride_needs {
  upc_stride_need_t *need;
  int n, capacity;
} upc_stride_needs_t;

typedef struct upc_stride_local_part {
  int step, part;
  int region[UPC_STRIDE_STEP_VALUES];      /* -1: an empty box */
  upc_stride_needs_t first, later;         /* in iteration 0, in the others */
} upc_stride_local_part_t;

typedef struct upc_stride_graph_plan {
  int thread;
  upc_stride_region_t *region;
  upc_stride_move_t *move;
  upc_stride_message_t *message;
  upc_stride_local_part_t *part;           /* in the order in which they were written */
  int regions, moves, messages, parts;
  int regions_capacity, moves_capacity, messages_capacity, parts_capacity;
  size_t bytes;                            /* of all regions */
} upc_stride_graph_plan_t;

/* 0, with a message, if an element is read that nobody writes. */
int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint);
void upc_stride_graph_plan_free(upc_stride_graph_plan_t *P);

/* 1: the thread reads elements that `writer` writes, maybe in place. */
int upc_stride_graph_meets(const upc_stride_graph_t *g, int thread, int writer);

#endif
