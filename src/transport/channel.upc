/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: rings of slots. Take a thread r, and a thread s that it shares calls with. In r's memory lies the ring in
 * which s writes to r. Its last line has a word in which s reports how many of r's messages it has taken. s finds the
 * ring by r's directory.
 *
 * Message n (from 1) is in slot n mod slots. It has arrived when the slot's number is n. With 8 slots, the
 * messages 1, 2, 3 are in the slots 1, 2, 3, and message 9 is in slot 1, once message 1 was taken.
 *
 * In a ring for a far thread each slot has a line as well, and the slot's number and tag are there. A message that fits
 * into the line lies there as a whole, which its last number says. So the slots of threads that exchange short messages
 * take no memory of a simulated machine, and the lines of many threads are on one page. Where messages can be handed
 * over (base/port.h), a line has the number, the tag and the address of a message, whatever its length, and the slots
 * are not used. Lines are then a quarter as long. */
#include "transport/channel.h"
#include "transport/directory.h"
#include "transport/transfer.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/hash_map.h"
#include "base/line.h"
#include "base/near.h"
#include "base/port.h"
#include "base/tuned.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef struct slot {
  unsigned number, tag, bytes;
  unsigned whole;                              /* of a line: the number of the message that lies there as a whole */
} slot_t;                                      /* the message's bytes follow */

enum { LINE = UPC_STRIDE_LINE, SHORT_LINE = LINE / 4, LEAST_SLOT = 256 }; /* bytes */
enum { FEW = UPC_STRIDE_FEW_THREADS, MANY = 4096 };                         /* threads */

/* A message that was put aside, since it is not of the call that was looking. Its bytes follow. */
typedef struct aside {
  struct aside *next;
  unsigned tag, bytes;
} aside_t;

/* Those of which the tags have some bits in common, oldest first, and where the next one is linked. */
typedef struct bucket {
  aside_t *first, **end;
} bucket_t;

/* Messages of a channel that were put aside. */
typedef struct asides {
  unsigned buckets, count;                     /* a power of two; messages, at most as many */
  aside_t *looked;                             /* the one that was looked at last, or null  */
  bucket_t *bucket;
} asides_t;

/* The rings of a channel, and what of them is in use. */
typedef struct rings {
  int thread;                                  /* the other thread                                           */
  int near;                                    /* 1: each writes to the other's slots by address             */
  unsigned sent, taken;                        /* messages so far, each way                                  */
  unsigned confirmed;                          /* of those sent: how many the other thread has reported taken */
  unsigned reported;                           /* of those taken: how many the other thread was told of      */
  char *in;                                    /* in the caller's memory: the other's ring                   */
  upc_stride_ring_t far_in;                    /* the same, as shared memory                                 */
  upc_stride_ring_t far_out;                   /* in the other's memory: the caller's ring                   */
  char *out;                                   /* the same by address, if the thread is near; or null        */
  unsigned slots_in, slots_out;                /* the distance from the ring's begin to its slots            */
  asides_t *aside;                             /* null: none was ever put aside                              */
} rings_t;

/* A thread that exchanges with a thousand others has as many channels, most of them without rings. */
struct upc_stride_channel {
  int thread;                                  /* the other thread           */
  unsigned calls;                              /* shared calls so far        */
  rings_t *rings;                              /* null before they are given */
};

typedef upc_stride_channel_t channel_t;

enum { CHUNK = 16 };                           /* channels that are allocated at a time */

static channel_t **channels;                   /* chunks of them */
static int nchannels, chunks_capacity;
static upc_stride_hash_map_t channel_numbers;  /* from a thread to its channel's index */
static size_t slots, slot_bytes, line_distance, reports_at, eager;
static int oversubscribed;                     /* 1: more threads than cores */
static char *far_slot;                         /* a message to a far thread, before it is sent */
static size_t far_slot_bytes;                  /* as many as the longest one so far */

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

void upc_stride_channel_give_ring(channel_t *c) {
  size_t to_slots;
  rings_t *r;
  if (c->rings != NULL) return;
  r = c->rings = upc_stride_alloc(1, sizeof *r, "a channel");
  r->thread = c->thread;
  r->near = upc_stride_has_atomics() && upc_stride_near(c->thread);
  r->far_in = upc_stride_directory_give(c->thread, r->near, &to_slots);
  r->slots_in = (unsigned)to_slots;
  r->in = (char *)r->far_in;
}

