/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one thread stores, gets from others and copies within its own memory: plain arithmetic, which all threads carry
 * out alike. So the sender of a message knows where its receiver wants it, and no thread has to ask.
 *
 * Regions. On a thread, boxes of a value share one piece of storage, a *region*, if a box around them wastes nothing:
 * it has at most as many elements as they have together. So a block lies inside the same block with a halo, and
 * adjacent slabs lie side by side. What one part writes there, the others read in place.
 *
 * Storage that only messages write, of values in place, is shared by regions that are needed one after the other, if
 * each is written by a later step than the last one that reads the region before it: a *slot*.
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

#include "graph_plan/box.h"
#include "graph_plan/graph.h"
#include "base/hash_map.h"

#include <stdio.h>

/* When a move takes place: once, after a step of UPC_STRIDE_FIRST or _LAST; in each iteration; in the last one only,
 * for steps of UPC_STRIDE_LAST. */
typedef enum upc_stride_move_when {
  UPC_STRIDE_MOVE_ONCE, UPC_STRIDE_MOVE_EACH, UPC_STRIDE_MOVE_FINAL
} upc_stride_move_when_t;

typedef struct upc_stride_region {
  int storage, generations;
  int in_place;                            /* of values in place */
  int given, part;                         /* the access and part whose memory it is, the program's; -1: the graph's */
  int slot;                                /* -1: it shares its memory with no other region */
  int lasts;                               /* 1: it keeps elements for another iteration, or from a first step */
  int newest_move;                         /* the last one that goes here, or -1 */
  int shifted;                             /* the dimensions in which some move that goes here is shifted, as bits */
  upc_stride_box_t box;
  ptrdiff_t stride[UPC_STRIDE_DIMS];       /* bytes */
  size_t bytes, offset;                    /* of one generation, with its guard; of the first one in the memory */
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
  int now;                                 /* 1: some reader reads it in the iteration that writes it, or at the end */
  upc_stride_branch_t branch;              /* when it takes place */
  int older;                               /* the move before it to the same region, or -1 */
  int alike;                               /* the same, of a chain that has those of its access and part */
} upc_stride_move_t;

/* Lists of a plan are made by adding, and may have an entry twice until they are complete. So an entry costs the same,
 * however long its list is.
 *
 * A reader of a message: it has read generation G once it has run G + 1 - ahead times.
 * Of a message in place: a part that reads or writes the storage to which the message goes. The message can be sent in
 * iteration g once it has run g + 1 - ahead times; if it is a part of a first step, once it has run. */
typedef struct upc_stride_reader {
  int part, ahead;
} upc_stride_reader_t;

typedef struct upc_stride_message {
  upc_stride_move_when_t when;
  int thread, step, part;                  /* the sender; part -1: all of its parts of the step */
  int ahead;                               /* of the value: iteration g sends generation g + ahead */
  int in_place;                            /* 1: of a value in place */
  int now;                                 /* 1: one of its moves has `now` */
  int waits;                               /* in place: 1 if it waits for readers in iteration 0, or if sent once */
  upc_stride_branch_t branch;              /* when it has elements; then it begins with an int, 0 if it is empty */
  size_t bytes;
  upc_stride_reader_t *reader;             /* in place: of every message; else of those that come in each iteration */
  int readers, readers_capacity;
  int *writer;                             /* merged: the parts of the sender whose elements it has, ascending */
  int writers, writers_capacity;
  int alike;                               /* the message before it in a chain with those of its step and part, or -1 */
} upc_stride_message_t;

enum { UPC_STRIDE_MESSAGE_HEAD = 16 };     /* bytes before the elements of a message with a branch */

/* A part waits for `count` runs of another part of its thread, or for generation `count` - 1 of a message. In iteration
 * g this is `add`, or g + add if it counts iterations. In the order of is_message and index. */
typedef struct upc_stride_need {
  int is_message, index, iterates, add;
} upc_stride_need_t;

