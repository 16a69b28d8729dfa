/* SPDX-License-Identifier: BSD-3-Clause
 * What one thread has of a graph: its parts ready to run, its storage, its messages. */
#ifndef UPC_STRIDE_GRAPH_THREAD_H
#define UPC_STRIDE_GRAPH_THREAD_H

#include "graph/graph_messages.h"
#include "engine/freed.h"
#include "engine/observers.h"

/* Elements that a part delivers when it has run: to another region of the thread, or to a message. */
typedef struct upc_stride_delivery {
  upc_stride_move_when_t when;
  int ahead, outgoing;                     /* -1: on this thread */
  int sent_last;                           /* 0: nobody needs anything of the message after the last iteration */
  upc_stride_branch_t branch;              /* when it has elements */
  upc_stride_graph_copy_t copy;
} upc_stride_delivery_t;

typedef struct upc_stride_run_part {
  const upc_stride_local_part_t *plan;
  const upc_stride_graph_step_t *step;
  int done;                                /* runs so far */
  int number;                              /* among the parts of its kind of step */
  int condition;                           /* of those for its next run: the ones before this hold */
  upc_stride_turn_t turn;                  /* of those that wait for other threads */
  struct upc_stride_run_part *waiting, *next; /* those that wait for a run of this one; the next of such a list */
  upc_stride_delivery_t *delivery;           /* sorted by message */
  int deliveries, deliveries_capacity;
  int *incoming, incomings, incomings_capacity; /* the messages of which it is a reader */
  char *data[2][UPC_STRIDE_STEP_ACCESSES];   /* of its operands, in even and odd iterations */
  upc_stride_part_t argument;
} upc_stride_run_part_t;

/* A message that comes and is passed on to other threads. */
typedef struct upc_stride_relay {
  upc_stride_turn_t turn;
  int incoming, outgoing;
  int next, passed;                        /* generations: to be sent; sent, and no longer under way */
} upc_stride_relay_t;

/* How many iterations a run has is known before it; or a value ends the loop, and `iterations` are those known so far;
 * or the loop has ended, and what goes out of its last iteration is sent. */
typedef enum upc_stride_loop { UPC_STRIDE_LOOP_COUNTED, UPC_STRIDE_LOOP_OPEN, UPC_STRIDE_LOOP_ENDED } upc_stride_loop_t;

/* A run of a part: how often the parts of its kind have run before, and its number among them. */
typedef struct upc_stride_run_place {
  int round, number;
} upc_stride_run_place_t;

/* The parts of one kind of step, of which each runs once or in each iteration: those that can run, and those that wait
 * for other threads. A part that waits for another one is in its list. */
typedef struct upc_stride_ready {
  int when;                                /* the kind */
  const int *order;                        /* its parts, and how many they are */
  int parts;
  upc_stride_run_place_t first, begun;     /* the first that has not run; the first that is in no list yet */
  upc_stride_run_part_t **heap;            /* those that can run, the first in the order of the program on top */
  int count;
  upc_stride_turns_t waiting;              /* those that wait for other threads */
} upc_stride_ready_t;

/* By which far messages come. */
typedef struct upc_stride_graph_channel {
  upc_stride_turn_t turn;
  upc_stride_channel_t *channel;
} upc_stride_graph_channel_t;

typedef struct upc_stride_graph_run {
  upc_stride_use_t use;                    /* first: of the memory that the program gives */
  upc_stride_frees_t frees;                /* before the first run */
  const upc_stride_graph_t *graph;
  upc_stride_graph_plan_t plan;
  upc_stride_run_part_t *part;
  upc_stride_incoming_t *incoming;
  upc_stride_outgoing_t *outgoing;
  int outgoings, outgoings_capacity;
  upc_stride_relay_t *relay;
  int relays;
  upc_stride_graph_channel_t *channel;
  int channels;
  upc_stride_turns_t sending, passing, taking; /* outgoing messages under way; relays that have not ended; channels */
  int *order[3], count[3];                 /* the parts of each kind of step */
  upc_stride_ready_t ready;
  upc_stride_place_t memory;               /* records, regions, slots */
  upc_stride_place_t allocated, credits;
  size_t bytes;                            /* of all shared memory */
  size_t regions;                          /* where they begin */
  char **region;                           /* the address of each */
  unsigned base;
  upc_stride_loop_t loop;
  int iterations, most;                    /* of this run; at most */
  int traced, checked;                     /* traced: observers see it */
  char **text;                             /* if it is traced: of each step, and of the call */
  upc_stride_told_t told;                  /* the part that runs */
} upc_stride_graph_run_t;

/* Checked mode for graphs (UPC_STRIDE_CHECK=1): a step must change nothing but what it writes, since other parts may be
 * reading or writing the same memory, in no order. Three things are compared before and after each part has run:
 *
 *   what it only reads
 *   elements beside those that it writes, up to two away in each dimension, if they are in the same region. Those that
 *   messages of other threads write are left out: they may come at any time
 *   the guards of the regions of its values: bytes around each region that no part writes */

