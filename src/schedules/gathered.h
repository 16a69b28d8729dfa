/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the algorithms of gather_all share: members in an order, and the memory in which a member collects the pieces of
 * all of them in this order. This memory is the caller's first block of dst, if the pieces lie there in this order and
 * without gaps, else a part of the call's buffer. Members that own no block of dst pass pieces on, too. Only the
 * caller writes this memory: MYSYNC needs no signals. */
#ifndef UPC_STRIDE_GATHERED_H
#define UPC_STRIDE_GATHERED_H

#include "schedules/schedule.h"
#include "trees/group_order.h"

typedef struct upc_stride_gathered {
  upc_stride_plan_t *plan;
  int n, me, *thread;                 /* by place in the order: the thread; the caller's place */
  size_t *at;                         /* place i's pieces are bytes at[i] .. at[i+1]-1         */
  upc_stride_memory_t memory;
  int in_place;                       /* 1: it is the block of dst                             */
} upc_stride_gathered_t;

/* The signals of ALLSYNC at the start, the order, the memory, and the caller's own pieces in it. */
void upc_stride_gathered_begin(upc_stride_gathered_t *g, const upc_stride_task_t *task, upc_stride_order_t order);

/* The pieces of `count` successive places from `place` on, which is counted round the end; they may not cross the end.
 * `number` is the message's. */
upc_stride_memory_t upc_stride_gathered(const upc_stride_gathered_t *g, int place, int count, unsigned number);

/* The thread at a place, counted round the end. */
int upc_stride_gathered_thread(const upc_stride_gathered_t *g, int place);

/* The pieces to where they belong, and the signals of ALLSYNC. */
void upc_stride_gathered_end(const upc_stride_gathered_t *g, const upc_stride_task_t *task);

#endif
