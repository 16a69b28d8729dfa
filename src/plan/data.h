/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the steps of a plan name: pieces of memory, the ends of a call, and other threads.
 */
#ifndef UPC_STRIDE_DATA_H
#define UPC_STRIDE_DATA_H

#include "plan/setting.h"
#include "plan/step.h"

/* What the offsets at one end of the flow are counted from: an array, a place or private memory. The call's buffer may
 * stand for each of them. */
typedef struct upc_stride_base {
  upc_stride_end_name_t end;          /* which end of the call this is                                  */
  const void *array;                  /* not null: each thread's part of this array of the setting      */
  int is_place;                       /* 1: a place in the memory of `thread`, at `address` if near     */
  int is_private;                     /* 1: private memory of the caller, at `address`                  */
  int buffered;                       /* 1: the call's buffer stands for it, from `position` on         */
  int thread;
  char *address;                      /* null: the place is far */
  size_t position;
} upc_stride_base_t;

/* A thread that the plan exchanges messages with. */
typedef struct upc_stride_peer {
  int thread;
  int has_messages;                   /* 1: besides streams */
  struct upc_stride_channel *channel; /* set before the plan is carried out */
} upc_stride_peer_t;

/* Where a thread has what offsets at an end are counted from; null: it is not near to `me`, or in the buffer. */
char *upc_stride_base_near(const upc_stride_setting_t *setting, int me, const upc_stride_base_t *base, int thread);

#endif