enum { UPC_STRIDE_GRAPH_GUARD = 64 };      /* bytes before the first generation of a region, and after each */

/* Fills the guards. */
void upc_stride_graph_checked_new(const upc_stride_graph_run_t *R);

/* Called before the function of a part runs, and after it: meanwhile the thread may start no call. The second ends the
 * program with one line if the part has changed what it must not. */
void upc_stride_graph_checked_before(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);
void upc_stride_graph_checked_after(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p);

/* At the end of a run: all messages from far threads that were sent have been taken from their channels. */
void upc_stride_graph_checked_taken(const upc_stride_graph_run_t *R);

/* Checked mode (UPC_STRIDE_CHECK=1) for memory that a program gives to a graph: no two boxes have the same bytes, if a
 * step writes one of them. The graph takes them for different elements, and has no order between steps on the one and
 * steps on the other. */

/* Before the first run, then around each: given memory must stay from the first run to the end of the last. The thread
 * is refused if it frees some in a step. The second and third fail if other memory of its has been freed. */
void upc_stride_graph_given_new(upc_stride_graph_run_t *R);
void upc_stride_graph_given_begin(upc_stride_graph_run_t *R, const upc_stride_site_t *site);
void upc_stride_graph_given_end(upc_stride_graph_run_t *R, const upc_stride_site_t *site);

/* Before a run: 0, with a message, if boxes of the calling thread have bytes in common. */
int upc_stride_graph_given_apart(const upc_stride_graph_run_t *R, char *complaint);

/* Messages that several far threads get with the same elements. They go down a tree: the sender puts them to some of
 * the threads, which pass them on from the slots that they have got them in. The tree is that of a broadcast of the
 * same number of bytes (UPC_STRIDE_SCHEDULE, rule files). Its members are nodes: the first thread of each node passes
 * the message on to the others there.
 *
 *   thread 0 sends to 1 .. 6, two threads a node, with a binomial tree over the nodes (0) (1) (2 3) (4 5) (6):
 *   0 sends to 1, 2 and 6; 2 sends to 4, and to 3, which is on its node; 4 sends to 5
 *
 * The sender knows who gets a message, and from its plans for the receivers, in which of their slots. So it makes the
 * tree, and tells each thread in it who serves it and whom it serves. A slot is free if it has also been passed on. A
 * thread passes on between two parts, and while it waits. */

/* All threads call it when they know what they send: cuts the targets of each message to those that the sender itself
 * serves, and adds to each thread what it passes on. `node` is for each thread the lowest thread on its node. */
void upc_stride_graph_relays_new(upc_stride_graph_run_t *R, shared const int *node);

/* Before each run; and when the loop has ended, for what is sent then. */
void upc_stride_graph_relays_begin(upc_stride_graph_run_t *R);

/* Passes on what has come, in a turn of the relays. */
void upc_stride_graph_pass_on(upc_stride_graph_run_t *R);

/* ---- graph_deliver.upc ---- */

/* 1: an element of a run's delivery has a place to go to. */
int upc_stride_graph_can_deliver(upc_stride_graph_run_t *R, const upc_stride_delivery_t *g, int iteration);

/* Copies and sends what the part has to deliver: all of it can be delivered. */
void upc_stride_graph_deliver(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration);

/* 1: the conditions hold, of which the part reads the values. */
int upc_stride_graph_holds(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p,
                           const upc_stride_branch_t *branch, int iteration);

/* A turn of a wait: goes on with what is sent, takes what has come from far threads, and advances calls in flight. */
void upc_stride_graph_turn(upc_stride_graph_run_t *R);

/* ---- graph_ready.upc ---- */

/* A part that cannot run waits for one condition at a time: for a run of another part, in whose list it is; or for
 * another thread, in `waiting`. The first part never waits for another one: those that it needs are before it. So
 * finding the next part takes the same time, however many wait. */

/* The parts of a kind of step begin; have all runs that are known so far. */
void upc_stride_graph_ready_begin(upc_stride_graph_run_t *R, int when);
int upc_stride_graph_ready_end(const upc_stride_graph_run_t *R);

/* The first part that is known to be able to run, or null, and its iteration. Some of those that wait are looked at
 * before. The caller runs it, counts it as done, and says so. */
upc_stride_run_part_t *upc_stride_graph_ready_next(upc_stride_graph_run_t *R, int *iteration);
void upc_stride_graph_ready_ran(upc_stride_graph_run_t *R, upc_stride_run_part_t *p);

/* The message that the first part waits for, or null. */
const upc_stride_incoming_t *upc_stride_graph_ready_missing(const upc_stride_graph_run_t *R);

