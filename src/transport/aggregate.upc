/* SPDX-License-Identifier: BSD-3-Clause
 * Aggregation of small items. There is a buffer of one message for each other thread, and a list of full messages that
 * found no free slot. */
#include "transport/aggregate.h"
#include "transport/channel.h"
#include "base/allocate.h"
#include "base/port.h"

#include <stdlib.h>
#include <string.h>

/* A message that found no free slot. Its bytes follow. */
typedef struct kept_message {
  struct kept_message *next;
  size_t bytes;
} kept_message_t;

typedef struct collected {
  char *items;                                 /* of the message that is being filled */
  kept_message_t *first, *last;                /* oldest first */
  int kept;                                    /* how many */
} collected_t;

static upc_stride_deliver_t *deliver;          /* null: not in use */
static collected_t *collected;                 /* by thread */
static unsigned long sent, delivered;
static int begun;
upc_stride_filling_t *upc_stride_filling;
static upc_stride_channel_t **channels;        /* by thread; null: the caller's own */
static size_t most;                            /* bytes of a message */
static int polling;                            /* 1: items are being delivered */

/* Bounds of memory and of waiting, the same on every machine. For a receiver that is slower, a sender keeps BEHIND
 * messages of at most 4 KB, 128 KB. Then it waits, but no longer than PATIENCE, since the receiver may compute. */
enum { BEHIND = 32,                            /* messages */
       PATIENCE = 256,                         /* turns */
       LOOKED_AT = 4,                          /* threads that a sender polls with each message */
       ABSORB = 1024 };                        /* turns of a wait after which everything is taken in */

void upc_stride_aggregate_open(upc_stride_deliver_t *function) {
  int t;
  if (deliver != NULL) return;
  upc_stride_channel_open();
  most = upc_stride_eager() / 16 * 16;
  channels = upc_stride_alloc(THREADS, sizeof *channels, "aggregation");
  for (t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) continue;
    channels[t] = upc_stride_channel_with(t);
    upc_stride_channel_give_ring(channels[t]);
  }
  collected = upc_stride_alloc(THREADS, sizeof *collected, "aggregation");
  upc_stride_filling = upc_stride_alloc(THREADS, sizeof *upc_stride_filling, "aggregation");
  deliver = function;
}

/* ---- sending ---- */

/* The bytes of the message that is being filled, which then is empty: its next item is a first one. */
static size_t end_message(int thread) {
  upc_stride_filling_t *f = &upc_stride_filling[thread];
  size_t bytes = f->next == NULL ? 0 : (size_t)(f->next - collected[thread].items);
  f->next = f->end = NULL;
  return bytes;
}

/* 1 if there was a free slot. */
static int put_in_slot(int thread, const char *items, size_t bytes) {
  char *slot = upc_stride_channel_slot(channels[thread], bytes);
  if (slot == NULL) return 0;
  memcpy(slot, items, bytes);
  upc_stride_channel_send(channels[thread], UPC_STRIDE_TAG_ITEMS, bytes);
  return 1;
}

static void keep(collected_t *c, size_t bytes) {
  kept_message_t *m = upc_stride_alloc(1, sizeof *m + bytes, "messages that wait for a free slot");
  m->bytes = bytes;
  memcpy(m + 1, c->items, bytes);
  if (c->first == NULL) c->first = m;
  else c->last->next = m;
  c->last = m;
  c->kept++;
}

static void send_kept(int thread) {
  collected_t *c = &collected[thread];
  while (c->first != NULL && put_in_slot(thread, (const char *)(c->first + 1), c->first->bytes)) {
    kept_message_t *next = c->first->next;
    free(c->first);
    c->first = next;
    c->kept--;
  }
}

void upc_stride_aggregate_send(int thread) {
  collected_t *c = &collected[thread];
  size_t bytes = end_message(thread);
  if (bytes == 0) return;
  if (thread == MYTHREAD) {
    deliver(MYTHREAD, c->items, bytes);
    return;
  }
  send_kept(thread);
  if (c->first != NULL || !put_in_slot(thread, c->items, bytes)) keep(c, bytes);
  sent++;
}

void upc_stride_aggregate_send_all(void) {
  int i; /* from the next thread on, so that not all threads send to the same one */
  for (i = 1; i <= THREADS; i++) upc_stride_aggregate_send((MYTHREAD + i) % THREADS);
}

/* ---- receiving ---- */

static void poll_thread(int thread) {
  size_t bytes;
  const char *items;
  upc_stride_looked_at++;
  while ((items = upc_stride_channel_next(channels[thread], UPC_STRIDE_TAG_ITEMS, &bytes)) != NULL) {
    deliver(thread, items, bytes);
    upc_stride_channel_drop(channels[thread]);
    delivered++;
  }
  if (collected[thread].first != NULL) send_kept(thread);
}

/* Polls `count` other threads, those next in turn. */
static void poll_some(int count) {
  static int next;
  int i;
  if (polling) return;
  polling = 1;
  for (i = 0; i < count; i++) {
    next = (next + 1) % THREADS;
    if (next != MYTHREAD) poll_thread(next);
  }
  polling = 0;
}

/* In a wait, messages of other calls may stand before items in a ring. They are put aside after some time, since the
 * call that takes them may wait for a thread that waits for this ring. */
void upc_stride_aggregate_poll(unsigned turn) {
  int t;
  if (deliver == NULL || THREADS == 1) return;
  if (turn % ABSORB == ABSORB - 1 || upc_stride_waits_for_events())
    for (t = 0; t < THREADS; t++)
      if (t != MYTHREAD) upc_stride_channel_absorb(channels[t]);
  poll_some(THREADS);
}

void upc_stride_aggregate_begin(void) { begun = 1; }
int upc_stride_aggregate_begun(void) { return begun; }
void upc_stride_aggregate_end(void) { begun = 0; }

unsigned long upc_stride_aggregate_sent(void) { return sent; }
unsigned long upc_stride_aggregate_delivered(void) { return delivered; }

/* ---- collecting ---- */

/* The message is full. The sender takes its turn at receiving, and gives a receiver that is behind some time. The wait
 * has an end, since the receiver may be anywhere in the program. */
static void send_full(int thread) {
  const collected_t *c = &collected[thread];
  unsigned turn;
  upc_stride_aggregate_send(thread);
  if (polling || thread == MYTHREAD) return;
  poll_some(THREADS <= LOOKED_AT ? THREADS : LOOKED_AT);
  for (turn = 0; c->kept > BEHIND && turn < PATIENCE; turn++) {
    upc_stride_relax(turn);
    poll_some(THREADS);
  }
}

char *upc_stride_aggregate_item(int thread, size_t bytes) {
  collected_t *c = &collected[thread];
  upc_stride_filling_t *f = &upc_stride_filling[thread];
  char *item = upc_stride_aggregate_next(thread, bytes);
  if (item != NULL) return item;
  if (c->items == NULL) c->items = upc_stride_alloc(most, 1, "aggregation");
  if (f->next != NULL) send_full(thread);
  begun = 1;
  f->next = c->items + bytes;
  f->end = c->items + most;
  return c->items;
}
