/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The messages of a graph.
 *
 *   to a near thread  the sender copies the elements to their places, then writes a word: how many generations have
 *                     come. The reader answers with a word, its *credit*: how many it has read. For a message of the
 *                     last iteration this says that the first steps have run; for one in place, in how many iterations
 *                     it may be sent. The words of a run are counted from `base`, which grows from run to run, so that
 *                     no word has to be reset
 *   to a far thread   the sender packs them, and sends them by the channel with this thread (transport/channel.h), in
 *                     several parts if they fill more than a slot; or as a stream, if the runtime says so. The receiver
 *                     takes a generation into a slot of this message when it is free, and unpacks it when a part needs
 *                     the elements and nobody reads those before. The channel keeps the rest, so no credit is sent
 *   to far threads    that need the same elements: the sender packs them once, and sends them to the first threads of a
 *                     tree, which pass them on (graph_thread.h)
 *
 * In the receiver's shared memory each message has a *record*: what other threads tell it before the first run, and the
 * word of a near sender. */
#ifndef UPC_STRIDE_GRAPH_MESSAGES_H
#define UPC_STRIDE_GRAPH_MESSAGES_H

#include "graph_plan/graph_plan.h"
#include "base/line.h"
#include "base/port.h"
#include "base/turns.h"
#include "transport/channel.h"

typedef shared [] char *upc_stride_place_t;

typedef struct upc_stride_graph_record {
  unsigned word;
  unsigned implied;                        /* 1: the sender needs no credit (graph_plan.h) */
  upc_stride_place_t credit;               /* in a near sender's memory */
  int from;                                /* 1 and the thread that passes it on to this one; 0: the sender does it */
  upc_stride_place_t passes;               /* to whom it is passed on: a list in the sender's memory, or null */
} upc_stride_graph_record_t;

enum { UPC_STRIDE_RECORD = UPC_STRIDE_LINE }; /* bytes from one record to the next: each is written by another thread */

/* Elements that are copied to one region of this or another thread, or from or to a message. */
typedef struct upc_stride_graph_copy {
  upc_stride_box_copy_t box;
  char *to, *from;                         /* their first generations */
  size_t to_bytes, from_bytes;             /* of a generation; 0: there is only one */
  int now;                                 /* 0: nobody needs the elements after the last iteration */
} upc_stride_graph_copy_t;

/* How a far message goes between two threads: by their channel, or as streams. Generation G uses handle G mod the
 * slots. */
typedef struct upc_stride_graph_way {
  upc_stride_channel_t *channel;
  unsigned tag;
  int streams;                             /* 1: as streams */
  unsigned begun;                          /* streams, in this run */
  upc_stride_stream_t handle[2];
  size_t part;                             /* by the channel: bytes of the next generation that have gone or come */
} upc_stride_graph_way_t;

/* A message that comes: its elements are in place once `here` generations have come. */
typedef struct upc_stride_incoming {
  const upc_stride_message_t *plan;
  int near, first, last;                   /* the first generation that comes; the last one that a part may read */
  int end;                                 /* the first one that does not come any more in this run */
  int read;                                /* how many its readers have read; in place: how many may come */
  const int *slowest;                      /* the runs of a reader that was furthest behind then, or null; */
  int slowest_done;                        /* and how many they were */
  unsigned here;
  upc_stride_place_t record;               /* in this thread's memory */
  char *record_here;
  int most;                                /* near: the highest credit that the sender waits for in this run */
  unsigned reported;                       /* near: the credit that it has */
  upc_stride_place_t credit;               /* near: in the sender's memory */
  char *credit_here;
  upc_stride_graph_way_t way;              /* far */
  int in_slots;                            /* far: generations below this one have come into the slots */
  char *slots;                             /* far: two, or one if the message comes once or in place */
  size_t slot_bytes;
  upc_stride_graph_copy_t *copy;           /* far: from a slot to the regions */
  int copies, copies_capacity;
  int passed;                              /* generations below this one need not be passed on any more */
  int from;                                /* the thread that sends it or passes it on */
} upc_stride_incoming_t;

