/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plans: what one thread does in one call, as a list of steps. A schedule is a function that writes the list, by
 * arithmetic, from the arguments; run.upc walks it, for any schedule, in blocking and split-phase calls alike. The
 * plan of a call is kept, and used again when a call comes with the same arguments (cache.upc).
 *
 * 2 threads, broadcast of 8 bytes from thread 0 with UPC_IN_MYSYNC | UPC_OUT_MYSYNC:
 *   thread 0   POST to 1, MOVE to its own block
 *   thread 1   TAKE from 0
 * and with UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC:
 *   thread 0   HEAR 1, POST to 1, MOVE, HEAR 1, TELL 1
 *   thread 1   TELL 0, TAKE from 0, TELL 0, HEAR 0
 *
 * Data is named by *parcels*: all pieces that a flow (flow.h) moves from thread s to thread d. A call may have a
 * buffer of its own in shared memory, in which positions are counted from 0.
 */
#ifndef UPC_STRIDE_PLAN_H
#define UPC_STRIDE_PLAN_H

#include "arrays/array.h"
#include "transport/buffer.h"
#include "transport/channel.h"
#include "arrays/check.h"
#include "dataflow/flow.h"
#include "teams/group.h"

#include <upc.h>

enum {
  UPC_STRIDE_END,                     /* of the plan                                                           */
  UPC_STRIDE_SIGNAL, UPC_STRIDE_AWAIT,   /* an empty message, which says that something may now be done           */
  UPC_STRIDE_EAGER_SEND, UPC_STRIDE_EAGER_RECV,   /* a parcel in a message                                                 */
  UPC_STRIDE_EAGER_SEND_BYTES, UPC_STRIDE_EAGER_RECV_BYTES,       /* part of the buffer in a message                       */
  UPC_STRIDE_RENDEZVOUS_OFFER, UPC_STRIDE_RENDEZVOUS_GET, /* a message that says where data is; getting it                         */
  UPC_STRIDE_STREAM_SEND, UPC_STRIDE_STREAM_RECV, UPC_STRIDE_STREAM_WAIT, /* a stream (port.h) begun, at both ends; its end here */
  UPC_STRIDE_PACK, UPC_STRIDE_UNPACK, /* a parcel into the buffer; out of it                                   */
  UPC_STRIDE_COPY_IN_BUFFER,                  /* from one part of the buffer to another                                */
  UPC_STRIDE_MOVE,                    /* a parcel straight from source to destination                          */
  UPC_STRIDE_LAST_ARRIVER,                    /* until the last has come; others go on at step number `at` when it is done */
  UPC_STRIDE_ACTION                       /* whatever the operation needs beside (combining, for instance)         */
};

struct upc_stride_call;
struct upc_stride_step;
typedef int upc_stride_action_t(struct upc_stride_call *run, const struct upc_stride_step *step); /* 1 when done */

typedef struct upc_stride_step {
  int kind, peer;                     /* of the above; index among the plan's peers, or -1                     */
  int reply;                          /* 1: of the peer's second sequence                                      */
  int other_core;                         /* 1: the peer has another core, and who shares this one has come by now */
  int s, d;                           /* the parcel's threads                                                  */
  int piece, pieces;                  /* where it has been worked out; pieces < 0: it has not                  */
  int slot;                           /* of a stream, ..                                                       */
  unsigned number;                    /* .. and which it is                                                    */
  int to_buffer, from_buffer;         /* 1: these addresses of pieces are positions in the buffer              */
  size_t at, bytes, from;             /* in the buffer; of WITHIN, where from; of PACK and UNPACK, the part of */
                                      /* the parcel behind `from` bytes, all if bytes is 0                     */
  shared [] char *place;              /* what is offered, where it is not in the buffer                        */
  char *here;                         /* what is sent or received, where it is not in the buffer               */
  upc_stride_action_t *act;               /* of DO                                                                 */
} upc_stride_step_t;

/* Part of a parcel by address: `count` runs of `bytes` each. */
typedef struct upc_stride_piece {
  char *from, *to;
  size_t bytes, count;
  long long from_stride, to_stride;       /* bytes from one run to the next */
} upc_stride_piece_t;

/* Where the parts of a flow's ends are. */
typedef struct upc_stride_base {
  upc_stride_array_t array;           /* of a section, or null                       */
  shared [] char *place;              /* of a place in one thread's memory           */
  int buffered;                       /* 1: the call's buffer, from position `at` on */
  size_t at;
} upc_stride_base_t;

/* Own memory that is sent or received: at a place, or where that is null in the call's buffer. */
typedef struct upc_stride_memory {
  shared [] char *place;
  size_t at, bytes;
  unsigned number;                    /* where one thread sends another several: counts them from 0 */
} upc_stride_memory_t;

/* Streams of a call under way at a time: sent, expected, and one that was not expected. */
enum { UPC_STRIDE_SENT = 8, UPC_STRIDE_EXPECTED = 8, UPC_STRIDE_STREAMS = UPC_STRIDE_SENT + UPC_STRIDE_EXPECTED + 1 };

/* A thread that a plan speaks to. */
typedef struct upc_stride_peer {
  int thread;
  upc_stride_channel_t *channel;
} upc_stride_peer_t;

