/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flows: what an operation moves from each thread to each other thread, as a value. A schedule asks for the pieces
 * between two threads and sends, copies or forwards them; it never asks how they lie.
 *
 * Example: upc_stride_exchange of 8-byte pieces; source thread s has the blocks at positions 1 and 3 of its section,
 * destination thread d has positions 0 and 2 of its own. Piece i of block j goes to piece j of block i, so those
 * from s to d are (i,j) = (0,1) (0,3) (2,1) (2,3), 32 bytes when they are packed, in this order, into one message.
 *
 * A visitor gets the pieces as *strided runs*: `count` runs of `bytes` bytes. The first run is at offset `from` of the
 * source thread's part (its blocks, or the place that the call names), and at offset `to` of the destination's part.
 */
#ifndef UPC_STRIDE_FLOW_H
#define UPC_STRIDE_FLOW_H

#include "teams/team.h"

typedef struct upc_stride_strided {
  size_t from, to, bytes, count;
  long long from_stride, to_stride;         /* bytes from one run to the next */
} upc_stride_strided_t;

typedef void upc_stride_visit_t(void *context, const upc_stride_strided_t *runs);

/* Where the bytes of one end of a flow lie. */
typedef enum upc_stride_end_kind {
  UPC_STRIDE_AT_SECTION,                /* in the blocks of a section                                  */
  UPC_STRIDE_AT_PLACE,                  /* at one place in the memory of one thread                    */
  UPC_STRIDE_AT_EACH_OWNER              /* at a place on each thread that owns blocks of the section   */
} upc_stride_end_kind_t;

typedef struct upc_stride_end {
  upc_stride_end_kind_t kind;
  upc_stride_picks_t picks;             /* of the section, if there is one                             */
  int thread;                           /* AT_PLACE: the thread                                        */
} upc_stride_end_t;

/* 1 if the thread has bytes of this end. Not for the sections of elements that copy takes. */
static inline int upc_stride_has_part(const upc_stride_end_t *end, int thread) {
  upc_stride_own_t own;
  if (end->kind == UPC_STRIDE_AT_PLACE) return end->thread == thread;
  return upc_stride_own_first(&own, &end->picks, (size_t)thread);
}

/* The blocks that the thread has of it; a place is one. */
static inline size_t upc_stride_blocks_of(const upc_stride_end_t *end, int thread) {
  upc_stride_own_t own;
  size_t n = 0;
  int more;
  if (end->kind == UPC_STRIDE_AT_PLACE) return end->thread == thread;
  for (more = upc_stride_own_first(&own, &end->picks, (size_t)thread); more; more = upc_stride_own_next(&own)) n++;
  return n;
}

enum {
  UPC_STRIDE_TO_ALL,                    /* broadcast: the place to every block                        */
  UPC_STRIDE_PIECES_OUT,                /* scatter: piece i to block i                                */
  UPC_STRIDE_PIECES_IN,                 /* gather: block i to piece i                                 */
  UPC_STRIDE_PIECES_ALL,                /* gather_all: block i to piece i of every block              */
  UPC_STRIDE_PIECES_EXCHANGED,          /* exchange: piece i of block j to piece j of block i         */
  UPC_STRIDE_BLOCKS,                    /* permute: block i to block perm[i]                          */
  UPC_STRIDE_ELEMENTS,                  /* copy: element by element                                   */
  UPC_STRIDE_HALOS,                     /* halo: blocks and what lies around them, to private buffers  */
  UPC_STRIDE_LISTS                      /* fetch: elements by lists of the members, to private buffers */
};

/* Runs that a member gets from a thread, or gives to it. */
typedef struct upc_stride_listed {
  int thread;
  size_t count;
  upc_stride_strided_t *runs;
} upc_stride_listed_t;

/* What a member of a fetch knows: its runs with other threads and with itself, by thread ascending. What it gives is
 * what others have listed; only their offsets at the source matter to it. */
typedef struct upc_stride_lists {
  int me, ngets, ngives;
  upc_stride_listed_t *gets, *gives;
} upc_stride_lists_t;

/* What a halo takes: `count` consecutive blocks in each dimension, from block `first` on. */
enum { UPC_STRIDE_HALO_DIMS = 3 };
enum { UPC_STRIDE_PADDING = 64 };           /* bytes, as UPC_STRIDE_PADDED_LENGTH has them on each processor */
typedef struct upc_stride_halo {
  size_t width;                         /* in elements */
  int corners, periodic, halo_only, far_only, padded; /* 1: as UPC_STRIDE_CORNERS and so on say */
  long long first[UPC_STRIDE_HALO_DIMS], count[UPC_STRIDE_HALO_DIMS];
} upc_stride_halo_t;

enum { UPC_STRIDE_INCLUSIVE = 1, UPC_STRIDE_EXCLUSIVE }; /* prefixes: with the block itself, without */

