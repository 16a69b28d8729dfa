/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Aggregation: small items for other threads are collected, thread by thread, and sent in messages that are as long as
 * a slot allows (transport/channel.h). The receiver is given each message by a function.
 *
 * A thread that sends never waits for a receiver: what finds no free slot is kept, and sent at a later poll. So the
 * threads may send at any time, and only the end of an operation must be agreed on. Threads take part by polling.
 *
 *   thread 0   item(1) item(2) item(1) .. item(1)  ->  a message to thread 1 once its items fill a slot
 *              send(2)                             ->  a message to thread 2 with what there is
 *   thread 1   poll                                ->  deliver(0, items, bytes)
 */
#ifndef UPC_STRIDE_AGGREGATE_H
#define UPC_STRIDE_AGGREGATE_H

#include <stddef.h>

typedef void upc_stride_deliver_t(int thread, const char *items, size_t bytes);

/* Sets the function that is given the items. Those from one thread to another arrive in order. Before the first item;
 * again does nothing. */
void upc_stride_aggregate_open(upc_stride_deliver_t *deliver);

/* The message that is being filled for a thread: where the next item goes, and the end. Both null before the first. */
typedef struct upc_stride_filling {
  char *next, *end;
} upc_stride_filling_t;

/* By thread; null before upc_stride_aggregate_open. */
extern upc_stride_filling_t *upc_stride_filling;

/* The place of a new item for a thread, aligned to 8 if the sizes of all items are. The caller fills it before it
 * makes another item or polls. Items for the caller itself are delivered many at a time too: the processor then waits
 * for the memory of several at once. */
char *upc_stride_aggregate_item(int thread, size_t bytes);

/* The same without a call; null if the message has no room for it, or if it is the message's first. */
static inline char *upc_stride_aggregate_next(int thread, size_t bytes) {
  upc_stride_filling_t *f = &upc_stride_filling[thread];
  char *item = f->next;
  if ((size_t)(f->end - item) < bytes) return NULL;
  f->next = item + bytes;
  return item;
}

/* Sends what was collected, for one thread or for all. */
void upc_stride_aggregate_send(int thread);
void upc_stride_aggregate_send_all(void);

/* Delivers what has arrived, and sends what was kept. A loop that waits polls in every turn; turn counts from 0. */
void upc_stride_aggregate_poll(unsigned turn);

/* Whether an operation with items is going on. It begins with the first item, or, on a thread that makes none, by
 * upc_stride_aggregate_begin. */
void upc_stride_aggregate_begin(void);
int upc_stride_aggregate_begun(void);
void upc_stride_aggregate_end(void);

/* Messages so far: sent or kept to be sent; delivered. */
unsigned long upc_stride_aggregate_sent(void);
unsigned long upc_stride_aggregate_delivered(void);

#endif