/* Runs of a graph. Each thread has counters only: how often each of its parts has run, which generation of each message
 * has come, which generation of its own messages the receivers have read. A part runs when its counters say so:
 *
 *   what it reads is there, in storage of this thread
 *   the storage that it and its messages write is no longer read: it holds the generation before the last
 *
 * After it has run, its elements are copied to where the thread itself needs them in another place, and sent. To a near
 * thread the copy goes to the reader's storage at once, then a word says so. To a far one a packed message goes by the
 * channel. The reader takes it into a slot, and unpacks it when a part asks for it.
 *
 * Of the parts that can run, the first in the order of the program runs: iterations, then steps, then parts. A thread
 * begins no part for the third time before all have run once. So two generations of everything suffice. The counters
 * that a part waits for are those of parts before it in this order. So the first part of all threads that has not run
 * can always run, and no threads wait for each other in a circle.
 *
 * If a value ends the loop, a step of one part on each thread reads it, and adds an iteration: no part of this
 * iteration could begin before. Nobody knows early which iteration is the last one. So each thread sends all that a
 * next one would need, and when the loop has ended, what is for steps of UPC_STRIDE_LAST. */

/* Graphs and calls share channels and turns (base/turns.h), but a graph is none of the engine's calls: its parts are
 * functions of the program, and run in upc_stride_graph_run alone, on all threads at a time. So it has no handle. What
 * each assumes of the other:
 *
 *   a graph waits    calls in flight go on in each turn of its waits, as in those of a call
 *   a step runs      it starts no call, which its thread would make before others could (checked mode)
 *   a channel        messages of one are put aside where the other looks for its own; their tags differ
 *   a run returns    all messages of the graph have been taken, so none is put aside any more (checked mode) */

/* Collective. Returns how many iterations have run. */
int upc_stride_graph_run_all(upc_stride_graph_run_t *R, int iterations);

/* The loop goes on for one more iteration, if this is not too many. */
void upc_stride_graph_go_on(upc_stride_graph_run_t *R);

/* A run that observers see, as the trace does (upcrun -trace): each part that runs is told as a call is, with the name
 * of its step and the bytes that it has sent. So is each wait, with the thread whose message is missing. */

/* A run begins: makes the names of the steps. Returns 1 if observers see it; the others are called only then. */
int upc_stride_graph_trace_begin(upc_stride_graph_run_t *R);

/* A part runs (0), or has run (1); the thread waits for a message of `thread`, or with -1 for others to read, or has
 * waited for it. */
void upc_stride_graph_tell_part(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int has_run);
void upc_stride_graph_tell_wait(const upc_stride_graph_run_t *R, int thread, int has_waited);

/* The stages in which graph_start.upc makes a graph ready to run, each in a source of its own. */

/* ---- graph_connect.upc ---- */

/* Makes the list; returns the bytes of all slots. */
size_t upc_stride_graph_incoming_new(upc_stride_graph_run_t *R);

/* Gives the messages their records, and those of far threads their slots, from byte `at` of the memory on. */
void upc_stride_graph_incoming_place(upc_stride_graph_run_t *R, size_t at);

/* For what the thread sends to near threads: allocates the credits, and tells the receivers their places. */
void upc_stride_graph_connect_receivers(upc_stride_graph_run_t *R);

/* For what the thread gets, when all records are complete. */
void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R);

/* A new message like one of a plan. Those that were returned before may have moved. */
upc_stride_outgoing_t *upc_stride_graph_new_outgoing(upc_stride_graph_run_t *R, const upc_stride_message_t *m,
                                                     int near);

/* One more thread to which a message goes; its number there. */
upc_stride_target_t *upc_stride_graph_add_target(upc_stride_outgoing_t *o, int thread, int number);

/* ---- graph_sends.upc ---- */

/* memories[t] is the memory of thread t: all threads have theirs. */
void upc_stride_graph_sends_new(upc_stride_graph_run_t *R, shared upc_stride_place_t *memories);

/* ---- graph_parts.upc ---- */

/* Finds the addresses of the regions. The thread has its memory. */
void upc_stride_graph_regions_find(upc_stride_graph_run_t *R);

/* Makes the parts, with their operands of the regions and the messages that they read. */
void upc_stride_graph_parts_make(upc_stride_graph_run_t *R);

/* Makes a graph ready to run. The memory of a thread for a graph is one piece: the records of its messages, then its
 * regions, then the slots. So senders find records and regions from the receiver's plan. The credits of what it sends
 * are another piece. */

/* Both are collective. Null, with a message, if the graph differs between threads, or if an element is read that nobody
 * writes. */
upc_stride_graph_run_t *upc_stride_graph_run_new(const upc_stride_graph_t *g, char *complaint);
void upc_stride_graph_run_free(upc_stride_graph_run_t *R);

/* What the thread moves in an iteration, and its storage. */
upc_stride_graph_moves_t upc_stride_graph_run_moves(const upc_stride_graph_run_t *R);

#endif
