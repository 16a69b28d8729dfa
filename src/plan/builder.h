/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writing plans (plan.h). A builder has all that a schedule needs to know of the call and of the member whose plan it
 * writes, and what it has written so far. When it is done, the plan gets what carrying it out needs.
 *
 *   upc_stride_builder_begin(&B, setting, me)
 *     the operation says which bytes go where (B.flow), what their ends are (B.dst, B.src), and how strictly the call
 *     is synchronised (B.sync); a schedule writes steps
 *   upc_stride_builder_end(&B)                   the plan's last steps
 *   upc_stride_builder_give(&B, &plan)           the plan
 *
 * Sizes are bytes. Nothing here communicates. Members write plans that fit together since all compute from the same
 * arguments and the same setting.
 */
#ifndef UPC_STRIDE_BUILDER_H
#define UPC_STRIDE_BUILDER_H

#include "base/hash_map.h"
#include "base/sync.h"
#include "dataflow/flow.h"
#include "plan/data.h"
#include "plan/values.h"
#include "teams/team.h"

/* Memory of the caller that is sent or received: at an address in its part of an end, or, if that is null, in the
 * call's buffer. */
typedef struct upc_stride_memory {
  char *address;
  upc_stride_end_name_t end;           /* of the address */
  size_t position, bytes;
  unsigned number;                    /* counts from 0 if one thread sends another one several */
} upc_stride_memory_t;

/* Bytes that were sent, from memory that may still be read: by a stream, or, if that is -1, by the thread itself. */
typedef struct upc_stride_sent {
  int thread, stream;
} upc_stride_sent_t;

/* Bytes that are expected from a thread; none if memory.bytes is 0. */
typedef struct upc_stride_expected {
  upc_stride_memory_t memory;
  int thread;
} upc_stride_expected_t;

/* The nodes that the members of a group are on. Each node has a leader, the first of its members in the group's order,
 * which speaks for all of them to other nodes: it reads and writes their memory by address. */
typedef struct upc_stride_nodes {
  const upc_stride_group_t *group;
  int count, mine;                    /* nodes, in the order in which ranks first meet them; the caller's */
  int *node_of;                       /* by rank: its node */
  int *leader;                        /* by node: a thread */
  int *first, *member;                /* by node: where its members begin in this list of threads, leader first */
} upc_stride_nodes_t;

/* Streams of a call that can be in progress at a time. A call sends 8 at a time unless its schedule asks for more
 * (upc_stride_plan_at_once), and most schedules announce 8. Odd stream ids are of what is sent, even ones of what was
 * announced with upc_stride_plan_expect, and 0 is for what is received without that: most plans have small ones. */
enum { UPC_STRIDE_EXPECTED = 8, UPC_STRIDE_MOST_AT_ONCE = 24, UPC_STRIDE_STREAMS = 2 * UPC_STRIDE_MOST_AT_ONCE + 1 };

struct upc_stride_plan;

typedef struct upc_stride_builder {
  const upc_stride_setting_t *setting;
  int me;                             /* the member, as a thread */

  /* the call */
  int operation, split;               /* split 1: a split-phase call */
  upc_stride_flow_t *flow;
  upc_stride_base_t dst, src;
  upc_stride_sync_t sync;
  upc_stride_values_t *values;        /* of a reduction, or null */
  const upc_stride_scaling_t *scaling; /* of upc_stride_transform, or null */
  const struct upc_stride_own_plan *own; /* of exchange_own and its kin (schedules/own.h), or null */
  int in_place;                       /* 1: what the call reads is where it writes: the same blocks, or the root's */
  size_t place_bytes;                 /* at the call's place, if the plan may serve other places; else 0 */
  upc_stride_action_t *last;          /* what the call does at its end, or null */

  /* the plan so far */
  upc_stride_step_t *steps;
  int step_words, newest_step;        /* newest_step: the place of the step that was written last */
  upc_stride_strided_t *pieces;
  upc_stride_peer_t *peers;
  upc_stride_action_t **functions;    /* of actions, each once */
  int npieces, npeers, nfunctions, steps_capacity, pieces_capacity, peers_capacity, functions_capacity;
  int stream_ids, has_messages;
  size_t buffer_bytes;
  void *allocations, *scratch;        /* of the plan; while it is written */
  size_t allocated;

  /* while it is written */
  const upc_stride_nodes_t *nodes;    /* while leaders' steps are written; else null. The message from one leader to
                                         another is then all that the flow moves from node to node */
  int spreads_later;                  /* 1: a part of a schedule is written, and the whole will spread */
  upc_stride_hash_map_t peer_numbers; /* from a thread to its index in `peers` */
  upc_stride_sent_t *sent;            /* oldest first; up to number `confirmed` the memory may be changed */
  int nsent, confirmed, sent_capacity;
  unsigned sending;                   /* a bit for each stream that has been started and not waited for; */
  int at_once;                        /* as many may be in progress                                      */
  upc_stride_expected_t *expected;    /* UPC_STRIDE_MOST_AT_ONCE of them; or null                        */
} upc_stride_builder_t;

