/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The messages of a graph. In the receiver's shared memory each message has a *record*: a word that says which
 * generations have come, and two addresses. The words of a run are counted from `base`, which grows from run to run, so
 * that no word has to be reset. In the sender's memory a word says how many generations have been read (its *credit*).
 * For a message of the last iteration it says that the first steps have run. For a message in place it says in how many
 * iterations the message may be sent. The credits of one far thread lie side by side, in the order in which it has the
 * messages. So credits that grow together, as one part has read several messages, go to the sender in one message,
 * also if there are others between them.
 *
 *   to a near thread  the sender copies the elements to their places, then writes the record's word
 *   to a far thread   the sender packs them, and puts them into one of the receiver's slots for this message, with a
 *                     word at its head. The receiver unpacks a slot when a part needs the message
 *   the same, long    as a stream, if the runtime has streams: the receiver asks for a generation as soon as its slot
 *                     is free, and no word is written. Else by a transfer, and the word after it
 *   to far threads    that need the same elements: the sender packs them once, and puts them to the first threads of a
 *                     tree, which pass them on (graph_relays.h) */
#ifndef UPC_STRIDE_GRAPH_MESSAGES_H
#define UPC_STRIDE_GRAPH_MESSAGES_H

#include "graph_plan/graph_plan.h"
#include "base/line.h"
#include "base/port.h"
#include "transport/transfer.h"

typedef shared [] char *upc_stride_place_t;

typedef struct upc_stride_graph_record {
  unsigned word;
  unsigned implied;                        /* 1: the sender needs no credit (graph_implied.h) */
  upc_stride_place_t slots;                /* in the receiver's memory, of a far message */
  upc_stride_place_t credit;               /* in the sender's memory, or in that of the thread that passes it on */
  upc_stride_place_t passes;               /* to whom it is passed on: a list in the sender's memory, or null */
  unsigned number;                         /* of the message, among those of its receiver */
} upc_stride_graph_record_t;

enum {
  UPC_STRIDE_RECORD = UPC_STRIDE_LINE,     /* bytes from one record to the next: each is written by another thread */
  UPC_STRIDE_CREDIT = 8,                   /* bytes of a credit; those of a far thread lie side by side */
  UPC_STRIDE_SLOT_HEAD = sizeof(unsigned[2]) /* bytes of a slot before the elements: the word */
};

/* Elements that are copied to one region of this or another thread, or from or to a message. */
typedef struct upc_stride_graph_copy {
  upc_stride_box_copy_t box;
  char *to, *from;                         /* their first generations */
  size_t to_bytes, from_bytes;             /* of a generation; 0: there is only one */
  int now;                                 /* 0: nobody needs the elements after the last iteration */
} upc_stride_graph_copy_t;

/* The streams of a message, which are those of one tag. Generation G uses handle G mod the slots. */
typedef struct upc_stride_graph_streams {
  int used;                                /* 0: it does not go as streams */
  unsigned tag, begun;                     /* begun: in this run */
  upc_stride_stream_t handle[2];
} upc_stride_graph_streams_t;

/* A message that comes: its elements are in place once `here` generations have come. */
typedef struct upc_stride_incoming {
  const upc_stride_message_t *plan;
  int near, first, last;                   /* the first generation that comes; the last one that a part may read */
  int end;                                 /* the first one that does not come any more in this run */
  int most;                                /* the highest credit that its sender waits for in this run */
  unsigned here, reported;                 /* reported: how many generations the sender knows to be read */
  unsigned told;                           /* far: the latest value of the credit, of this run or an earlier one */
  upc_stride_place_t record;               /* in this thread's memory */
  char *record_here;
  upc_stride_place_t credit;               /* in the sender's memory */
  char *credit_here;                       /* near */
  int news;                                /* far: 1: the sender is to be told what `reported` says */
  int before, after;                       /* far: the messages whose credits are before and after this one's, or -1 */
  upc_stride_place_t slots;                /* far: two, or one if the message comes once or in place */
  size_t slot_bytes;
  upc_stride_graph_copy_t *copy;           /* far: from a slot to the regions */
  int copies, copies_capacity;
  int relay;                               /* the number of the relay that passes it on, from 1; 0: none */
  int passed;                              /* generations below this one need not be passed on any more */
  int from;                                /* the thread that sends it or passes it on */
  upc_stride_graph_streams_t streams;
} upc_stride_incoming_t;

/* A thread to which a message goes. */
typedef struct upc_stride_target {
  int thread;
  int waits;                               /* as in the plan of the receiver */
  upc_stride_place_t record;               /* in the receiver's memory */
  upc_stride_place_t slots;                /* far: in the receiver's memory */
  int under_way[2];                        /* 1: a long message is being put or streamed */
  upc_stride_transfer_t transfer[2];
  upc_stride_graph_streams_t streams;
  upc_stride_place_t credit;               /* in this thread's memory */
  char *credit_here;
  unsigned read;                           /* generations that have been read */
  int implied;                             /* 1: it has read all it must, whenever a generation can be delivered */
} upc_stride_target_t;

/* A message that goes: to one near thread, or to far ones, which all get the same bytes. */
typedef struct upc_stride_outgoing {
  upc_stride_move_when_t when;
  int ahead, near, in_place, now;          /* as in the plan of the receivers */
  int slot_count;
  int parts, delivered[2];                 /* parts that deliver elements to it; that have, by generation */
  size_t bytes, slot_bytes;
  unsigned long long content;              /* far: a number for the elements that it has, in their order */
  char *record_here;                       /* near */
  char *packed;                            /* far: as many slots as the receivers have */
  int passed_on;                           /* 1: this thread has received it, and the slots are those of incoming */
  unsigned value[2];                       /* the word of each slot */
  upc_stride_target_t *target;
  int targets, targets_capacity;
} upc_stride_outgoing_t;

/* Finds out whether the message goes between this thread and another one as streams. Both ask, with the receiver's
 * number of the message, and find the same. */
void upc_stride_graph_streams_find(upc_stride_graph_streams_t *s, int thread, unsigned number, size_t bytes);

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
int upc_stride_incoming_in_slot(upc_stride_incoming_t *m, unsigned base, int generation);

/* Asks for the streams whose slots are free. */
void upc_stride_incoming_ask(upc_stride_incoming_t *m);

/* The highest credit that some generation up to m->last needs. */
int upc_stride_incoming_most(const upc_stride_incoming_t *m);

/* Notes that `count` generations have been read, if a later one waits for that, and tells a near thread. 1: a far
 * thread has now to be told. */
int upc_stride_incoming_read(upc_stride_incoming_t *m, unsigned base, unsigned count);

/* 1: a generation can be delivered to the message. */
int upc_stride_outgoing_free(upc_stride_outgoing_t *m, unsigned base, int generation);

/* Sends a generation that is packed. */
void upc_stride_outgoing_send(upc_stride_outgoing_t *m, unsigned base, int generation);

/* A part has copied what it delivers; the last one sends. */
void upc_stride_outgoing_deliver(upc_stride_outgoing_t *m, unsigned base, int generation);

/* Goes on with long messages; 1 if none is under way. */
int upc_stride_outgoing_test(upc_stride_outgoing_t *m);

/* 1: the slot of a generation is still being put to some thread. */
int upc_stride_outgoing_under_way(const upc_stride_outgoing_t *m, int generation);

#endif