static channel_t *channel_number(int i) { return &channels[i / CHUNK][i % CHUNK]; }

static channel_t *new_channel(int thread) {
  const int chunk = nchannels / CHUNK;
  channel_t *c;
  if (nchannels % CHUNK == 0) {
    channels = upc_stride_grown(channels, chunk, &chunks_capacity, sizeof *channels, "channels");
    channels[chunk] = upc_stride_alloc(CHUNK, sizeof **channels, "channels");
  }
  c = channel_number(nchannels++);
  c->thread = thread;
  return c;
}

channel_t *upc_stride_channel_with(int thread) {
  int i = upc_stride_hash_map_find(&channel_numbers, (unsigned)thread);
  if (i >= 0) return channel_number(i);
  upc_stride_hash_map_set(&channel_numbers, (unsigned)thread, nchannels);
  return new_channel(thread);
}

/* Among few threads, all rings exist from the start. So the first message of a split-phase call can be sent
 * before the other thread makes its first call. */
void upc_stride_channel_open(void) {
  upc_stride_ring_size_t size;
  upc_stride_ring_t buffer;
  int t;
  if (line_distance > 0) return;
  upc_stride_eager();
  size.lines = upc_stride_all_near() && upc_stride_has_atomics() ? 1 : 1 + slots;
  size.slots = slots;
  size.slot_bytes = slot_bytes;
  size.line_bytes = upc_stride_hands_over() ? SHORT_LINE : LINE;
  line_distance = upc_stride_directory_open(size, UPC_STRIDE_LEAST_BUFFER, &buffer);
  upc_stride_buffer_first(buffer);
  reports_at = (size.lines - 1) * line_distance;
  for (t = 0; t < THREADS && THREADS <= FEW; t++)
    if (t != MYTHREAD) upc_stride_channel_give_ring(upc_stride_channel_with(t));
}

/* Finds the caller's ring in the other thread's memory; 0 if there is none yet. */
static int find(rings_t *r) {
  size_t to_slots;
  r->far_out = upc_stride_directory_find(r->thread, &to_slots);
  if (r->far_out == NULL) return 0;
  r->slots_out = (unsigned)to_slots;
  if (r->near) r->out = upc_stride_address((shared const void *)r->far_out);
  return 1;
}

/* A call has two tags, which stay below UPC_STRIDE_GRAPH_TAG. */
unsigned upc_stride_channel_tag(channel_t *c) { return c->calls++ % (UPC_STRIDE_GRAPH_TAG / 2); }

/* Where message `number` is in a ring: its slot, and its number and tag. */
static size_t slot_at(size_t to_slots, unsigned number) { return to_slots + number % slots * slot_bytes; }
static size_t line_at(unsigned number) { return (number - 1) % slots * line_distance; }

/* From a line to the address of a message that is handed over. The directory clears the heads of new rings, in whose
 * memory the program may have left anything; and the address must fit the line. Else this does not compile. */
enum { TO_ADDRESS = offsetof(slot_t, bytes) };
typedef char heads_are_cleared[sizeof(slot_t) <= UPC_STRIDE_RING_HEAD ? 1 : -1];
typedef char addresses_fit[TO_ADDRESS + sizeof(void *) <= SHORT_LINE ? 1 : -1];

/* A word in the caller's memory that the other thread writes. */
static unsigned read_word(const rings_t *r, size_t at) { return upc_stride_read_word(r->in + at, r->far_in + at); }

/* A word in the other thread's memory that only the caller writes. */
static void write_word(const rings_t *r, size_t at, unsigned value) {
  upc_stride_write_word(r->out != NULL ? r->out + at : NULL, r->far_out + at, value);
}

/* One that a message to a far thread is written to. */
static char *far_slot_for(size_t bytes) {
  if (sizeof(slot_t) + bytes > far_slot_bytes) {
    far_slot_bytes = sizeof(slot_t) + bytes;
    far_slot = upc_stride_resize(far_slot, far_slot_bytes, 1, "messages");
  }
  return far_slot + sizeof(slot_t);
}

