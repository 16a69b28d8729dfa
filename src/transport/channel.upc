/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: rings of slots. Take a thread r, and a thread s that it shares calls with. In r's memory lies the ring in
 * which s writes to r. A word follows it, in which s reports how many of r's messages it has taken. s finds both by
 * r's directory.
 *
 * Message n (from 1) is in slot n mod slots. It has arrived when the slot's number is n. With 8 slots, the
 * messages 1, 2, 3 are in the slots 1, 2, 3, and message 9 is in slot 1, once message 1 was taken. */
#include "transport/channel.h"
#include "transport/directory.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/hash_map.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"
#include "base/tuned.h"

#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef struct slot {
  unsigned number, tag, bytes, unused;
} slot_t;                                      /* the message's bytes follow */

enum { LINE = UPC_STRIDE_LINE, LEAST_SLOT = 256, FEW = UPC_STRIDE_FEW_THREADS, MANY = 4096 }; /* bytes; threads */

/* A message that was put aside, since it is not of the call that was looking. Its bytes follow. */
typedef struct aside {
  struct aside *next;
  unsigned tag, bytes;
} aside_t;

/* Those of which the tags have some bits in common, oldest first, and where the next one is linked. */
typedef struct bucket {
  aside_t *first, **end;
} bucket_t;

struct upc_stride_channel {
  int thread;                                  /* the other thread                                           */
  unsigned sent, taken;                        /* messages so far, each way                                  */
  unsigned confirmed;                          /* of those sent: how many the other thread has reported taken */
  unsigned reported;                           /* of those taken: how many the other thread was told of      */
  unsigned calls;                              /* shared calls so far                                        */
  char *in;                                    /* in the caller's memory: the other's ring, then its word; or null */
  upc_stride_ring_t far_in;                    /* the same, as shared memory                                 */
  upc_stride_ring_t far_out;                   /* in the other's memory: the caller's ring, then its word    */
  char *out;                                   /* the same by address, if the thread is near; or null        */
  bucket_t *bucket;                            /* of messages put aside; null before the first               */
  unsigned buckets, asides;                    /* a power of two; messages put aside, at most as many        */
  aside_t *looked;                             /* the message that was looked at last, or null               */
};

typedef upc_stride_channel_t channel_t;

static channel_t **channels;
static int nchannels, channels_capacity;
static upc_stride_hash_map_t channel_numbers;  /* from a thread to its channel's index */
static size_t slots, slot_bytes, eager;
static int oversubscribed;                     /* 1: more threads than cores */
static char *far_slot;                         /* a message to a far thread, before it is sent */

/* How many slots a ring has, and how large they are:
 *   - To a far thread, a short message costs little more than an empty one (slot_far in base/tuned.h).
 *   - To a near thread, a message is copied twice. From some length on the second copy costs more than the signal that
 *     a rendezvous needs (slot_near). With more threads than cores, waiting for this signal means waiting for a core
 *     (slot_shared_cores).
 *   - From a far thread, the report that slots are free is a message. With 64 slots it is a rare one. Tests that
 *     treat near threads as far have 16, so that rings are full at times.
 *   - In a large job, a thread that exchanges with all others needs memory for all their rings: at most 36 MB for
 *     4,096. */
static void sizes(void) {
  int all_near = upc_stride_all_near();
  oversubscribed = upc_stride_oversubscribed();
  slots = THREADS > FEW || all_near ? 8 : THREADS > 8 || upc_stride_environment()->near >= 0 ? 16 : 64;
  if (THREADS > MANY) slot_bytes = LEAST_SLOT;
  else if (!all_near) slot_bytes = upc_stride_tuned(THREADS > FEW ? UPC_STRIDE_SLOT_MANY : UPC_STRIDE_SLOT_FAR);
  else if (THREADS <= FEW && oversubscribed) slot_bytes = upc_stride_tuned(UPC_STRIDE_SLOT_SHARED_CORES);
  else slot_bytes = upc_stride_tuned(UPC_STRIDE_SLOT_NEAR);
  eager = slot_bytes - sizeof(slot_t);
  if (upc_stride_environment()->eager < eager) eager = upc_stride_environment()->eager;
}

size_t upc_stride_eager(void) {
  if (eager == 0) sizes();
  return eager;
}

static channel_t *new_channel(int thread) {
  channel_t *c = upc_stride_alloc(1, sizeof *c, "a channel");
  c->thread = thread;
  return c;
}

void upc_stride_channel_give_ring(channel_t *c) {
  if (c->in != NULL) return;
  c->far_in = upc_stride_directory_give(c->thread);
  c->in = (char *)c->far_in;
}

