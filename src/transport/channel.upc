/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: rings of slots. Thread r keeps, for each thread s it shares calls with, the ring in which s writes to r, and behind
 * it a word in which s says how many of r's messages it has taken. s learns where that is from r's directory.
 *
 * Message n (from 1) is in slot n mod slots, and is there when the slot's number is n. */
#include "transport/channel.h"
#include "transport/directory.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef struct slot {
  unsigned number, tag, bytes, unused;
} slot_t;                                      /* the message's bytes follow */

enum { LINE = 64,                              /* of the cache */
       FEW = UPC_STRIDE_FEW_THREADS, MANY = 4096 }; /* threads */

typedef struct aside {                         /* a message put aside */
  struct aside *next;
  unsigned tag;
} aside_t;

struct upc_stride_channel {
  int thread;                                  /* the other                                                  */
  unsigned sent, taken;                        /* messages, each way                                         */
  unsigned seen;                               /* of those sent, known to be taken                           */
  unsigned told;                               /* of those taken, the other knows                            */
  unsigned calls;                              /* shared calls so far                                        */
  char *in;                                    /* its ring, and behind it its word, in my memory             */
  upc_stride_ring_t far_in;                    /* the same as shared memory                                  */
  upc_stride_ring_t far_out;                   /* my ring, and behind it my word, in its memory              */
  char *out;                                   /* the same by address, where it is near and we may           */
  aside_t *first, *last, *looked;              /* put aside; the one just looked at                          */
};

typedef upc_stride_channel_t channel_t;

static channel_t **channels;                   /* hash table by thread, at most half full */
static unsigned room_channels, nchannels;
static size_t slots, slot_bytes, eager;
static int oversubscribed;                            /* 1: more threads than cores */
static char *parcel;                           /* a message to a thread that is not near */

/* To far threads a message of 4 KB is dearer by little than one of none. To near ones two copies cost more than one, from
 * 512 bytes more than the answer that copying from the source needs; but who waits for an answer with more threads than
 * cores waits for a core. Where telling a sender that slots are free is a message, more slots make it a rare one; but not where
 * threads are only treated as far, for tests, which are to see rings that are full. In large jobs a thread that exchanges with all
 * has room for their rings: at most 36 MB for 4,096 of them. */
static void sizes(void) {
  int all_near = upc_stride_all_near();
  oversubscribed = upc_stride_oversubscribed();
  slots = THREADS > FEW || all_near ? 8 : THREADS > 8 || upc_stride_environment()->near >= 0 ? 16 : 64;
  if (THREADS > FEW) slot_bytes = THREADS > MANY ? 256 : all_near ? 512 : 1088;
  else slot_bytes = !all_near ? 4160 : oversubscribed ? 2048 : 512;
  eager = slot_bytes - sizeof(slot_t);
  if (upc_stride_environment()->eager < eager) eager = upc_stride_environment()->eager;
}

size_t upc_stride_eager(void) {
  if (eager == 0) sizes();
  return eager;
}

static void *room_for(size_t bytes) {
  void *p = calloc(bytes, 1);
  if (p == NULL) {
    fprintf(stderr, "upc_stride: no memory for %zu bytes of channels\n", bytes);
    upc_global_exit(1);
  }
  return p;
}

/* Where a thread's channel is in the table, or would be. */
static channel_t **place_of(int thread) {
  unsigned at = (unsigned)thread * 2654435761u & (room_channels - 1);
  while (channels[at] != NULL && channels[at]->thread != thread) at = (at + 1) & (room_channels - 1);
  return &channels[at];
}

static void more_room(void) {
  channel_t **before = channels;
  unsigned i, had = room_channels;
  room_channels = had == 0 ? 16 : 2 * had;
  channels = room_for(room_channels * sizeof *channels);
  for (i = 0; i < had; i++)
    if (before[i] != NULL) *place_of(before[i]->thread) = before[i];
  free(before);
}

upc_stride_channel_t *upc_stride_channel_with(int thread) {
  channel_t **at;
  if (2 * nchannels >= room_channels) more_room();
  at = place_of(thread);
  if (*at == NULL) {
    channel_t *c = room_for(sizeof *c);
    c->thread = thread;
    c->far_in = upc_stride_directory_give(thread);
    c->in = (char *)c->far_in;
    *at = c;
    nchannels++;
  }
  return *at;
}

/* Among few threads all channels are there from the start: a split-phase call's first message is under way when it is made, and
 * need not wait until the other has come and the caller looks again. */
void upc_stride_channel_open(void) {
  int t;
  if (parcel != NULL) return;
  upc_stride_eager();
  parcel = room_for(slot_bytes);
  upc_stride_directory_open(slots * slot_bytes + LINE);
  for (t = 0; t < THREADS && THREADS <= FEW; t++)
    if (t != MYTHREAD) upc_stride_channel_with(t);
}

