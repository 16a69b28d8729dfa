/* SPDX-License-Identifier: BSD-3-Clause
 * Aggregation of small items. Each kind of items has a buffer of one message for each other thread, and a list of full
 * messages that found no free slot. */
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

static struct {
  upc_stride_deliver_t *deliver;               /* null: the kind is not in use */
  collected_t *to;                             /* by thread */
  unsigned long sent, delivered;
  int begun;
} kinds[UPC_STRIDE_ITEM_KINDS];

upc_stride_filling_t *upc_stride_filling[UPC_STRIDE_ITEM_KINDS];
static upc_stride_channel_t **channels;        /* by thread; null: the caller's own */
static size_t most;                            /* bytes of a message */
static int polling;                            /* 1: items are being delivered */

/* Bounds of memory and of waiting, the same on every machine. For a receiver that is slower, a sender keeps BEHIND
 * messages of at most 4 KB, 128 KB. Then it waits, but no longer than PATIENCE, since the receiver may compute. */
enum { BEHIND = 32,                            /* messages */
       PATIENCE = 256,                         /* turns */
       LOOKED_AT = 4,                          /* threads that a sender polls with each message */
       ABSORB = 1024 };                        /* turns of a wait after which everything is taken in */

static unsigned tag_of(int kind) { return UPC_STRIDE_TAG_ITEMS + (unsigned)kind; }

static void open_channels(void) {
  int t;
  if (channels != NULL) return;
  upc_stride_channel_open();
  most = upc_stride_eager() / 16 * 16;
  channels = upc_stride_alloc(THREADS, sizeof *channels, "aggregation");
  for (t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) continue;
    channels[t] = upc_stride_channel_with(t);
    upc_stride_channel_give_ring(channels[t]);
  }
}

void upc_stride_aggregate_open(upc_stride_item_kind_t kind, upc_stride_deliver_t *deliver) {
  if (kinds[kind].deliver != NULL) return;
  open_channels();
  kinds[kind].to = upc_stride_alloc(THREADS, sizeof(collected_t), "aggregation");
  upc_stride_filling[kind] = upc_stride_alloc(THREADS, sizeof(upc_stride_filling_t), "aggregation");
  kinds[kind].deliver = deliver;
}

size_t upc_stride_aggregate_most(void) { return most; }

/* ---- sending ---- */

/* The bytes of the message that is being filled, which then is empty: its next item is a first one. */
static size_t end_message(int kind, int thread) {
  upc_stride_filling_t *f = &upc_stride_filling[kind][thread];
  size_t bytes = f->next == NULL ? 0 : (size_t)(f->next - kinds[kind].to[thread].items);
  f->next = f->end = NULL;
  return bytes;
}

/* 1 if there was a free slot. */
static int put_in_slot(int kind, int thread, const char *items, size_t bytes) {
  char *slot = upc_stride_channel_slot(channels[thread]);
  if (slot == NULL) return 0;
  memcpy(slot, items, bytes);
  upc_stride_channel_send(channels[thread], tag_of(kind), bytes);
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

static void send_kept(int kind, int thread) {
  collected_t *c = &kinds[kind].to[thread];
  while (c->first != NULL && put_in_slot(kind, thread, (const char *)(c->first + 1), c->first->bytes)) {
    kept_message_t *next = c->first->next;
    free(c->first);
    c->first = next;
    c->kept--;
  }
}

void upc_stride_aggregate_send(upc_stride_item_kind_t kind, int thread) {
  collected_t *c = &kinds[kind].to[thread];
  size_t bytes = end_message(kind, thread);
  if (bytes == 0) return;
  if (thread == MYTHREAD) {
    kinds[kind].deliver(MYTHREAD, c->items, bytes);
    return;
  }
  send_kept(kind, thread);
  if (c->first != NULL || !put_in_slot(kind, thread, c->items, bytes)) keep(c, bytes);
  kinds[kind].sent++;
}

void upc_stride_aggregate_send_all(upc_stride_item_kind_t kind) {
  int i; /* from the next thread on, so that not all threads send to the same one */
  for (i = 1; i <= THREADS; i++) upc_stride_aggregate_send(kind, (MYTHREAD + i) % THREADS);
}

/* ---- receiving ---- */

static int deliver_kind(int kind, int thread) {
  size_t bytes;
  const char *items = upc_stride_channel_next(channels[thread], tag_of(kind), &bytes);
  if (items == NULL) return 0;
  kinds[kind].deliver(thread, items, bytes);
  upc_stride_channel_drop(channels[thread]);
  kinds[kind].delivered++;
  return 1;
}

static void poll_thread(int thread) {
  int kind, more = 1;
  while (more)
    for (more = kind = 0; kind < UPC_STRIDE_ITEM_KINDS; kind++)
      if (kinds[kind].deliver != NULL) more |= deliver_kind(kind, thread);
  for (kind = 0; kind < UPC_STRIDE_ITEM_KINDS; kind++)
    if (kinds[kind].deliver != NULL && kinds[kind].to[thread].first != NULL) send_kept(kind, thread);
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
  if (THREADS == 1) return;
  if (turn % ABSORB == ABSORB - 1 || upc_stride_waits_for_events())
    for (t = 0; t < THREADS; t++)
      if (t != MYTHREAD) upc_stride_channel_absorb(channels[t]);
  poll_some(THREADS);
}

void upc_stride_aggregate_begin(upc_stride_item_kind_t kind) { kinds[kind].begun = 1; }
int upc_stride_aggregate_begun(upc_stride_item_kind_t kind) { return kinds[kind].begun; }
void upc_stride_aggregate_end(upc_stride_item_kind_t kind) { kinds[kind].begun = 0; }

unsigned long upc_stride_aggregate_sent(upc_stride_item_kind_t kind) { return kinds[kind].sent; }
unsigned long upc_stride_aggregate_delivered(upc_stride_item_kind_t kind) { return kinds[kind].delivered; }

/* ---- collecting ---- */

/* The message is full. The sender takes its turn at receiving, and gives a receiver that is behind some time. The wait
 * has an end, since the receiver may be anywhere in the program. */
static void send_full(upc_stride_item_kind_t kind, int thread) {
  const collected_t *c = &kinds[kind].to[thread];
  unsigned turn;
  upc_stride_aggregate_send(kind, thread);
  if (polling || thread == MYTHREAD) return;
  poll_some(THREADS <= LOOKED_AT ? THREADS : LOOKED_AT);
  for (turn = 0; c->kept > BEHIND && turn < PATIENCE; turn++) {
    upc_stride_relax(turn);
    poll_some(THREADS);
  }
}

char *upc_stride_aggregate_item(upc_stride_item_kind_t kind, int thread, size_t bytes) {
  collected_t *c = &kinds[kind].to[thread];
  upc_stride_filling_t *f = &upc_stride_filling[kind][thread];
  char *item = upc_stride_aggregate_next(kind, thread, bytes);
  if (item != NULL) return item;
  if (c->items == NULL) c->items = upc_stride_alloc(most, 1, "aggregation");
  if (f->next != NULL) send_full(kind, thread);
  kinds[kind].begun = 1;
  f->next = c->items + bytes;
  f->end = c->items + most;
  return c->items;
}