char *upc_stride_channel_slot(channel_t *c, size_t bytes) {
  rings_t *r = c->rings;
  if (r->far_out == NULL && !find(r)) return NULL;
  if (r->sent - r->confirmed == slots) {
    unsigned taken = read_word(r, reports_at);
    if ((int)(taken - r->confirmed) > 0) {
      r->confirmed = taken;
      upc_stride_found_word(r->thread);
    }
    if (r->sent - r->confirmed == slots) return NULL;
  }
  return r->out != NULL ? r->out + slot_at(r->slots_out, r->sent + 1) + sizeof(slot_t) : far_slot_for(bytes);
}

/* A hint: this core will write the next slot, with a message of `bytes` bytes from byte `from` of the slot on. */
static void claim(const rings_t *r, size_t bytes, size_t from) {
  const char *slot = r->out + slot_at(r->slots_out, r->sent + 1);
  size_t at;
  for (at = from; at < sizeof(slot_t) + bytes; at += LINE) upc_stride_will_write(slot + at);
}

void upc_stride_channel_ahead(channel_t *c, size_t bytes) {
  rings_t *r = c->rings;
  if (!oversubscribed && r->out != NULL) claim(r, bytes, 0);
}

/* A hint: other cores may have the slot's lines from the second on. The receiver waits by reading the first line,
 * and has it as soon as it is written. It gets the others sooner from the shared cache than from this core's
 * cache. */
static void give_away(const slot_t *slot, size_t bytes) {
  size_t at;
  if (oversubscribed) return;
  for (at = LINE; at < sizeof *slot + bytes; at += LINE) upc_stride_has_written((const char *)slot + at);
}

/* What fits into a line goes there. */
static void send_far(rings_t *r, slot_t *slot, unsigned number) {
  const size_t line = line_at(number), bytes = sizeof *slot + slot->bytes;
  slot->number = slot->whole = number;
  if (upc_stride_hands_over())
    upc_stride_hand_message(r->far_out + line + TO_ADDRESS, r->far_out + line, (const char *)slot, bytes);
  else
    upc_stride_write_message(r->far_out + (bytes <= LINE ? line : slot_at(r->slots_out, number)), r->far_out + line,
                             (const char *)slot, bytes);
}

void upc_stride_channel_send(channel_t *c, unsigned tag, size_t bytes) {
  rings_t *r = c->rings;
  unsigned number = ++r->sent;
  size_t at = slot_at(r->slots_out, number);
  slot_t *slot = (slot_t *)(r->out != NULL ? r->out + at : far_slot);
  slot->tag = tag;
  slot->bytes = (unsigned)bytes;
  if (r->out != NULL) {
    write_word(r, at, number);
    give_away(slot, bytes);
    claim(r, bytes, LINE); /* not the first line, which the receiver may be reading */
  } else {
    send_far(r, slot, number);
  }
  if (r->sent - r->confirmed == slots - 1) upc_stride_will_read(r->in + reports_at); /* for the next slot */
}

/* Where the address of a message is that was handed over, null if messages lie in the ring. */
static const slot_t **handed_over(const rings_t *r, unsigned number) {
  if (r->near || !upc_stride_hands_over()) return NULL;
  return (const slot_t **)(r->in + line_at(number) + TO_ADDRESS);
}

/* One more message was taken. After each half of the ring, the sender is told how many there are. */
static void taken(rings_t *r) {
  const slot_t **message = handed_over(r, ++r->taken);
  if (message != NULL) upc_stride_give_back(*message);
  upc_stride_found_word(r->thread);
  if (r->taken - r->reported < slots / 2 || (r->far_out == NULL && !find(r))) return;
  upc_stride_count_word(r->out != NULL ? r->out + reports_at : NULL, r->far_out + reports_at, r->reported, r->taken);
  r->reported = r->taken;
}

/* Where the number and the tag of a message to the caller are. */
static size_t head_at(const rings_t *r, unsigned number) {
  return r->near ? slot_at(r->slots_in, number) : line_at(number);
}

/* The next message, and its tag; null: none is there. */
static const slot_t *arrived(const rings_t *r, unsigned *tag) {
  const unsigned number = r->taken + 1;
  const size_t at = head_at(r, number);
  const slot_t *head = (const slot_t *)(r->in + at), **message;
  if (read_word(r, at) != number) return NULL;
  *tag = head->tag;
  if ((message = handed_over(r, number)) != NULL) return *message;
  return r->near || head->whole == number ? head : (const slot_t *)(r->in + slot_at(r->slots_in, number));
}

/* ---- messages put aside: found in the same time however many there are ---- */

unsigned long upc_stride_looked_at;