/* Learns where the other keeps my ring; 0 where it has none yet. */
static int find(channel_t *c) {
  c->far_out = upc_stride_directory_find(c->thread);
  if (c->far_out == NULL) return 0;
  if (upc_stride_has_atomics() && upc_stride_near(c->thread)) c->out = upc_stride_address((shared const void *)c->far_out);
  return 1;
}

unsigned upc_stride_channel_tag(channel_t *c) { return c->calls++; }

/* A word in my own memory that another thread writes. */
static unsigned read_word(const channel_t *c, size_t at) { return upc_stride_read_word(c->in + at, c->far_in + at); }

/* A word in the other thread's memory that only I write. */
static void write_word(const channel_t *c, size_t at, unsigned value) {
  upc_stride_write_word(c->out != NULL ? c->out + at : NULL, c->far_out + at, value);
}

char *upc_stride_channel_slot(channel_t *c) {
  if (c->far_out == NULL && !find(c)) return NULL;
  if (c->sent - c->seen == slots) {
    unsigned taken = read_word(c, slots * slot_bytes); /* from far, an older count may come after a newer one */
    if ((int)(taken - c->seen) > 0) c->seen = taken;
    if (c->sent - c->seen == slots) return NULL;
  }
  return (c->out != NULL ? c->out + (c->sent + 1) % slots * slot_bytes : parcel) + sizeof(slot_t);
}

/* The lines of a message of so many bytes in the next slot, from one of them on, may come to this core to be written. */
static void claim(const channel_t *c, size_t bytes, size_t from) {
  const char *slot = c->out + (c->sent + 1) % slots * slot_bytes;
  size_t at;
  for (at = from; at < sizeof(slot_t) + bytes; at += LINE) upc_stride_will_write(slot + at);
}

void upc_stride_channel_ahead(channel_t *c, size_t bytes) {
  if (!oversubscribed && c->out != NULL) claim(c, bytes, 0);
}

/* The receiver reads the first line again and again, and has it as soon as it is written. The lines behind it, which it reads
 * one after another then, it gets sooner from the cache in common than from another core's. */
static void give_away(const slot_t *slot, size_t bytes) {
  size_t at;
  for (at = LINE; !oversubscribed && at < sizeof *slot + bytes; at += LINE) upc_stride_has_written((const char *)slot + at);
}

void upc_stride_channel_send(channel_t *c, unsigned tag, size_t bytes) {
  unsigned number = ++c->sent;
  size_t at = number % slots * slot_bytes;
  slot_t *slot = (slot_t *)(c->out != NULL ? c->out + at : parcel);
  slot->tag = tag;
  slot->bytes = (unsigned)bytes;
  if (c->out != NULL) {
    write_word(c, at, number);
    give_away(slot, bytes);
    claim(c, bytes, LINE); /* of the next slot, which the receiver has from when it last read it; but it may look at the first */
  } else {
    slot->number = number;
    upc_stride_write_message(c->far_out + at, parcel, sizeof *slot + bytes);
  }
  if (c->sent - c->seen == slots - 1) upc_stride_will_read(c->in + slots * slot_bytes); /* for the next free slot */
}

/* One more taken; the sender is told in time, but not every time. */
static void taken(channel_t *c) {
  c->taken++;
  if (c->taken - c->told < slots / 2 || (c->far_out == NULL && !find(c))) return;
  write_word(c, slots * slot_bytes, c->taken);
  c->told = c->taken;
}

static const slot_t *arrived(channel_t *c) {
  size_t at = (c->taken + 1) % slots * slot_bytes;
  return read_word(c, at) == c->taken + 1 ? (const slot_t *)(c->in + at) : NULL;
}

static void put_aside(channel_t *c, const slot_t *slot) {
  aside_t *a = room_for(sizeof *a + slot->bytes + 1);
  a->tag = slot->tag;
  memcpy(a + 1, slot + 1, slot->bytes);
  if (c->first == NULL) c->first = a;
  else c->last->next = a;
  c->last = a;
  taken(c);
}

static aside_t *find_aside(const channel_t *c, unsigned tag) {
  aside_t *a;
  for (a = c->first; a != NULL && a->tag != tag; a = a->next) {}
  return a;
}

const char *upc_stride_channel_look(channel_t *c, unsigned tag) {
  const slot_t *slot;
  if (c->first != NULL && (c->looked = find_aside(c, tag)) != NULL) return (const char *)c->looked + sizeof(aside_t);
  while ((slot = arrived(c)) != NULL) {
    if (slot->tag == tag) return (const char *)(slot + 1);
    put_aside(c, slot);
  }
  return NULL;
}

void upc_stride_channel_drop(channel_t *c) {
  aside_t *gone = c->looked, *before;
  if (gone == NULL) {
    taken(c);
    return;
  }
  c->looked = NULL;
  if (c->first == gone) {
    c->first = gone->next;
  } else {
    for (before = c->first; before->next != gone; before = before->next) {}
    before->next = gone->next;
    if (c->last == gone) c->last = before;
  }
  free(gone);
}

void upc_stride_channel_absorb(channel_t *c) {
  const slot_t *slot;
  while ((slot = arrived(c)) != NULL) put_aside(c, slot);
}