/* A thread to which a message goes. */
typedef struct upc_stride_target {
  int thread, number;                      /* number: of the message, among those of the receiver */
  upc_stride_place_t record;               /* in the receiver's memory */
  upc_stride_graph_way_t way;              /* far */
  int under_way[2], oldest;                /* far, by slot: 1: it has not gone yet, or not as a whole; the older one */
  int waits;                               /* near: as in the plan of the receiver */
  upc_stride_place_t credit;               /* near: in this thread's memory */
  char *credit_here;
  unsigned read;                           /* near: generations that have been read */
  int implied;                             /* near: 1: it has read all it must, whenever one can be delivered */
} upc_stride_target_t;

/* A message that goes: to one near thread, or to far ones, which all get the same bytes. */
typedef struct upc_stride_outgoing {
  upc_stride_move_when_t when;
  int ahead, near, in_place, now;          /* as in the plan of the receivers */
  int conditional;                             /* 1: it may be empty */
  upc_stride_turn_t turn;                     /* far: of those that have not gone as a whole */
  int slot_count;
  int parts, delivered[2];                 /* parts that deliver elements to it; that have, by generation */
  size_t bytes, slot_bytes;
  unsigned long long content;              /* far: a number for the elements that it has, in their order */
  char *record_here;                       /* near */
  char *packed;                            /* far: as many slots as the receivers have */
  int passed_on;                           /* 1: this thread has received it, and the slots are those of incoming */
  upc_stride_target_t *target;
  int targets, targets_capacity;
} upc_stride_outgoing_t;

/* Finds the way of a message between this thread and another one. Both ask, with the receiver's number of the
 * message, and find the same. */
void upc_stride_graph_way_find(upc_stride_graph_way_t *w, int thread, int number, size_t bytes, int conditional);

/* Where the regions begin in the memory of a plan's thread: after the records. */
static inline size_t upc_stride_graph_regions_at(const upc_stride_graph_plan_t *P) {
  return (size_t)P->messages * UPC_STRIDE_RECORD;
}

/* 1: messages to the thread are written by address. */
int upc_stride_graph_by_address(int thread);

/* How many slots a far message has, and their bytes. */
int upc_stride_message_slots(const upc_stride_message_t *m);
size_t upc_stride_message_slot_bytes(const upc_stride_message_t *m);

void upc_stride_graph_copy(const upc_stride_graph_copy_t *c, int generation);

/* 1: `count` generations of the message are there; base is that of the run. */
int upc_stride_incoming_there(upc_stride_incoming_t *m, unsigned base, int count);

/* 1: a generation is in its slot. */
int upc_stride_incoming_in_slot(upc_stride_incoming_t *m, int generation);

/* Takes what stands first in the channel into free slots, so that the sender has slots of the channel again; 1 if it
 * has taken something. */
int upc_stride_incoming_take(upc_stride_incoming_t *m);

/* Asks for the streams whose slots are free. */
void upc_stride_incoming_ask(upc_stride_incoming_t *m);

/* The highest credit that some generation up to m->last needs. */
int upc_stride_incoming_most(const upc_stride_incoming_t *m);

/* Notes that `count` generations have been read, and tells a near thread if it waits for that. */
void upc_stride_incoming_read(upc_stride_incoming_t *m, unsigned base, int count);

/* 1: a generation can be delivered to the message. */
int upc_stride_outgoing_free(upc_stride_outgoing_t *m, unsigned base, int generation);

/* Where a generation is packed for far threads. */
char *upc_stride_outgoing_slot(const upc_stride_outgoing_t *m, int generation);

/* Sends a generation that is packed. */
void upc_stride_outgoing_send(upc_stride_outgoing_t *m, unsigned base, int generation);

/* A part has copied what it delivers; the last one sends. */
void upc_stride_outgoing_deliver(upc_stride_outgoing_t *m, unsigned base, int generation);

/* Goes on with what is under way; 1 if nothing is. */
int upc_stride_outgoing_test(upc_stride_outgoing_t *m);

/* 1: the slot of a generation is still being sent to some thread. */
int upc_stride_outgoing_under_way(const upc_stride_outgoing_t *m, int generation);

#endif