/* ---- from beginning to end (builder_plan.c) ---- */

/* A builder is used for one plan after another, and keeps its lists. Zero it before the first. _free_lists: after the
 * last one has been given. */
void upc_stride_builder_free_lists(upc_stride_builder_t *B);
void upc_stride_builder_begin(upc_stride_builder_t *B, const upc_stride_setting_t *setting, int me);
void upc_stride_builder_end(upc_stride_builder_t *B);
void upc_stride_builder_give(upc_stride_builder_t *B, struct upc_stride_plan *plan);

void *upc_stride_plan_copy_of(upc_stride_builder_t *B, const void *from, size_t bytes); /* null stays null */
void *upc_stride_plan_alloc(upc_stride_builder_t *B, size_t bytes); /* zeroed memory that lives as long as the plan */
void *upc_stride_plan_scratch(upc_stride_builder_t *B, size_t bytes); /* the same for while the plan is written      */

/* ---- writing a plan: one function for each kind of step ---- */

/* Empty messages. Those of the second pair go in a sequence of their own, the replies: a reply may be sent before
 * or after the other messages to the same thread. */
void upc_stride_plan_signal(upc_stride_builder_t *B, int thread);
void upc_stride_plan_await(upc_stride_builder_t *B, int thread);
void upc_stride_plan_signal_done(upc_stride_builder_t *B, int thread);
void upc_stride_plan_await_done(upc_stride_builder_t *B, int thread);

/* The message of the flow from the caller to a thread, or from a thread to the caller. It must fit into a slot. */
void upc_stride_plan_eager_send(upc_stride_builder_t *B, int thread);
void upc_stride_plan_eager_receive(upc_stride_builder_t *B, int thread);

/* A hint for the last step: its peer runs on another core. */
void upc_stride_plan_other_core(upc_stride_builder_t *B);

/* The message of the flow from s to d, packed at a position of the call's buffer; or a part of it. A message without
 * bytes needs no step. */
void upc_stride_plan_pack(upc_stride_builder_t *B, int s, int d, size_t position);
void upc_stride_plan_unpack(upc_stride_builder_t *B, int s, int d, size_t position);
void upc_stride_plan_pack_part(upc_stride_builder_t *B, int s, int d, size_t position, size_t skip, size_t bytes);
void upc_stride_plan_unpack_part(upc_stride_builder_t *B, int s, int d, size_t position, size_t skip, size_t bytes);

/* The bytes of the message from s to d, and the runs that it consists of. */
size_t upc_stride_plan_bytes(const upc_stride_builder_t *B, int s, int d);
size_t upc_stride_plan_runs(const upc_stride_builder_t *B, int s, int d);

/* The members of a group to which the flow moves something from the caller or its node, or, if it gets, from which: a
 * list that may have too many. It is `all` where finding them would take longer than asking for the bytes of each. */
typedef struct upc_stride_partners {
  int all;                             /* 1: any member may be one                                         */
  upc_stride_hash_map_t found;         /* else: those that are; while leaders' steps are written, leaders  */
} upc_stride_partners_t;

upc_stride_partners_t upc_stride_plan_partners(const upc_stride_builder_t *B, const upc_stride_group_t *G, int gets);
void upc_stride_plan_partners_end(upc_stride_partners_t *partners);

