/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plans: what one thread does in one call, as a list of steps (step.h). A schedule is a function that writes the list
 * from the arguments of the call. The engine (engine/call.h) carries out the list, for all schedules, and for
 * blocking and split-phase calls alike. Plans are kept and used again if a call comes with the same arguments
 * (cache.upc).
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

#include "arrays/array.h"
#include "arrays/check.h"
#include "base/hash_map.h"
#include "dataflow/flow.h"
#include "plan/step.h"
#include "plan/values.h"
#include "teams/team.h"
#include "transport/transfer.h"
#include "transport/channel.h"

#include <upc.h>

/* `count` runs of `bytes` bytes each. The offsets are counted from the addresses of the step that uses the piece. */
typedef struct upc_stride_piece {
  size_t from, to;
  size_t bytes, count;
  long long from_stride, to_stride;   /* bytes from the start of one run to the start of the next */
} upc_stride_piece_t;

/* What the offsets at one end of the flow are counted from. */
typedef struct upc_stride_base {
  upc_stride_array_t array;           /* each thread's part of this array, if not null              */
  shared [] char *place;              /* else this place in one thread's memory                     */
  int is_private;                     /* 1: neither; private memory of the caller at `address`      */
  char *address;
  int buffered;                       /* 1: none of these; the call's buffer, from `position` on    */
  size_t position;
} upc_stride_base_t;

/* Memory of the caller that is sent or received: at a place, or, if that is null, in the call's buffer. */
typedef struct upc_stride_memory {
  shared [] char *place;
  size_t position, bytes;
  unsigned number;                    /* counts from 0 if one thread sends another one several */
} upc_stride_memory_t;

/* Streams of a call that can be in progress at a time. A call sends 8 at a time unless its schedule asks for more
 * (upc_stride_plan_at_once), and most schedules announce 8. Odd stream ids are of what is sent, even ones of what was
 * announced with upc_stride_plan_expect, and 0 is for what is received without that: most plans have small ones. */
enum { UPC_STRIDE_EXPECTED = 8, UPC_STRIDE_MOST_AT_ONCE = 24, UPC_STRIDE_STREAMS = 2 * UPC_STRIDE_MOST_AT_ONCE + 1 };

/* Bytes that were sent, from memory that may still be read: by a stream, or, if that is -1, by the thread itself. */
typedef struct upc_stride_sent {
  int thread, stream;
} upc_stride_sent_t;

/* Bytes that are expected from a thread; none if memory.bytes is 0. */
typedef struct upc_stride_expected {
  upc_stride_memory_t memory;
  int thread;
} upc_stride_expected_t;

/* A thread that the plan exchanges messages with. */
typedef struct upc_stride_peer {
  int thread;
  upc_stride_channel_t *channel;
} upc_stride_peer_t;

/* Bytes of a view (arrays/view.h) that a call copies to the view's buffer before it begins, or back at its end: `count`
 * runs, from an offset of the buffer and one of the program's memory on. */
typedef struct upc_stride_copied {
  upc_stride_array_t array;
  size_t buffer, memory, bytes, count;
  long long stride;
  int before, after;                  /* 1: copied then */
} upc_stride_copied_t;

/* The nodes that the members of a group are on. Each node has a leader, the first of its members in the group's order,
 * which speaks for all of them to other nodes: it reads and writes their memory by address. */
typedef struct upc_stride_nodes {
  const upc_stride_group_t *group;
  int count, mine;                    /* nodes, in the order in which ranks first meet them; the caller's */
  int *node_of;                       /* by rank: its node */
  int *leader;                        /* by node: a thread */
  int *first, *member;                /* by node: where its members begin in this list of threads, leader first */
} upc_stride_nodes_t;