typedef struct upc_stride_needs {
  upc_stride_need_t *need;
  int n, capacity;
} upc_stride_needs_t;

typedef struct upc_stride_local_part {
  int step, part;
  int region[UPC_STRIDE_STEP_ACCESSES];      /* -1: an empty box */
  upc_stride_needs_t first, later;         /* in iteration 0, in the others */
} upc_stride_local_part_t;

/* A part of the thread reads or writes a region. */
typedef struct upc_stride_touch {
  int part, access;
} upc_stride_touch_t;

typedef struct upc_stride_graph_plan {
  int thread;
  upc_stride_region_t *region;
  upc_stride_move_t *move;
  upc_stride_message_t *message;
  upc_stride_local_part_t *part;           /* in the order in which they were written */
  int storages, regions, moves, messages, parts;
  int regions_capacity, moves_capacity, messages_capacity, parts_capacity;
  int *first_region;                       /* of each value's storage, and one more */
  upc_stride_box_t *around;                /* the box of each region */
  upc_stride_box_tree_t *holders;          /* of each storage, its regions */
  int *first_part;                         /* of each step, and one more */
  upc_stride_touch_t *touch;               /* of region r: entries first_touch[r] to first_touch[r + 1] - 1, by parts */
  int *first_touch;
  upc_stride_box_t *touched;               /* the box of each touch */
  upc_stride_box_tree_t *touches;          /* of each region; made when they are searched */
  upc_stride_found_t found;                /* of the last search */
  upc_stride_hash_map_t newest_move, newest_message; /* of each chain */
  unsigned char *read_from;                /* entry w * accesses + r: 1: access r reads what w has written */
  size_t bytes;                            /* of all regions */
} upc_stride_graph_plan_t;

/* A reader: part number `index` of the thread reads `access` in a box of a region. */
typedef struct upc_stride_reading {
  int index, access, region;
  upc_stride_move_when_t when;
  upc_stride_needs_t *needs;               /* to be added to */
  upc_stride_branch_t world;               /* what holds: it reads what steps write whose branches it implies */
  upc_stride_boxes_t missing;              /* elements whose writer is not known yet */
  upc_stride_found_t found;                /* of the last search */
} upc_stride_reading_t;

void upc_stride_graph_plan_free(upc_stride_graph_plan_t *P);

/* Makes room for one more entry and returns the list. */
void *upc_stride_graph_plan_grown(void *list, int n, int *capacity, size_t size);

/* The number of a part among those of the plan's thread; the region that has its elements of an access. */
int upc_stride_graph_plan_part(const upc_stride_graph_plan_t *P, int step, int part);
int upc_stride_graph_plan_region(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int access, int part);

/* Who uses elements of a box in a region: sets P->found to numbers of touches, counted from the region's first. */
void upc_stride_graph_plan_touching(upc_stride_graph_plan_t *P, int region, const upc_stride_box_t *box);

/* The storage of a region; the bytes from its first generation to its second one, 0 if it has only one. */
upc_stride_storage_t upc_stride_graph_plan_storage(const upc_stride_region_t *r);
size_t upc_stride_graph_plan_generation(const upc_stride_region_t *r);

/* A part waits; a message has a reader. */
void upc_stride_graph_plan_need(upc_stride_needs_t *needs, int is_message, int index, int iterates, int add);
void upc_stride_graph_plan_reader(upc_stride_message_t *m, int part, int ahead);
/* The plan's lists are complete: each entry of them is there once, and in order. */
void upc_stride_graph_plan_sort(upc_stride_graph_plan_t *P);
/* The reader's access reads what `access` has written. */
void upc_stride_graph_plan_relation(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g,
                                    const upc_stride_reading_t *R, int access);