upc_stride_channel_t *upc_stride_channel_with(int thread) {
  int i = upc_stride_hash_map_find(&channel_numbers, (unsigned)thread);
  if (i >= 0) return channels[i];
  channels = upc_stride_grown(channels, nchannels, &channels_capacity, sizeof *channels, "channels");
  upc_stride_hash_map_set(&channel_numbers, (unsigned)thread, nchannels);
  return channels[nchannels++] = new_channel(thread);
}

/* Among few threads, all rings exist from the start. So the first message of a split-phase call can be sent
 * before the other thread makes its first call. */
void upc_stride_channel_open(void) {
  int t;
  if (far_slot != NULL) return;
  upc_stride_eager();
  far_slot = upc_stride_alloc(slot_bytes, 1, "messages");
  upc_stride_directory_open(slots * slot_bytes + LINE, slot_bytes); /* the last word is that of reports */
  for (t = 0; t < THREADS && THREADS <= FEW; t++)
    if (t != MYTHREAD) upc_stride_channel_give_ring(upc_stride_channel_with(t));
}

/* Finds the caller's ring in the other thread's memory; 0 if there is none yet. */
static int find(channel_t *c) {
  c->far_out = upc_stride_directory_find(c->thread);
  if (c->far_out == NULL) return 0;
  if (upc_stride_has_atomics() && upc_stride_near(c->thread))
    c->out = upc_stride_address((shared const void *)c->far_out);
  return 1;
}

/* A call has two tags, which stay below UPC_STRIDE_GRAPH_TAG. */
unsigned upc_stride_channel_tag(channel_t *c) { return c->calls++ % (UPC_STRIDE_GRAPH_TAG / 2); }

/* A word in the caller's memory that the other thread writes. */
static unsigned read_word(const channel_t *c, size_t at) { return upc_stride_read_word(c->in + at, c->far_in + at); }

/* A word in the other thread's memory that only the caller writes. */
static void write_word(const channel_t *c, size_t at, unsigned value) {
  upc_stride_write_word(c->out != NULL ? c->out + at : NULL, c->far_out + at, value);
}

char *upc_stride_channel_slot(channel_t *c) {
  if (c->far_out == NULL && !find(c)) return NULL;
  if (c->sent - c->confirmed == slots) {
    unsigned taken = read_word(c, slots * slot_bytes);
    if ((int)(taken - c->confirmed) > 0) {
      c->confirmed = taken;
      upc_stride_found_word(c->thread);
    }
    if (c->sent - c->confirmed == slots) return NULL;
  }
  return (c->out != NULL ? c->out + (c->sent + 1) % slots * slot_bytes : far_slot) + sizeof(slot_t);
}

/* A hint: this core will write the next slot, with a message of `bytes` bytes from byte `from` of the slot on. */
static void claim(const channel_t *c, size_t bytes, size_t from) {
  const char *slot = c->out + (c->sent + 1) % slots * slot_bytes;
  size_t at;
  for (at = from; at < sizeof(slot_t) + bytes; at += LINE) upc_stride_will_write(slot + at);
}

void upc_stride_channel_ahead(channel_t *c, size_t bytes) {
  if (!oversubscribed && c->out != NULL) claim(c, bytes, 0);
}

/* A hint: other cores may have the slot's lines from the second on. The receiver waits by reading the first line,
 * and has it as soon as it is written. It gets the others sooner from the shared cache than from this core's
 * cache. */
static void give_away(const slot_t *slot, size_t bytes) {
  size_t at;
  if (oversubscribed) return;
  for (at = LINE; at < sizeof *slot + bytes; at += LINE) upc_stride_has_written((const char *)slot + at);
}

void upc_stride_channel_send(channel_t *c, unsigned tag, size_t bytes) {
  unsigned number = ++c->sent;
  size_t at = number % slots * slot_bytes;
  slot_t *slot = (slot_t *)(c->out != NULL ? c->out + at : far_slot);
  slot->tag = tag;
  slot->bytes = (unsigned)bytes;
  if (c->out != NULL) {
    write_word(c, at, number);
    give_away(slot, bytes);
    claim(c, bytes, LINE); /* not the first line, which the receiver may be reading */
  } else {
    slot->number = number;
    upc_stride_write_message(c->far_out + at, far_slot, sizeof *slot + bytes);
  }
  if (c->sent - c->confirmed == slots - 1) upc_stride_will_read(c->in + slots * slot_bytes); /* for the next slot */
}