typedef struct upc_stride_plan {
  upc_stride_args_t args;             /* with copies of all they point to */
  size_t dst_serial, src_serial, hash;
  upc_stride_site_t site;             /* of the call that made the plan, for messages */
  upc_stride_sync_t sync;
  upc_stride_flow_t *flow;            /* null if the plan is finished and no step reads it */
  upc_stride_base_t dst, src;
  const upc_stride_nodes_t *nodes;    /* while leaders' steps are written; else null. The message from one leader to
                                         another is then all that the flow moves from node to node */
  size_t place_bytes;                 /* at the call's place, if the plan may serve other places; else 0 */
  char *here;                         /* the address of the call's place, if that is near           */
  size_t object_from, object_to;      /* address fields: what checks have seen of the place's object */
  upc_stride_step_t *steps;           /* the first of them                              */
  int step_words;                     /* of all steps together                          */
  int newest_step;                    /* the place of the step that was written last    */
  upc_stride_piece_t *pieces;
  upc_stride_peer_t *peers;           /* each thread once */
  int npieces, npeers, steps_capacity, pieces_capacity, peers_capacity;
  upc_stride_hash_map_t peer_numbers; /* from a thread to its index in `peers`, while the plan is written */
  upc_stride_sent_t *sent;            /* oldest first; up to number `confirmed` the memory may be changed */
  int nsent, confirmed, sent_capacity;
  unsigned sending;                   /* a bit for each stream that has been started and not waited for; */
  int at_once;                        /* as many may be in progress                                      */
  int stream_ids;                     /* more than any stream id of the plan                             */
  int has_messages;                   /* 1: besides streams              */
  upc_stride_expected_t *expected;    /* UPC_STRIDE_MOST_AT_ONCE of them, while the plan is written; or null */
  size_t buffer_bytes;                /* of the call's buffer */
  const upc_stride_scaling_t *scaling;  /* done with each element that arrives; null: it is assigned */
  upc_stride_copied_t *copied;        /* of views, `ncopied` of them */
  int ncopied, copied_capacity;
  upc_stride_action_t *last;          /* what the call does at its end, or null */
  void *extra;                        /* what the operation's actions need, or null     */
  void *allocations;                  /* memory of upc_stride_plan_alloc ..             */
  size_t allocated;                   /* .. in bytes                                    */
  struct upc_stride_record *record;   /* of the call, for others to compare; null unless checked */
  const char *traced;                 /* the call and its line, for a trace; null: no trace */
  size_t entries;                     /* of counts, displs, perm                        */
  int in_flight;                      /* calls that use it                              */
  int kept;                           /* its entry among the kept plans; -1: it is none */
  int latest;                         /* 1: it is the latest plan of its operation      */
} upc_stride_plan_t;

/* ---- writing a plan: one function for each kind of step ---- */

/* Empty messages. Those of the second pair go in a sequence of their own, the replies: a reply may be sent before
 * or after the other messages to the same thread. */
void upc_stride_plan_signal(upc_stride_plan_t *P, int thread);
void upc_stride_plan_await(upc_stride_plan_t *P, int thread);
void upc_stride_plan_signal_done(upc_stride_plan_t *P, int thread);
void upc_stride_plan_await_done(upc_stride_plan_t *P, int thread);

/* The message of the flow from the caller to a thread, or from a thread to the caller. It must fit into a slot. */
void upc_stride_plan_eager_send(upc_stride_plan_t *P, int thread);
void upc_stride_plan_eager_receive(upc_stride_plan_t *P, int thread);

/* A hint for the last step: its peer runs on another core. */
void upc_stride_plan_other_core(upc_stride_plan_t *P);

/* The message of the flow from s to d, packed at a position of the call's buffer; or a part of it. A message without
 * bytes needs no step. */
void upc_stride_plan_pack(upc_stride_plan_t *P, int s, int d, size_t position);
void upc_stride_plan_unpack(upc_stride_plan_t *P, int s, int d, size_t position);
void upc_stride_plan_pack_part(upc_stride_plan_t *P, int s, int d, size_t position, size_t skip, size_t bytes);
void upc_stride_plan_unpack_part(upc_stride_plan_t *P, int s, int d, size_t position, size_t skip, size_t bytes);

/* The bytes of the message from s to d, and the runs that it consists of. */
size_t upc_stride_plan_bytes(const upc_stride_plan_t *P, int s, int d);
size_t upc_stride_plan_runs(const upc_stride_plan_t *P, int s, int d);

/* The nodes of a group; a member that gets what all get of a gather_all, or whose node does (plan_nodes.upc). */
void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_plan_t *P, const upc_stride_group_t *G);
int upc_stride_plan_sample(const upc_stride_plan_t *P, const upc_stride_group_t *G);

/* Copies.
 *   move            the message of the flow from s to d, straight to where it belongs
 *   copy            bytes by address
 *   copy_out        bytes out of the call's buffer
 *   copy_in_buffer  bytes within this buffer
 *   spread          from the first block of a thread to its other blocks, if all of them get the same */
void upc_stride_plan_move(upc_stride_plan_t *P, int s, int d);
void upc_stride_plan_copy(upc_stride_plan_t *P, char *to, char *from, size_t bytes);
void upc_stride_plan_copy_out(upc_stride_plan_t *P, char *to, size_t position, size_t bytes);
void upc_stride_plan_copy_in_buffer(upc_stride_plan_t *P, size_t to, size_t from, size_t bytes);
void upc_stride_plan_spread(upc_stride_plan_t *P, int thread);