typedef struct upc_stride_flow {
  int kind;                             /* of the above                                               */
  upc_stride_end_t dst, src;
  size_t len;                           /* bytes of a piece; ignored where counts is set              */
  const size_t *counts;                 /* bytes of each piece, or null                               */
  const size_t *displs;                 /* where pieces start at the place, or in each block of dst   */
  const size_t *src_displs;             /* exchangev: where they start in the blocks of src           */
  const int *perm;                      /* of permute                                                 */
  const int *order;                     /* copy: dimension k of dst is dimension order[k] of src; or null */
  const upc_stride_halo_t *halo;        /* of halo; dst and src pick the same blocks                  */
  const upc_stride_lists_t *lists;      /* of a fetch; dst and src pick all blocks of the array       */
  int later;                            /* exchange_own: the pieces are known when the call is carried out */
  int lends;                            /* broadcast down a tree: near members read the place itself  */
  int piecewise;                        /* gather_all: report pieces one by one in flow_spread         */
  int prefix;                           /* not 0: a prefix, as above. gather_all: of the pieces only those up to d's
                                           last block */
} upc_stride_flow_t;

/* Piece number i of the place, or of each block of dst: its bytes, and where it starts. */
static inline size_t upc_stride_flow_piece(const upc_stride_flow_t *F, size_t i, size_t *start) {
  *start = F->counts != NULL ? F->displs[i] : i * F->len;
  return F->counts != NULL ? F->counts[i] : F->len;
}

/* 1 if the end's blocks are parts of ScaLAPACK's matrices: what the kinds of flows visit has nominal offsets there
 * (layout/places.h), which upc_stride_flow_each makes real. */
static inline int upc_stride_end_nominal(const upc_stride_end_t *end) {
  return end->kind == UPC_STRIDE_AT_SECTION && end->picks.layout->placed;
}
static inline int upc_stride_flow_nominal(const upc_stride_flow_t *F) {
  if (F->kind == UPC_STRIDE_LISTS) return 0; /* their offsets are real */
  return upc_stride_end_nominal(&F->dst) || upc_stride_end_nominal(&F->src);
}

/* Who takes part in a call: the owners of the blocks of its sections, and the thread that has its place. The members
 * are numbered as a group: first the owners of dst, or of src if dst is a place; then the others (flow_members.c). */
typedef struct upc_stride_members {
  upc_stride_team_t to, from;           /* the owners of dst and of src, if these are sections             */
  upc_stride_group_t group;             /* all members                                                     */
  upc_stride_picks_t to_blocks, from_blocks; /* of a copy: the blocks of the picked elements               */
} upc_stride_members_t;

/* 1: a section of the flow picks no block. */
int upc_stride_flow_is_empty(const upc_stride_flow_t *F);

/* 1 if thread `me` takes part. Only then *M is set, and must be ended. */
int upc_stride_members(upc_stride_members_t *M, const upc_stride_flow_t *F, int me);
void upc_stride_members_end(upc_stride_members_t *M, const upc_stride_flow_t *F);

/* Of a copy: visits the threads that get elements from a thread, or, if it gets, give it some, and no others; the same
 * thread may be visited several times. Where arrays are replicated there may be others among them. A search takes as
 * many steps as the thread's blocks have parts in others' blocks. 0: that is more than `most`, or all threads are
 * partners, and not all were visited (flow_partners.c). */
typedef void upc_stride_visit_thread_t(void *context, int thread);
int upc_stride_flow_partners(const upc_stride_flow_t *F, int thread, int gets, size_t most,
                             upc_stride_visit_thread_t *visit, void *context);

/* Visits the pieces from thread s to thread d, in an order that depends on the arguments alone. Several blocks of d
 * that get the same bytes (broadcast, gather_all) are one, the first of them, unless the offsets are nominal. */
void upc_stride_flow_each(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);

/* The last position of a thread's blocks in a section; it has one. */
size_t upc_stride_last_position(const upc_stride_picks_t *P, int thread);

/* The bytes of all pieces from s to d, and how many runs they are. */
size_t upc_stride_flow_bytes(const upc_stride_flow_t *F, int s, int d);
size_t upc_stride_flow_runs(const upc_stride_flow_t *F, int s, int d);

enum { UPC_STRIDE_LOOK_RUNS = 4096 }; /* of a message: with more of them, looking at each is expensive */

/* 1 if all bytes from s to d lie in one piece at the end `to` (0: at s, 1: at d). The piece starts at *at of that
 * thread's part. 0 if they do not, or if there are more than UPC_STRIDE_LOOK_RUNS runs. */
int upc_stride_flow_in_one(const upc_stride_flow_t *F, int s, int d, int to, size_t *at);

/* What thread d then copies from its first block to its others: runs with `from` and `to` both in its part. */
void upc_stride_flow_spread(const upc_stride_flow_t *F, int d, upc_stride_visit_t *visit, void *context);

/* ---- each kind, in a file of its own ---- */
void upc_stride_flow_rooted(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);
void upc_stride_flow_exchange(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);
void upc_stride_flow_permute(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);
void upc_stride_flow_copy(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);
void upc_stride_flow_copy_count(const upc_stride_flow_t *F, int s, int d, size_t *bytes, size_t *runs);
void upc_stride_flow_halo(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);

void upc_stride_flow_lists(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context);

/* Elements index[0] .. index[count-1] of an array, counted row by row, for one buffer in this order: as runs, for each
 * thread that owns some. The list and the runs are one piece of memory, for the caller to free. */
upc_stride_listed_t *upc_stride_list_elements(const upc_stride_layout_t *L, const size_t *index, size_t count,
                                              int *threads);

#endif
