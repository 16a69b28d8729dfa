/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the schedules of exchange_own and its kin share (own.c): pieces of any size, of which each member knows only its
 * own. A plan depends on the sections, not on the lists: these are data of each call. So its steps are actions, in this
 * order:
 *
 *   begin     checks the caller's own sizes, and keeps them
 *   ..        the schedule's: all enter, if the call waits for that; members tell each other sizes, which go to
 *             `received`
 *   known     checks where the pieces go; in place, the caller's are kept in the buffer before others come; those
 *             between its own blocks are copied
 *   ..        the schedule's: rounds in which pieces go in messages, or are read from near members
 *   end       in gather_all_own: from the caller's first block of dst to its others
 *
 * In gather_all_own all blocks of dst get the same, so only a member's first block exchanges pieces with others. */
#ifndef UPC_STRIDE_OWN_H
#define UPC_STRIDE_OWN_H

#include "plan/plan.h"
#include "schedules/schedule.h"

/* A block of the caller, or a place on it, in the order in which a thread's blocks are visited. */
typedef struct upc_stride_own_block {
  size_t position, offset;
  size_t row;                         /* its number in the section's order: its row in the program's lists */
  size_t kept;                        /* in place, of src: where the buffer has the pieces                 */
} upc_stride_own_block_t;

typedef struct upc_stride_own_blocks {
  const upc_stride_end_t *end;
  size_t k;                           /* blocks of all members, of which a place is one                    */
  upc_stride_own_block_t *list;       /* the caller's, `n` of them                                         */
  size_t n, used;                     /* used: those that others exchange pieces with, the first ones      */
  int in_buffer;                      /* 1, of dst: the only block is in the call's buffer, to pass pieces on; of src:
                                         in place, so that the pieces are kept there                       */
} upc_stride_own_blocks_t;

/* The pieces of a round of gather_all_own: those of `members` members, from these ranks of `order` downwards. */
typedef struct upc_stride_own_round {
  int out, in, members;
} upc_stride_own_round_t;

/* What all steps of a plan read. The positions are in the call's buffer. The lists there have a row for each of the
 * caller's blocks. That of a block of src has an entry for each block of dst, and the reverse. */
typedef struct upc_stride_own_plan {
  int kind;                           /* of the flow                                                       */
  size_t place_bytes;                 /* from the place to the end of its object, if it is the caller's    */
  upc_stride_end_t src_end, dst_end;
  upc_stride_own_blocks_t src, dst;
  size_t from;                        /* of src: where pieces begin; all of gather_all_own's at 0          */
  size_t received, to, there;         /* of dst: bytes, where they go, and where they begin at the sender  */
  size_t progress;                    /* of a round; of sparse, the address of what is under way           */

  /* who tells whom sizes, in round 1 .. n - 1, and where in the buffer these are */
  int n, *tell, *hear;
  size_t *told, *heard;

  /* gather_all_own by rounds: threads by rank */
  int *order, me;
  upc_stride_own_round_t *round;
} upc_stride_own_plan_t;

/* A plan, and its first step. 1: members without a block of dst take part, and pass pieces on. */
upc_stride_own_plan_t *upc_stride_own_begin(const upc_stride_role_t *role, int passes);
void upc_stride_own_known(upc_stride_builder_t *B);
void upc_stride_own_end(const upc_stride_role_t *role, const upc_stride_own_plan_t *m);

/* What serves one thread's pieces, whatever is asked for (own_pairwise.c). */
upc_stride_schedule_function_t upc_stride_own_pairwise;

/* An action that touches memory of the caller alone. */
void upc_stride_own_local(upc_stride_builder_t *B, upc_stride_action_t *act);

/* A round of pieces: to a thread, and from one; -1: none. `round`: of gather_all_own, its number in m->round. */
void upc_stride_own_meet(upc_stride_builder_t *B, int to, int from, int round);

/* The pieces between the caller and a thread, one after another, in the order in which both visit them: for each block
 * of dst those of all blocks of src.
 *   for (p = upc_stride_own_pieces(m, thread, sends); p.more; upc_stride_own_next_piece(&p)) .. */
typedef struct upc_stride_own_pieces {
  const upc_stride_own_plan_t *m;
  int thread, sends, more;
  size_t own;                         /* the caller's block, in its list                 */
  upc_stride_own_t visit;
  size_t position, offset;            /* of the thread's block                           */
} upc_stride_own_pieces_t;

upc_stride_own_pieces_t upc_stride_own_pieces(const upc_stride_own_plan_t *m, int thread, int sends);
void upc_stride_own_next_piece(upc_stride_own_pieces_t *p);

/* Of a piece that comes: its entry in the lists of dst. */
static inline size_t upc_stride_own_entry(const upc_stride_own_pieces_t *p) {
  return p->own * p->m->src.k + p->position;
}

/* Of a piece that goes: its bytes, and where it begins in its block. */
size_t upc_stride_own_count(const upc_stride_run_t *run, size_t own, size_t position);
size_t upc_stride_own_start(const upc_stride_run_t *run, size_t own, size_t position);

/* A list in the call's buffer. */
static inline size_t *upc_stride_own_list(const upc_stride_run_t *run, size_t position) {
  return (size_t *)(void *)(run->buffer + position);
}

/* The caller's part of dst, to which the offsets of its blocks are. */
char *upc_stride_own_dst(const upc_stride_run_t *run);

#endif