/* A function of the operation, with numbers that it reads in step->data.action; with two memories of the caller; the
 * last form for functions that send a message to a thread, or receive one. */
void upc_stride_plan_action(upc_stride_plan_t *P, upc_stride_action_t *act, size_t to, size_t from, size_t bytes);
void upc_stride_plan_action_on(upc_stride_plan_t *P, upc_stride_action_t *act, upc_stride_memory_t to,
                               upc_stride_memory_t from); /* with the bytes of `to` */
void upc_stride_plan_action_with(upc_stride_plan_t *P, upc_stride_action_t *act, int thread, size_t from);

/* A barrier of all members of the group. */
void upc_stride_plan_barrier(upc_stride_plan_t *P, const upc_stride_group_t *G);

/* Only the last member to enter the call carries out the steps between these two. Nothing may follow but
 * the call's last action. */
void upc_stride_plan_last_arriver_begin(upc_stride_plan_t *P, const upc_stride_group_t *G);
void upc_stride_plan_last_arriver_end(upc_stride_plan_t *P, const upc_stride_group_t *G);

/* More of the call's buffer; returns its position, or what it is as memory. */
size_t upc_stride_plan_buffer(upc_stride_plan_t *P, size_t bytes);
upc_stride_memory_t upc_stride_plan_space(upc_stride_plan_t *P, size_t bytes);

/* ---- bytes between two threads, of any length (plan_send.upc); no bytes need no step ---- */
void upc_stride_plan_send(upc_stride_plan_t *P, int thread, upc_stride_memory_t from);
void upc_stride_plan_receive(upc_stride_plan_t *P, int thread, upc_stride_memory_t to);

/* Waits until the memory of all but the last `left` sends may be changed. The plan's end does so for all of them. */
void upc_stride_plan_wait_sent(upc_stride_plan_t *P, int left);

/* The streams that the call may send at a time, from here on: at most UPC_STRIDE_MOST_AT_ONCE. */
void upc_stride_plan_at_once(upc_stride_plan_t *P, int streams);

/* How many streams of that many bytes should be under way: as many as have `under_way` bytes; at least 1 and at most
 * `most`. */
int upc_stride_plan_streams_of(size_t bytes, size_t under_way, int most);

/* What follows goes in segments that the receiver passes on. As many of them as have `under_way` bytes are sent at a
 * time, and at least 2. With more, the first would arrive hardly before the last, since over TCP the streams under way
 * share the link. */
void upc_stride_plan_pass_on(upc_stride_plan_t *P, size_t segment, size_t under_way);

/* Announces a later upc_stride_plan_receive, so that a stream can start now. Between the two the caller may
 * receive from this thread only what was announced before. */
void upc_stride_plan_expect(upc_stride_plan_t *P, int thread, upc_stride_memory_t to);

/* Sends to a thread and receives from one, which may be the same. */
void upc_stride_plan_exchange(upc_stride_plan_t *P, int to, upc_stride_memory_t out, int from, upc_stride_memory_t in);

/* ---- for the files plan*.upc ---- */
typedef void upc_stride_pack_t(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int s, int d, size_t position,
                               size_t skip, size_t bytes);
void upc_stride_plan_pack_nodes(upc_stride_plan_t *P, upc_stride_pack_t *pack, upc_stride_step_kind_t kind, int s,
                                int d, size_t position, size_t skip, size_t bytes); /* of two leaders, part by part */
int upc_stride_plan_peer(upc_stride_plan_t *P, int thread);         /* its index among the plan's peers */
upc_stride_step_t *upc_stride_plan_step(upc_stride_plan_t *P, upc_stride_step_kind_t kind); /* a new one at the end */
upc_stride_step_t *upc_stride_plan_step_with(upc_stride_plan_t *P, upc_stride_step_kind_t kind, int thread);

static inline upc_stride_step_t *upc_stride_plan_step_at(const upc_stride_plan_t *P, int place) {
  return (upc_stride_step_t *)((upc_stride_step_word_t *)P->steps + place);
}

static inline upc_stride_step_t *upc_stride_plan_newest_step(const upc_stride_plan_t *P) {
  return upc_stride_plan_step_at(P, P->newest_step);
}

/* ---- what a call touches (touched.upc) ---- */

/* Memory of the caller that a call reads or writes: `count` runs of `bytes` bytes. */
typedef struct upc_stride_touched {
  char *start;
  size_t bytes, count;
  long long stride;
  int written;
} upc_stride_touched_t;
typedef void upc_stride_touched_visit_t(void *context, const upc_stride_touched_t *runs);