static inline int upc_stride_may_be_partner(const upc_stride_partners_t *partners, int thread) {
  return partners->all || upc_stride_hash_map_find(&partners->found, (unsigned)thread) >= 0;
}

/* 1: this end of the message lies in one piece in the caller's memory, from *at on. What a leader receives for its
 * node does not. */
int upc_stride_plan_in_one(const upc_stride_builder_t *B, int s, int d, size_t *at);

/* The nodes of a group; a member that gets what all get of a gather_all, or whose node does (plan_nodes.c). */
void upc_stride_find_nodes(upc_stride_nodes_t *x, upc_stride_builder_t *B, const upc_stride_group_t *G);
int upc_stride_plan_sample(const upc_stride_builder_t *B, const upc_stride_group_t *G);

/* Copies.
 *   move            the message of the flow from s to d, straight to where it belongs
 *   copy            bytes by address
 *   copy_out        bytes out of the call's buffer
 *   copy_in_buffer  bytes within this buffer
 *   spread          from the first block of a thread to its other blocks, if all of them get the same */
void upc_stride_plan_move(upc_stride_builder_t *B, int s, int d);
void upc_stride_plan_copy(upc_stride_builder_t *B, char *to, char *from, size_t bytes);
void upc_stride_plan_copy_out(upc_stride_builder_t *B, char *to, size_t position, size_t bytes);
void upc_stride_plan_copy_in_buffer(upc_stride_builder_t *B, size_t to, size_t from, size_t bytes);
void upc_stride_plan_spread(upc_stride_builder_t *B, int thread);

/* A function of the operation, with numbers that it reads in step->data.action; with two memories of the caller; for
 * functions that send a message to a thread, or receive one; for those that send to one thread and receive from
 * another, as peers `to` and `from` of the plan, if there is something to send: only then they need rings. */
void upc_stride_plan_action(upc_stride_builder_t *B, upc_stride_action_t *act, size_t to, size_t from, size_t bytes);
void upc_stride_plan_action_on(upc_stride_builder_t *B, upc_stride_action_t *act, upc_stride_memory_t to,
                               upc_stride_memory_t from); /* with the bytes of `to` */
void upc_stride_plan_action_with(upc_stride_builder_t *B, upc_stride_action_t *act, int thread, size_t from);
void upc_stride_plan_action_between(upc_stride_builder_t *B, upc_stride_action_t *act, int to, int from, size_t number);

/* A barrier of all members of the group; and the same with other messages, after which each member knows, directly or
 * through others, what all members have sent. */
typedef void upc_stride_speak_t(upc_stride_builder_t *B, int thread);
void upc_stride_plan_barrier(upc_stride_builder_t *B, const upc_stride_group_t *G);
void upc_stride_plan_all_with_all(upc_stride_builder_t *B, const upc_stride_group_t *G, upc_stride_speak_t *send,
                                  upc_stride_speak_t *receive);

/* Only the last member to enter the call carries out the steps between these two. Nothing may follow but
 * the call's last action. */
void upc_stride_plan_last_arriver_begin(upc_stride_builder_t *B, const upc_stride_group_t *G);
void upc_stride_plan_last_arriver_end(upc_stride_builder_t *B, const upc_stride_group_t *G);

/* More of the call's buffer; returns its position, or what it is as memory. */
size_t upc_stride_plan_buffer(upc_stride_builder_t *B, size_t bytes);
upc_stride_memory_t upc_stride_plan_space(upc_stride_builder_t *B, size_t bytes);

/* ---- bytes between two threads, of any length (plan_send.c); no bytes need no step ---- */
void upc_stride_plan_send(upc_stride_builder_t *B, int thread, upc_stride_memory_t from);
void upc_stride_plan_receive(upc_stride_builder_t *B, int thread, upc_stride_memory_t to);

/* Waits until the memory of all but the last `left` sends may be changed. The plan's end does so for all of them. */
void upc_stride_plan_wait_sent(upc_stride_builder_t *B, int left);

/* The streams that the call may send at a time, from here on: at most UPC_STRIDE_MOST_AT_ONCE. */
void upc_stride_plan_at_once(upc_stride_builder_t *B, int streams);

/* How many streams of that many bytes should be under way: as many as have `under_way` bytes; at least 1 and at most
 * `most`. */
