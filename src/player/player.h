/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The player: carries out the plans of all members of a call together, in one process, and without a thread. It is for
 * tests and tools; no program on the library has it.
 *
 * The operation's arguments, the layouts and the setting are given. Each member's plan is written as in a program. Then
 * the members carry out their steps in an order that a seed decides, as far as messages have come. The player tells
 *
 *   deadlock    members that wait for messages which nobody sends
 *   messages    sent that nobody takes, or taken as another kind, or with other bytes
 *   order       memory that is read or written before its owner (with IN_ALLSYNC: anybody) has entered, or after it may
 *               have left; the call's buffer in every case. Each message carries what its sender knows of all others:
 *               a vector clock (Fidge, 1988; Mattern, 1989). So a missing wait is found in whatever order steps are
 * done
 *   plan        a step uses memory that a message of the plan still reads or writes
 *   barrier     a member may leave a barrier before another one has entered
 *   choice      members that choose different schedules
 *
 * and with data, where the bytes of all arrays exist:
 *
 *   result      bytes that are not what the operation's definition says, in the result or outside of it
 *   once        bytes of the result that are written several times (not of a reduction)
 */
#ifndef UPC_STRIDE_PLAYER_H
#define UPC_STRIDE_PLAYER_H

#include "plan/plan.h"
#include "schedules/schedule.h"

/* An array and a section of it. */
typedef struct upc_stride_played_end {
  const upc_stride_layout_t *layout;
  int intervals;
  const upc_stride_interval_t *interval;
} upc_stride_played_end_t;

/* A call. Of an operation with a place, the end with the place has no section. */
/* What a thread lists in a fetch, and what all threads have then told each other. */
typedef struct upc_stride_played_list {
  const size_t *index;
  size_t count;
  upc_stride_lists_t lists;
} upc_stride_played_list_t;

typedef struct upc_stride_played_call {
  int operation;
  upc_stride_played_end_t dst, src;
  int same_array;                     /* 1: dst and src are one array */
  int root;                           /* the thread that has the place; the owner of the place's block, if it is one */
  size_t len;                         /* bytes of a piece; values of a reduction */
  upc_stride_sync_t sync;
  int split;
  const int *perm;                    /* of permute */
  const size_t *counts, *displs, *src_displs; /* of the v-forms, or null */
  const upc_stride_own_lists_t *own;  /* by thread: of exchange_own and its kin. What all say is in counts .. */
  int own_kind;                       /* .. and the others. The flow is of this kind */
  const upc_stride_played_list_t *lists; /* by thread: of a prepared fetch, which is a copy from all of src; or null */
  int place_block;                    /* > 0: of a broadcast or reduce, the place is the block before this position */
  int in_place;                       /* 1: dst and src are the same blocks, or the place is a block of src */
  int lends;                          /* 1: a broadcast down a tree only lends. Members read, to one block each */
  upc_op_t op;                        /* of a reduction */
  upc_type_t type;
  upc_stride_func_t *func;
  upc_stride_func_with_t *with;       /* the same with a context, of elements of `size` bytes */
  void *context;
  size_t size;

  /* the setting */
  int threads, per_node;              /* threads in a row share memory, so many of them */
  int rendezvous;                     /* 1: long data between far threads goes by rendezvous; 0: as streams */
  size_t eager;                       /* the most bytes of a message */
  int cores;
  const char *conduit;

  /* how it is played */
  const char *schedule;               /* null: as the rules and the environment say */
  const upc_stride_choice_t *choice;  /* a schedule with its parameters, in place of a name; or null */
  size_t most_words;                  /* of all plans together, about: a call with more is not played; 0: any */
  size_t segment, under_way;          /* of a named schedule; 0: as tuned */
  int ahead, rounds;
  int data;                           /* 1: with the bytes of all arrays */
  unsigned seed;                      /* of the order of steps, and of who enters last */
} upc_stride_played_call_t;

/* Data; an empty message; a copy between two threads by address. */
enum { UPC_STRIDE_PLAYED_DATA, UPC_STRIDE_PLAYED_SIGNAL, UPC_STRIDE_PLAYED_COPY };