/* One more message was taken. After each half of the ring, the sender is told how many there are. */
static void taken(channel_t *c) {
  c->taken++;
  upc_stride_found_word(c->thread);
  if (c->taken - c->reported < slots / 2 || (c->far_out == NULL && !find(c))) return;
  upc_stride_count_word(c->out != NULL ? c->out + slots * slot_bytes : NULL, c->far_out + slots * slot_bytes,
                        c->reported, c->taken);
  c->reported = c->taken;
}

static const slot_t *arrived(channel_t *c) {
  size_t at = (c->taken + 1) % slots * slot_bytes;
  return read_word(c, at) == c->taken + 1 ? (const slot_t *)(c->in + at) : NULL;
}

/* ---- messages put aside: found in the same time however many there are ---- */

unsigned long upc_stride_looked_at;

/* The two tags of a call differ in their last bit. Most calls have messages of one of them. */
static bucket_t *bucket_of(const channel_t *c, unsigned tag) { return &c->bucket[tag / 2 & (c->buckets - 1)]; }

static void link_aside(const channel_t *c, aside_t *a) {
  bucket_t *b = bucket_of(c, a->tag);
  a->next = NULL;
  *b->end = a;
  b->end = &a->next;
}

static void double_buckets(channel_t *c) {
  bucket_t *old = c->bucket;
  unsigned i, n = c->buckets;
  aside_t *a, *next;
  c->buckets = n > 0 ? 2 * n : 8;
  c->bucket = upc_stride_alloc(c->buckets, sizeof *c->bucket, "messages");
  for (i = 0; i < c->buckets; i++) c->bucket[i].end = &c->bucket[i].first;
  for (i = 0; i < n; i++)
    for (a = old[i].first; a != NULL; a = next) {
      next = a->next;
      link_aside(c, a);
    }
  free(old);
}

static void put_aside(channel_t *c, const slot_t *slot) {
  aside_t *a = upc_stride_alloc(sizeof *a + slot->bytes, 1, "messages");
  a->tag = slot->tag;
  a->bytes = slot->bytes;
  memcpy(a + 1, slot + 1, slot->bytes);
  if (c->asides++ == c->buckets) double_buckets(c);
  link_aside(c, a);
  taken(c);
}

/* The oldest one with the tag, or null. */
static aside_t *find_aside(const channel_t *c, unsigned tag) {
  aside_t *a = bucket_of(c, tag)->first;
  for (; a != NULL && a->tag != tag; a = a->next) upc_stride_looked_at++;
  return a;
}

static void drop_aside(channel_t *c, aside_t *gone) {
  bucket_t *b = bucket_of(c, gone->tag);
  aside_t **link = &b->first;
  while (*link != gone) link = &(*link)->next;
  *link = gone->next;
  if (gone->next == NULL) b->end = link;
  c->asides--;
  free(gone);
}

const char *upc_stride_channel_look(channel_t *c, unsigned tag) {
  const slot_t *slot;
  if (c->asides > 0 && (c->looked = find_aside(c, tag)) != NULL) return (const char *)c->looked + sizeof(aside_t);
  while ((slot = arrived(c)) != NULL) {
    if (slot->tag == tag) return (const char *)(slot + 1);
    put_aside(c, slot);
  }
  return NULL;
}

const char *upc_stride_channel_next(channel_t *c, unsigned tag, size_t *bytes) {
  const slot_t *slot;
  if (c->asides > 0 && (c->looked = find_aside(c, tag)) != NULL) {
    *bytes = c->looked->bytes;
    return (const char *)c->looked + sizeof(aside_t);
  }
  slot = arrived(c);
  if (slot == NULL || slot->tag != tag) return NULL;
  *bytes = slot->bytes;
  return (const char *)(slot + 1);
}

void upc_stride_channel_drop(channel_t *c) {
  if (c->looked != NULL) drop_aside(c, c->looked);
  else taken(c);
  c->looked = NULL;
}

int upc_stride_channel_pass_over(channel_t *c, unsigned from, unsigned to, unsigned *tag) {
  const slot_t *slot;
  while ((slot = arrived(c)) != NULL && (slot->tag < from || slot->tag >= to)) put_aside(c, slot);
  if (slot != NULL) *tag = slot->tag;
  return slot != NULL;
}

void upc_stride_channel_absorb(channel_t *c) {
  unsigned none;
  upc_stride_channel_pass_over(c, 0, 0, &none);
}

/* The other thread has filled the ring if the last message that it may send, as far as it knows, has arrived. */
void upc_stride_channel_make_room(channel_t *c) {
  if (c->in != NULL && read_word(c, c->reported % slots * slot_bytes) == c->reported + slots)
    upc_stride_channel_absorb(c);
}
