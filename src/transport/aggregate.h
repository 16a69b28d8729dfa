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

/* What items are for. Items of one kind from one thread to another arrive in order. */
typedef enum upc_stride_item_kind {
  UPC_STRIDE_UPDATES, UPC_STRIDE_REQUESTS, UPC_STRIDE_REPLIES, UPC_STRIDE_ITEM_KINDS
} upc_stride_item_kind_t;

typedef void upc_stride_deliver_t(int thread, const char *items, size_t bytes);

/* Sets the function that is given the items of a kind. Before the first item; again does nothing. */
void upc_stride_aggregate_open(upc_stride_item_kind_t kind, upc_stride_deliver_t *deliver);

/* The most bytes of an item: those of a message. */
size_t upc_stride_aggregate_most(void);

/* The message that is being filled for a thread: where the next item goes, and the end. Both null before the first. */
typedef struct upc_stride_filling {
  char *next, *end;
} upc_stride_filling_t;

/* By kind and thread; null before upc_stride_aggregate_open. */
extern upc_stride_filling_t *upc_stride_filling[UPC_STRIDE_ITEM_KINDS];

/* The place of a new item for a thread, aligned to 8 if the sizes of all items are. The caller fills it before it
 * makes another item or polls. Items for the caller itself are delivered many at a time too: the processor then waits
 * for the memory of several at once. */
char *upc_stride_aggregate_item(upc_stride_item_kind_t kind, int thread, size_t bytes);

/* The same without a call; null if the message has no room for it, or if it is the message's first. */
static inline char *upc_stride_aggregate_next(upc_stride_item_kind_t kind, int thread, size_t bytes) {
  upc_stride_filling_t *f = &upc_stride_filling[kind][thread];
  char *item = f->next;
  if ((size_t)(f->end - item) < bytes) return NULL;
  f->next = item + bytes;
  return item;
}

/* Sends what was collected, for one thread or for all. */
void upc_stride_aggregate_send(upc_stride_item_kind_t kind, int thread);
void upc_stride_aggregate_send_all(upc_stride_item_kind_t kind);

/* Delivers what has arrived, and sends what was kept. A loop that waits polls in every turn; turn counts from 0. */
void upc_stride_aggregate_poll(unsigned turn);

/* Whether an operation with items of this kind is going on. It begins with the first item, or, on a thread that makes
 * none, by upc_stride_aggregate_begin. */
void upc_stride_aggregate_begin(upc_stride_item_kind_t kind);
int upc_stride_aggregate_begun(upc_stride_item_kind_t kind);
void upc_stride_aggregate_end(upc_stride_item_kind_t kind);

/* Messages of a kind so far: sent or kept to be sent; delivered. */
unsigned long upc_stride_aggregate_sent(upc_stride_item_kind_t kind);
unsigned long upc_stride_aggregate_delivered(upc_stride_item_kind_t kind);

#endif