/* Messages are put into steps. A member sends one message in a step and receives one; what waits for a message comes in
 * a later step. Signals have no bytes and take no step. */
typedef struct upc_stride_played_message {
  int step, from, to, kind;
  double bytes;
} upc_stride_played_message_t;

typedef struct upc_stride_played {
  upc_stride_played_message_t *message; /* by step; the caller frees it */
  int messages, capacity, steps, members;
  int too_long;                        /* 1: it was not played, since its plans have more than `most_words` */
  upc_stride_choice_t choice;
  upc_stride_selector_t selector;      /* what it was chosen by */
  char wrong[300];                     /* "" or the first fault: it names the schedule, the member and the step */
} upc_stride_played_t;

/* 1 if the call can have its schedule. Only then it is played. */
int upc_stride_play(upc_stride_played_t *result, const upc_stride_played_call_t *call);

/* The same with another function that carries out the plans of all members. */
typedef struct upc_stride_played_member {
  int thread;
  upc_stride_plan_t plan;
} upc_stride_played_member_t;
typedef void upc_stride_carry_out_t(void *context, const upc_stride_setting_t *setting,
                                    const upc_stride_played_member_t *member, int n);
int upc_stride_play_plans(upc_stride_played_t *result, const upc_stride_played_call_t *call,
                          upc_stride_carry_out_t *carry_out, void *context);

/* The choice alone. */
void upc_stride_play_choice(upc_stride_played_t *result, const upc_stride_played_call_t *call);

/* 1 if the player has a form for an operation, without lists of the members. */
int upc_stride_played_knows(int operation);

/* 1 if an operation combines values. */
int upc_stride_played_reduces(int operation);

/* The pieces that the plans of all members move, about. */
double upc_stride_played_pieces(const upc_stride_played_call_t *call);

/* ---- among the files of player/ ---- */

/* Memory of a thread: of an array, of the place, or a call's buffer. */
typedef struct upc_stride_played_region {
  char *start;
  size_t bytes;
  int owner, is_buffer, is_dst;
  unsigned char *writes;               /* by byte, or null */
  char *expected;                      /* the bytes as they must be in the end */
} upc_stride_played_region_t;

typedef struct upc_stride_played_memory {
  upc_stride_played_region_t *region;
  int n, capacity;
} upc_stride_played_memory_t;

/* What the opaque arrays of a plan are in a play: where each thread's part is. */
typedef struct upc_stride_played_array {
  char **part;
} upc_stride_played_array_t;

/* The arrays of a call, filled with bytes that differ, and what the definition makes of them. */
typedef struct upc_stride_played_arrays {
  upc_stride_played_array_t dst, src;
  char *place;
  upc_stride_played_memory_t memory;
} upc_stride_played_arrays_t;

void upc_stride_played_arrays_begin(upc_stride_played_arrays_t *A, const upc_stride_played_call_t *call,
                                    const upc_stride_flow_t *flow, const upc_stride_values_t *values);
void upc_stride_played_arrays_end(upc_stride_played_arrays_t *A);

/* The region that has these bytes, or null. */
upc_stride_played_region_t *upc_stride_played_region(const upc_stride_played_memory_t *M, const char *start,
                                                     size_t bytes);
upc_stride_played_region_t *upc_stride_played_region_add(upc_stride_played_memory_t *M, char *start, size_t bytes,
                                                         int owner);

/* Compares all memory with what is expected; writes the first difference into `wrong`. `once`: no byte is written
 * twice. */
void upc_stride_played_compare(const upc_stride_played_arrays_t *A, int once, char *wrong, size_t size);

/* Carries out the plans; the first fault goes into result->wrong. */
void upc_stride_play_steps(upc_stride_played_t *result, const upc_stride_played_call_t *call,
                           const upc_stride_setting_t *setting, const upc_stride_played_member_t *member, int n,
                           upc_stride_played_arrays_t *arrays);

#endif