int upc_stride_plan_streams_of(size_t bytes, size_t under_way, int most);

/* What follows goes in segments that the receiver passes on. As many of them as have `under_way` bytes are sent at a
 * time, and at least 2. With more, the first would arrive hardly before the last, since over TCP the streams under way
 * share the link. */
void upc_stride_plan_pass_on(upc_stride_builder_t *B, size_t segment, size_t under_way);

/* Announces a later upc_stride_plan_receive, so that a stream can start now. Between the two the caller may
 * receive from this thread only what was announced before. */
void upc_stride_plan_expect(upc_stride_builder_t *B, int thread, upc_stride_memory_t to);

/* Sends to a thread and receives from one, which may be the same. */
void upc_stride_plan_exchange(upc_stride_builder_t *B, int to, upc_stride_memory_t out, int from,
                              upc_stride_memory_t in);

/* ---- for the files of plan/ ---- */
typedef void upc_stride_pack_t(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int s, int d, size_t position,
                               size_t skip, size_t bytes);
void upc_stride_plan_pack_nodes(upc_stride_builder_t *B, upc_stride_pack_t *pack, upc_stride_step_kind_t kind, int s,
                                int d, size_t position, size_t skip, size_t bytes); /* of two leaders, part by part */
int upc_stride_plan_peer(upc_stride_builder_t *B, int thread);      /* its index among the plan's peers */
/* a new one at the end */
upc_stride_step_t *upc_stride_plan_step(upc_stride_builder_t *B, upc_stride_step_kind_t kind);
upc_stride_step_t *upc_stride_plan_step_with(upc_stride_builder_t *B, upc_stride_step_kind_t kind, int thread);

/* The step at a place, and the step that was written last. */
static inline upc_stride_step_t *upc_stride_plan_step_of(const upc_stride_builder_t *B, int place) {
  return (upc_stride_step_t *)((upc_stride_step_word_t *)B->steps + place);
}
static inline upc_stride_step_t *upc_stride_plan_newest_step(const upc_stride_builder_t *B) {
  return upc_stride_plan_step_of(B, B->newest_step);
}

/* The address, for the newest step: as a distance, which the step's bit then says, if it lies at the call's place. One
 * plan can then serve other places (prepared/prepared_place.upc). */
char *upc_stride_plan_address(const upc_stride_builder_t *B, upc_stride_step_t *step, int bit, char *address);
char *upc_stride_plan_here(const upc_stride_builder_t *B); /* the address of the call's place; null: none, or far */

/* ---- what a call touches (touched.c) ---- */

/* Memory of the caller that a call reads or writes: `count` runs of `bytes` bytes. */
typedef struct upc_stride_touched {
  char *start;
  size_t bytes, count;
  long long stride;
  int written;
} upc_stride_touched_t;
typedef void upc_stride_touched_visit_t(void *context, const upc_stride_touched_t *runs);

/* Visits all of it. What stays where it is is not written, unless it is scaled. G are the members. */
void upc_stride_plan_touched(const upc_stride_builder_t *B, const upc_stride_group_t *G,
                             upc_stride_touched_visit_t *touch, void *context);

/* 1: it is known what goes where. 0: whole blocks are touched. */
int upc_stride_plan_knows_flow(const upc_stride_builder_t *B);

/* ---- addresses and offsets ---- */
upc_stride_memory_t upc_stride_in_buffer(size_t position, size_t bytes);
upc_stride_memory_t upc_stride_memory_part(upc_stride_memory_t memory, size_t from, size_t bytes);

/* The bytes at an offset of the caller's own part of an end, or of the buffer that stands for it. */
upc_stride_memory_t upc_stride_base_memory(const upc_stride_builder_t *B, const upc_stride_base_t *base, size_t offset,
                                           size_t bytes);

/* The caller's own part of an end, also where the buffer stands for it. */
char *upc_stride_own_part(const upc_stride_builder_t *B, const upc_stride_base_t *base);

/* A thread's part, if it is near; else null, and where the buffer stands for it. */
static inline char *upc_stride_plan_near(const upc_stride_builder_t *B, const upc_stride_base_t *base, int thread) {
  return upc_stride_base_near(B->setting, B->me, base, thread);
}

#endif