typedef struct upc_stride_plan {
  upc_stride_args_t args;             /* with copies of all they point to */
  upc_stride_section_t dst_section, src_section;
  size_t dst_serial, src_serial, hash;
  upc_stride_site_t site;             /* of the call that made the plan, for messages */
  upc_stride_sync_t sync;
  upc_stride_flow_t flow;
  upc_stride_base_t dst, src;
  upc_stride_step_t *steps;
  upc_stride_piece_t *piece;
  upc_stride_peer_t *peers;           /* the threads it speaks to, each once */
  int nsteps, npieces, npeers, steps_capacity, pieces_capacity, peers_capacity;
  int *peer_slots, peer_mask;         /* hash table of peers, while there are many */
  int *unsure;                        /* what has been sent, oldest first, and may still be read: its slot, ..     */
  int first_unsure, nunsure, unsure_capacity; /* .. or where it was offered -1 - the thread; from which on            */
  struct { upc_stride_memory_t to; int thread; } expected[UPC_STRIDE_EXPECTED]; /* bytes 0: none                  */
  int sends, sent_to[UPC_STRIDE_SENT]; /* streams sent so far; by slot: to which thread                           */
  size_t buffer;                      /* bytes */
  void *extra;                        /* what the operation's own steps need, or null   */
  void *allocations;                        /* memory of upc_stride_plan_alloc                 */
  struct upc_stride_record *record;   /* of the call, for others to compare; null unless checked */
  size_t entries;                     /* of counts, displs, perm                        */
  int in_flight, kept;                /* calls that use it; 1 while the cache has it    */
} upc_stride_plan_t;

/* ---- writing a plan ---- */
void upc_stride_plan_signal(upc_stride_plan_t *P, int thread);
void upc_stride_plan_await(upc_stride_plan_t *P, int thread);
void upc_stride_plan_signal_done(upc_stride_plan_t *P, int thread); /* the same in a sequence of their own: where what */
void upc_stride_plan_await_done(upc_stride_plan_t *P, int thread); /* they answer may stand in any order to the rest  */
void upc_stride_plan_message(upc_stride_plan_t *P, int kind, int thread, int s, int d, size_t at); /* POST .. MOVE */
void upc_stride_plan_part(upc_stride_plan_t *P, int kind, int s, int d, size_t at, size_t from, size_t bytes); /* PACK, UNPACK */
void upc_stride_plan_bytes(upc_stride_plan_t *P, int kind, int thread, size_t at,
                           size_t bytes);                                              /* POST_BYTES .. FETCH */
void upc_stride_plan_copy_in_buffer(upc_stride_plan_t *P, size_t at, size_t from, size_t bytes);
void upc_stride_plan_copy(upc_stride_plan_t *P, char *to, char *from, size_t bytes);  /* a MOVE by address */
void upc_stride_plan_copy_out(upc_stride_plan_t *P, char *to, size_t at, size_t bytes); /* from the buffer */
void upc_stride_plan_spread(upc_stride_plan_t *P, int thread); /* from its first block to its others */
upc_stride_step_t *upc_stride_plan_action(upc_stride_plan_t *P, upc_stride_action_t *act);
void upc_stride_plan_action_with(upc_stride_plan_t *P, upc_stride_action_t *act, int thread); /* that speaks to a thread */
void upc_stride_plan_barrier(upc_stride_plan_t *P, const upc_stride_group_t *G); /* all members of the group */
void upc_stride_plan_last_arriver_begin(upc_stride_plan_t *P, const upc_stride_group_t *G); /* what stands between these is done by the */
void upc_stride_plan_last_arriver_end(upc_stride_plan_t *P, const upc_stride_group_t *G);  /* last to come alone; nothing comes after  */
size_t upc_stride_plan_buffer(upc_stride_plan_t *P, size_t bytes);               /* more of it; its position */

/* ---- data between two threads, of any length (plan_edge.upc) ---- */
upc_stride_memory_t upc_stride_at_place(shared [] char *place, size_t bytes);
upc_stride_memory_t upc_stride_in_buffer(size_t at, size_t bytes);
void upc_stride_plan_send(upc_stride_plan_t *P, int thread, upc_stride_memory_t from);
void upc_stride_plan_sent(upc_stride_plan_t *P, int left); /* all but the last `left` may be changed; none at the plan's end */
void upc_stride_plan_receive(upc_stride_plan_t *P, int thread, upc_stride_memory_t to);
void upc_stride_plan_expect(upc_stride_plan_t *P, int thread, upc_stride_memory_t to); /* it will be received; nothing else */
                                                        /* of that thread before, but what was expected before */

/* ---- for the files plan*.upc ---- */
void *upc_stride_plan_more(const upc_stride_plan_t *P, void *list, int used, int *room, size_t size); /* room for one */
int upc_stride_plan_peer(upc_stride_plan_t *P, int thread);         /* its index among the plan's peers */
upc_stride_step_t *upc_stride_plan_step(upc_stride_plan_t *P, int kind); /* a new one at the end */

/* ---- where things are ---- */
shared [] char *upc_stride_base_far(const upc_stride_base_t *base, int thread);
upc_stride_memory_t upc_stride_base_memory(const upc_stride_base_t *base, int thread, size_t at, size_t bytes);
char *upc_stride_base_near(const upc_stride_base_t *base, int thread); /* null: not near, or in the buffer */

/* ---- making and dropping plans ---- */
upc_stride_site_t upc_stride_plan_site(const upc_stride_args_t *args); /* the call and its line in the program */
upc_stride_plan_t *upc_stride_plan_new(const upc_stride_args_t *args);
void upc_stride_plan_keep(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries); /* counts, perm .. */
void *upc_stride_plan_alloc(upc_stride_plan_t *P, size_t bytes); /* zeroed memory that lives as long as the plan */
void upc_stride_plan_finish(upc_stride_plan_t *P);
void upc_stride_plan_free(upc_stride_plan_t *P);

#endif