/* Visits all of it. What stays where it is is not written. G are the members. */
void upc_stride_plan_touched(const upc_stride_plan_t *P, const upc_stride_group_t *G, upc_stride_touched_visit_t *touch,
                             void *context);

/* 1: it is known what goes where. 0: whole blocks are touched. */
int upc_stride_plan_knows_flow(const upc_stride_plan_t *P);

/* ---- addresses and offsets ---- */
upc_stride_memory_t upc_stride_at_place(shared [] char *place, size_t bytes);
upc_stride_memory_t upc_stride_in_buffer(size_t position, size_t bytes);
upc_stride_memory_t upc_stride_memory_part(upc_stride_memory_t memory, size_t from, size_t bytes);
shared [] char *upc_stride_base_far(const upc_stride_base_t *base, int thread);
upc_stride_memory_t upc_stride_base_memory(const upc_stride_base_t *base, int thread, size_t offset, size_t bytes);
char *upc_stride_base_near(const upc_stride_base_t *base, int thread); /* null: not near, or in the buffer */

/* ---- another place (plan_place.upc) ---- */

/* If two calls differ in their place alone, and both places are of one thread, then their plans differ in addresses. So
 * one plan can serve both: a loop that broadcasts one block after another makes one plan. Its steps have distances from
 * the place. These functions do it:
 *
 *   args_any_place   1: the plan for these arguments may serve other places
 *   plan_any_place   before steps are written: says how many bytes are at the place
 *   plan_address     an address for a step, or its distance from the place, which the step's bit then says
 *   plan_addressed   the address again
 *   plan_serves      1: the plan, whose place_bytes is not 0, can serve this place now
 *   plan_change      from now on it does */
int upc_stride_args_any_place(const upc_stride_args_t *args);
void upc_stride_plan_any_place(upc_stride_plan_t *P, size_t bytes);
static inline char *upc_stride_plan_address(const upc_stride_plan_t *P, upc_stride_step_t *step, int bit,
                                            char *address) {
  if (P->here == NULL || address < P->here || address >= P->here + P->place_bytes) return address;
  step->at_place |= (unsigned char)bit;
  return (char *)(size_t)(address - P->here);
}
static inline char *upc_stride_plan_addressed(const upc_stride_plan_t *P, const upc_stride_step_t *step, int bit,
                                              const char *kept) {
  return (step->at_place & bit) != 0 ? P->here + (size_t)kept : (char *)kept;
}
int upc_stride_plan_serves(const upc_stride_plan_t *P, shared const void *place);
void upc_stride_plan_change(upc_stride_plan_t *P, shared const void *place);

/* ---- making and dropping plans ---- */
upc_stride_site_t upc_stride_plan_site(const upc_stride_args_t *args); /* the call and its line in the program */
upc_stride_plan_t *upc_stride_plan_new(const upc_stride_args_t *args);
void upc_stride_plan_keep(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries); /* copies lists */
void *upc_stride_plan_copy_of(upc_stride_plan_t *P, const void *from, size_t bytes); /* null stays null */
void *upc_stride_plan_alloc(upc_stride_plan_t *P, size_t bytes); /* zeroed memory that lives as long as the plan */
void upc_stride_plan_finish(upc_stride_plan_t *P);
size_t upc_stride_plan_memory(const upc_stride_plan_t *P);        /* bytes that a finished plan takes */
void upc_stride_plan_free(upc_stride_plan_t *P);

/* Kept plans: programs call the same collective with the same arguments over and over, so a thread keeps its plans
 * for the next such calls. Kept plans are found by a hash of the arguments; the caller compares the arguments
 * themselves.
 *
 * All kept plans of a thread together take at most 32 MB, and at most a 128th of the thread's share of the host's
 * memory (2 threads on a host of 4 GB: 16 MB); on a simulated machine a 4,096th. This limit is at least 32 KB. Beyond
 * it, the plans that were not used for the longest time are dropped. The latest plan of each operation always stays. A
 * plan that is dropped while calls use it lives until these calls have ended. */

/* The first kept plan with this hash, or, if `after` is one of them, the next one; null: none. */
upc_stride_plan_t *upc_stride_kept_find(size_t hash, const upc_stride_plan_t *after);

/* Keeps a finished plan, whose hash is set. May drop others. */
void upc_stride_kept_add(upc_stride_plan_t *P);

/* The plan is used now. */
void upc_stride_kept_use(const upc_stride_plan_t *P);

#endif