/* 1: some of the missing elements are in the box. */
int upc_stride_graph_plan_misses(const upc_stride_reading_t *R, const upc_stride_box_t *box);
/* The newest move to a region of a chain that has all which come from a part of a writing access, or -1. */
int upc_stride_graph_plan_alike(const upc_stride_graph_plan_t *P, int region, int access, int part);
/* A new move of elements that part `part` of a writing access has, its box moved by `shift`; returns its number. */
int upc_stride_graph_plan_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                         int access, int part, const upc_stride_box_t *box, const long long *shift);

/* ---- making plans (graph_plan_make.c) ---- */

/* All threads can make the plan of any thread. 0, with a message, if an element is read that nobody writes. */
int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint);

/* ---- the storage of one thread (graph_regions.c) ---- */

/* The storage that a thread needs; the region of a storage that holds a box, or -1. */
void upc_stride_graph_plan_regions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);
int upc_stride_graph_plan_region_with(upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box);

/* Where the regions lie, once the moves are known. */
void upc_stride_graph_plan_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);

/* ---- moves (graph_moves.c) ----
 *
 * From whom the elements come that a part reads. They are looked for in this order: in the region already, since
 * a part writes them there or another reader needs them too; in other regions of the thread; on other threads. */

/* Adds the moves of what the reader reads, and what it waits for. 0, with a message, if an element is read that nobody
 * writes. Of *R, the part, the access and the region are set. */
int upc_stride_graph_plan_source(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R,
                                 char *complaint);

/* Sets the entries of threads that may read what `writer` writes to 1. */
void upc_stride_graph_readers(const upc_stride_graph_t *g, int writer, int threads, char *reads);

/* ---- values in place (graph_versions.c) ----
 *
 * Their elements have one storage on each thread, and steps change them one after the other, in the
 * order of the program. A *version* of an element is what one step has written.
 *
 * A step reads the version that the last step before it has written: in the same iteration, else in the iteration
 * before, else by a step of UPC_STRIDE_FIRST. On the thread of the writer it is often in place. Else it is moved there
 * as soon as the writer's part has run. */

/* Finds who writes what the reader reads. Elements that nobody writes stay missing. */
void upc_stride_graph_plan_versions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R);

/* ---- the order in which storage in place changes: that of the steps which use it (graph_order.c) ----
 *
 * A part that writes a region, or a message that comes to it, has an order with all parts of the thread that use the
 * same elements, or the same slot. Those that are before the writer's step have run in the same iteration, those that
 * are after it in the iteration before. It waits for its neighbours among them: an element that was changed meanwhile
 * needs no wait, since this change has waited. So what all steps wait for grows with their number, not with its square.
 * All these parts come before the writer in the order of the program, so the first part that has not run can always
 * run.
 *
 *   C is updated in steps 1, 2, 3 in 10 iterations; step 2 reads C of another thread.
 *   step 1 in iteration 4 waits for step 3 in iteration 3, which has waited for step 2; its message waits for step 2 */

/* In which order the parts change storage in place, and when others can. The regions have their places. Then the plan's
 * lists are complete, and sorted. */
void upc_stride_graph_plan_order(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g);

/* ---- messages that need no credit (graph_implied.c) ----
 *
 * What the sender waits for before it can send the next one says already that the last
 * one has been read. So it is between neighbours that send to each other in each iteration:
 *
 *   a part of thread 0 sends its edge to thread 1. It can run again when the edge of thread 1 has come. The part that
 *   has sent this edge has read that of thread 0 before.
 *
 * A part reads until it has copied all that it delivers, so it tells near threads of that only then
 * (graph_deliver.upc). */

/* 1: so it is for a message of the receiver's plan, from the thread of the sender's plan. */
int upc_stride_graph_implied(const upc_stride_graph_plan_t *sender, const upc_stride_graph_t *g,
                             const upc_stride_graph_plan_t *receiver, int message);

/* ---- a picture, in the language of Graphviz's dot: steps, and on each arrow what is moved (graph_draw.c) ---- */

/* Works out the plans of all threads. */
void upc_stride_graph_picture(FILE *file, const upc_stride_graph_t *g, int threads);

#endif
