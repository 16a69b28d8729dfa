/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Steps: the entries of a plan, one behind the other. A step has a kind and the data of its kind. It takes only as much
 * memory as these need, since a plan for a long message has hundreds of steps. builder.h has a function that writes
 * each kind.
 */
#ifndef UPC_STRIDE_STEP_H
#define UPC_STRIDE_STEP_H

#include <stddef.h>

/* The two ends of a call. */
typedef enum upc_stride_end_name { UPC_STRIDE_DST, UPC_STRIDE_SRC } upc_stride_end_name_t;

/* The comments say what a step does, and in brackets the member of its data. */
typedef enum upc_stride_step_kind {
  UPC_STRIDE_END,                     /* the plan ends                                              */
  UPC_STRIDE_SIGNAL,                  /* sends an empty message                                     */
  UPC_STRIDE_AWAIT,                   /* receives it                                                */
  UPC_STRIDE_EAGER_SEND,              /* sends what the flow moves, in a message (pieces)           */
  UPC_STRIDE_EAGER_RECV,              /* receives it (pieces)                                       */
  UPC_STRIDE_EAGER_SEND_BYTES,        /* sends some bytes, in a message (bytes)                     */
  UPC_STRIDE_EAGER_RECV_BYTES,        /* receives them (bytes)                                      */
  UPC_STRIDE_RENDEZVOUS_OFFER,        /* sends the address of bytes (bytes)                         */
  UPC_STRIDE_RENDEZVOUS_GET,          /* receives it, and copies the bytes from there (bytes)       */
  UPC_STRIDE_STREAM_SEND,             /* starts to send a stream (bytes)                            */
  UPC_STRIDE_STREAM_RECV,             /* starts to receive it (bytes)                               */
  UPC_STRIDE_STREAM_WAIT,             /* waits until a stream is complete                           */
  UPC_STRIDE_PACK,                    /* copies what the flow moves into the buffer (pieces)        */
  UPC_STRIDE_UNPACK,                  /* copies it out of the buffer (pieces)                       */
  UPC_STRIDE_MOVE,                    /* copies pieces from source to destination (pieces)          */
  UPC_STRIDE_COPY_IN_BUFFER,          /* copies from one part of the buffer to another (copy)       */
  UPC_STRIDE_LAST_ARRIVER,            /* waits until the last member has entered (last_arriver)     */
  UPC_STRIDE_LAST_ARRIVER_DONE,       /* the last arriver says that it has done all                 */
  UPC_STRIDE_ACTION                   /* calls a function of the operation (action)                 */
} upc_stride_step_kind_t;

/* 1: its data is `pieces`. */
static inline int upc_stride_step_has_pieces(int kind) {
  return kind == UPC_STRIDE_EAGER_SEND || kind == UPC_STRIDE_EAGER_RECV || kind == UPC_STRIDE_PACK ||
         kind == UPC_STRIDE_UNPACK || kind == UPC_STRIDE_MOVE;
}

/* A step's addresses at the call's place are distances from it, so that the plan can serve another place. The bits say
 * which: of what the step reads, or of a step with bytes; of what it writes. A third bit is an action's that reads
 * `bytes` at its `from` and writes as many at its `to`, and touches nothing else. */
enum { UPC_STRIDE_FROM_PLACE = 1, UPC_STRIDE_TO_PLACE = 2, UPC_STRIDE_TWO_MEMORIES = 4 };

/* What the flow moves from thread s to thread d: the part of it that begins after `skip` bytes, `bytes` long; all
 * of the rest if bytes is 0. If count >= 0, the plan lists the pieces, from number `first` on. Their offsets are
 * then counted from the addresses `src` and `dst`, or from the start of the call's buffer if this address is null.
 * If count < 0, there are too many pieces to list, or an end is far: then the flow computes them each time. */
typedef struct upc_stride_pieces_step {
  int s, d;
  int first, count;
  char *src, *dst;
  size_t skip, bytes;
  size_t position;                    /* PACK, UNPACK: of the packed bytes in the call's buffer */
} upc_stride_pieces_step_t;

/* Bytes of the caller's own shared memory: at `address`, which lies in its part of the step's end; or in the call's
 * buffer, as the step says, and the address is a position there. */
typedef struct upc_stride_bytes_step {
  unsigned number;                    /* of several streams from one thread to another: 0, 1, 2, ..        */
  char *address;
  size_t bytes;
} upc_stride_bytes_step_t;

typedef struct upc_stride_copy_step {
  size_t to, from, bytes;             /* positions in the call's buffer */
} upc_stride_copy_step_t;

typedef struct upc_stride_last_arriver_step {
  int first_holder;                   /* the thread that has the token at first                   */
  int after;                          /* the place of the step at which all but the last arriver go on */
} upc_stride_last_arriver_step_t;

struct upc_stride_run;
struct upc_stride_step;
typedef int upc_stride_action_t(struct upc_stride_run *run, const struct upc_stride_step *step); /* 1 when done .. */
enum { UPC_STRIDE_PLAN_ENDS = 2 };    /* .. or this: the plan's other steps are left out */

/* The operation says what its numbers mean: usually positions in the call's buffer, and bytes. An address is null where
 * memory is in the buffer. */
typedef struct upc_stride_action_step {
  int function;                       /* among the plan's functions: threads of one process may have other addresses */
  size_t to, from, bytes;
  char *to_address, *from_address;
} upc_stride_action_step_t;

typedef union upc_stride_step_data {
  upc_stride_pieces_step_t pieces;
  upc_stride_bytes_step_t bytes;
  upc_stride_copy_step_t copy;
  upc_stride_last_arriver_step_t last_arriver;
  upc_stride_action_step_t action;
} upc_stride_step_data_t;

typedef struct upc_stride_step {
  unsigned char kind;                 /* upc_stride_step_kind_t                                              */
  unsigned char words;                /* that the step takes                                                 */
  unsigned char reply : 1;            /* 1: the message belongs to the peer's second sequence, of replies    */
  unsigned char other_core : 1;       /* 1: a hint: the peer runs on another core, so spin longer            */
  unsigned char end : 2;              /* of a step with bytes at an address: upc_stride_end_name_t           */
  unsigned char in_buffer : 1;        /* 1: a step with bytes in the call's buffer                           */
  unsigned char at_place : 3;         /* UPC_STRIDE_FROM_PLACE and the other bits                            */
  unsigned char stream;               /* stream id, below UPC_STRIDE_STREAMS: which of the call's streams
                                         STREAM_SEND and STREAM_RECV start, and STREAM_WAIT ends             */
  int peer;                           /* the other thread, as an index among the plan's peers; -1: none      */
  upc_stride_step_data_t data;        /* only the bytes that the kind has: read none before the kind is known */
} upc_stride_step_t;

/* The memory of steps is counted in words. A step's place in its plan is the number of words before it. */
typedef unsigned long long upc_stride_step_word_t;

static inline const upc_stride_step_t *upc_stride_step_next(const upc_stride_step_t *s) {
  return (const upc_stride_step_t *)((const upc_stride_step_word_t *)s + s->words);
}

#endif