/* The two tags of a call differ in their last bit. Most calls have messages of one of them. */
static bucket_t *bucket_of(const asides_t *A, unsigned tag) { return &A->bucket[tag / 2 & (A->buckets - 1)]; }

static void link_aside(const asides_t *A, aside_t *a) {
  bucket_t *b = bucket_of(A, a->tag);
  a->next = NULL;
  *b->end = a;
  b->end = &a->next;
}

static void double_buckets(asides_t *A) {
  bucket_t *old = A->bucket;
  unsigned i, n = A->buckets;
  aside_t *a, *next;
  A->buckets = n > 0 ? 2 * n : 8;
  A->bucket = upc_stride_alloc(A->buckets, sizeof *A->bucket, "messages");
  for (i = 0; i < A->buckets; i++) A->bucket[i].end = &A->bucket[i].first;
  for (i = 0; i < n; i++)
    for (a = old[i].first; a != NULL; a = next) {
      next = a->next;
      link_aside(A, a);
    }
  free(old);
}

static void put_aside(rings_t *r, const slot_t *slot, unsigned tag) {
  aside_t *a = upc_stride_alloc(sizeof *a + slot->bytes, 1, "messages");
  a->tag = tag;
  a->bytes = slot->bytes;
  memcpy(a + 1, slot + 1, slot->bytes);
  if (r->aside == NULL) r->aside = upc_stride_alloc(1, sizeof *r->aside, "messages");
  if (r->aside->count++ == r->aside->buckets) double_buckets(r->aside);
  link_aside(r->aside, a);
  taken(r);
}

/* The oldest one with the tag, or null. */
static aside_t *find_aside(const asides_t *A, unsigned tag) {
  aside_t *a = bucket_of(A, tag)->first;
  for (; a != NULL && a->tag != tag; a = a->next) upc_stride_looked_at++;
  return a;
}

static void drop_looked(asides_t *A) {
  aside_t *gone = A->looked;
  bucket_t *b = bucket_of(A, gone->tag);
  aside_t **link = &b->first;
  while (*link != gone) link = &(*link)->next;
  *link = gone->next;
  if (gone->next == NULL) b->end = link;
  A->count--;
  A->looked = NULL;
  free(gone);
}

static int was_put_aside(rings_t *r, unsigned tag) {
  asides_t *A = r->aside;
  return A != NULL && A->count > 0 && (A->looked = find_aside(A, tag)) != NULL;
}

const char *upc_stride_channel_look(channel_t *c, unsigned tag) {
  rings_t *r = c->rings;
  const slot_t *slot;
  unsigned has;
  if (was_put_aside(r, tag)) return (const char *)(r->aside->looked + 1);
  while ((slot = arrived(r, &has)) != NULL) {
    if (has == tag) return (const char *)(slot + 1);
    put_aside(r, slot, has);
  }
  return NULL;
}

const char *upc_stride_channel_next(channel_t *c, unsigned tag, size_t *bytes) {
  rings_t *r = c->rings;
  const slot_t *slot;
  unsigned has;
  if (was_put_aside(r, tag)) {
    *bytes = r->aside->looked->bytes;
    return (const char *)(r->aside->looked + 1);
  }
  slot = arrived(r, &has);
  if (slot == NULL || has != tag) return NULL;
  *bytes = slot->bytes;
  return (const char *)(slot + 1);
}

void upc_stride_channel_drop(channel_t *c) {
  rings_t *r = c->rings;
  if (r->aside != NULL && r->aside->looked != NULL) drop_looked(r->aside);
  else taken(r);
}

int upc_stride_channel_pass_over(channel_t *c, unsigned from, unsigned to, unsigned *tag) {
  rings_t *r = c->rings;
  const slot_t *slot;
  while ((slot = arrived(r, tag)) != NULL && (*tag < from || *tag >= to)) put_aside(r, slot, *tag);
  return slot != NULL;
}

void upc_stride_channel_absorb(channel_t *c) {
  unsigned none;
  upc_stride_channel_pass_over(c, 0, 0, &none);
}

/* The other thread has filled the ring if the last message that it may send, as far as it knows, has arrived. */
void upc_stride_channel_make_room(channel_t *c) {
  rings_t *r = c->rings;
  if (r != NULL && read_word(r, head_at(r, r->reported + slots)) == r->reported + slots)
    upc_stride_channel_absorb(c);
}
