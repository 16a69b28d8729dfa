/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Channels: rings of slots. Thread r keeps an area with, for every other thread s, the ring in which s writes to r,
 * and a word in which s says how many of r's messages it has taken:
 *
 *   area of r:  [ring from 0 | taken by 0] [ring from 1 | taken by 1] ..
 *
 * Message n (from 1) is in slot n mod slots, and is there when the slot's number is n. */
#include "channel.h"
#include "environment.h"
#include "near.h"
#include "wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef struct slot {
  unsigned number, tag, bytes, unused;
} slot_t;                                      /* the message's bytes follow */

enum { LINE = 64 };                            /* of the cache */

typedef shared [] char *area_t;

typedef struct aside {                         /* a message put aside */
  struct aside *next;
  unsigned tag;
} aside_t;

typedef struct peer {
  unsigned sent, taken;                        /* messages, each way                                         */
  unsigned seen;                               /* of those sent, known to be taken                           */
  unsigned told;                               /* of those taken, the other knows                            */
  unsigned calls;                              /* shared calls so far                                        */
  char *in;                                    /* its ring, and behind it its word, in my memory             */
  area_t far_in;                               /* the same as shared memory                                  */
  area_t far_out;                              /* my ring, and behind it my word, in its memory              */
  char *out;                                   /* the same by address, where it is near and we may           */
  aside_t *first, *last, *looked;              /* put aside; the one just looked at                          */
} peer_t;

static shared area_t areas[THREADS];           /* of each thread, valid once it is known */
static shared int nodes[THREADS];
static strict shared int known[THREADS];

static peer_t *peers;
static size_t slots, slot_bytes, pair_bytes, eager;
static int crowded;                            /* 1: more threads than cores */
static char *parcel;                           /* a message to a thread that is not near */

#ifdef __URT__ /* our own runtime sends data and the word that says it is there as one message */
extern void urt_put_signal(shared void *dst, const void *src, size_t bytes, shared void *signal, unsigned long value);
#endif

/* To far threads a message of 4 KB is dearer by little than one of none. To near ones two copies cost more than one, from
 * 512 bytes more than the answer that copying from the source needs; but who waits for an answer with more threads than
 * cores waits for a core. Where telling a sender that slots are free is a message, more slots make it a rare one; but not where
 * threads are only treated as far, for tests, which are to see rings that are full. */
static void sizes(void) {
  int all_near = upc_stride_all_near();
  crowded = THREADS > upc_stride_environment()->cores;
  slots = THREADS > 512 ? 4 : THREADS > 32 || all_near ? 8 : THREADS > 8 || upc_stride_environment()->near >= 0 ? 16 : 64;
  slot_bytes = THREADS > 512 ? 64 : THREADS > 32 ? 256 : !all_near ? 4160 : crowded ? 2048 : 512;
  eager = slot_bytes - sizeof(slot_t);
  if (upc_stride_environment()->eager < eager) eager = upc_stride_environment()->eager;
  pair_bytes = slots * slot_bytes + 64;
}

size_t upc_stride_eager(void) {
  if (eager == 0) sizes();
  return eager;
}

size_t upc_stride_channel_bytes(void) { return upc_stride_eager() * 0 + (size_t)THREADS * pair_bytes; }

static void *room_for(size_t bytes) {
  void *p = calloc(bytes, 1);
  if (p == NULL) {
    fprintf(stderr, "upc_stride: no memory for %zu bytes of channels\n", bytes);
    upc_global_exit(1);
  }
  return p;
}

void upc_stride_channel_open(void) {
  size_t bytes;
  area_t mine;
  int t;
  if (peers != NULL) return;
  bytes = upc_stride_channel_bytes();
  peers = room_for((size_t)THREADS * sizeof *peers);
  parcel = room_for(slot_bytes);
  mine = (area_t)upc_alloc(bytes + 64);
  if (mine == NULL) {
    fprintf(stderr, "upc_stride: no shared memory for %zu bytes of channels\n", bytes);
    upc_global_exit(1);
  }
  mine += (64 - (size_t)(char *)mine % 64) % 64;
  memset((char *)mine, 0, bytes);
  for (t = 0; t < THREADS; t++) {
    peers[t].far_in = mine + (size_t)t * pair_bytes;
    peers[t].in = (char *)peers[t].far_in;
  }
  areas[MYTHREAD] = mine;
  nodes[MYTHREAD] = upc_stride_my_node();
  known[MYTHREAD] = 1;
}

/* Learns where a thread's area is; 0 where it is not known yet. */
static int find(int thread) {
  peer_t *p = &peers[thread];
  if (!known[thread]) return 0;
  p->far_out = areas[thread] + (size_t)MYTHREAD * pair_bytes;
#ifdef __URT__ /* our own compiler has C's atomics, so that near rings may be written by address */
  if (upc_stride_near(thread)) p->out = upc_stride_address((shared const void *)p->far_out);
#endif
  return 1;
}

int upc_stride_node(int thread) {
  unsigned turn = 0;
  upc_stride_channel_open();
  while (!known[thread]) upc_stride_relax(turn++);
  return nodes[thread];
}

unsigned upc_stride_channel_tag(int thread) { return peers[thread].calls++; }

/* A word in my own memory that another thread writes. */
static unsigned read_word(const peer_t *p, size_t at) {
#ifdef __URT__
  return __atomic_load_n((unsigned *)(p->in + at), __ATOMIC_ACQUIRE);
#else
  return *(strict shared [] unsigned *)(p->far_in + at);
#endif
}

/* A word in the other thread's memory that only I write. */
static void write_word(const peer_t *p, size_t at, unsigned value) {
#ifdef __URT__ /* a release store is all the order a message needs */
  if (p->out != NULL) {
    __atomic_store_n((unsigned *)(p->out + at), value, __ATOMIC_RELEASE);
  } else {
    unsigned words[2] = {0, 0};
    unsigned long word;
    words[0] = value;
    memcpy(&word, words, sizeof word);
    urt_put_signal((shared void *)(p->far_out + at), NULL, 0, (shared void *)(p->far_out + at), word);
  }
#else
  *(strict shared [] unsigned *)(p->far_out + at) = value;
#endif
}

/* A message, from `parcel` to its slot: all but the number, which says that the rest is there, and then that. */
static void deliver(const peer_t *p, size_t at, size_t bytes) {
#ifdef __URT__
  size_t skip = sizeof(unsigned long); /* number and tag */
  unsigned long word;
  memcpy(&word, parcel, sizeof word);
  urt_put_signal((shared void *)(p->far_out + at + skip), parcel + skip, bytes - skip, (shared void *)(p->far_out + at), word);
#else
  size_t skip = sizeof(unsigned);
  upc_memput((shared void *)(p->far_out + at + skip), parcel + skip, bytes - skip);
  write_word(p, at, ((slot_t *)parcel)->number);
#endif
}

char *upc_stride_channel_room(int thread) {
  peer_t *p = &peers[thread];
  if (p->far_out == NULL && !find(thread)) return NULL;
  if (p->sent - p->seen == slots) {
    unsigned taken = read_word(p, slots * slot_bytes); /* from far, an older count may come after a newer one */
    if ((int)(taken - p->seen) > 0) p->seen = taken;
    if (p->sent - p->seen == slots) return NULL;
  }
  return (p->out != NULL ? p->out + (p->sent + 1) % slots * slot_bytes : parcel) + sizeof(slot_t);
}

/* The lines of a message of so many bytes in the next slot, from one of them on, may come to this core to be written. */
static void claim(const peer_t *p, size_t bytes, size_t from) {
#if defined __URT__ && defined __x86_64__
  const char *slot = p->out + (p->sent + 1) % slots * slot_bytes;
  size_t at;
  for (at = from; at < sizeof(slot_t) + bytes; at += LINE) __asm__ volatile("prefetchw %0" : : "m"(slot[at]));
#else
  (void)p, (void)bytes, (void)from;
#endif
}

void upc_stride_channel_ahead(int thread, size_t bytes) {
  if (!crowded && peers[thread].out != NULL) claim(&peers[thread], bytes, 0);
}

/* The receiver reads the first line again and again, and has it as soon as it is written. The lines behind it, which it reads
 * one after another then, it gets sooner from the cache in common than from another core's. (A processor that does not know
 * cldemote does nothing there.) */
static void give_away(const slot_t *slot, size_t bytes) {
#if defined __URT__ && defined __x86_64__
  size_t at;
  for (at = LINE; !crowded && at < sizeof *slot + bytes; at += LINE) __asm__ volatile("cldemote %0" : : "m"(((const char *)slot)[at]));
#else
  (void)slot, (void)bytes;
#endif
}

void upc_stride_channel_send(int thread, unsigned tag, size_t bytes) {
  peer_t *p = &peers[thread];
  unsigned number = ++p->sent;
  size_t at = number % slots * slot_bytes;
  slot_t *slot = (slot_t *)(p->out != NULL ? p->out + at : parcel);
  slot->tag = tag;
  slot->bytes = (unsigned)bytes;
  if (p->out != NULL) {
    write_word(p, at, number);
    give_away(slot, bytes);
    claim(p, bytes, LINE); /* of the next slot, which the receiver has from when it last read it; but it may look at the first */
  } else {
    slot->number = number;
    deliver(p, at, sizeof *slot + bytes);
  }
#ifdef __URT__
  if (p->sent - p->seen == slots - 1) __builtin_prefetch(p->in + slots * slot_bytes); /* `room` will ask soon */
#endif
}

/* One more taken; the sender is told in time, but not every time. */
static void taken(int thread) {
  peer_t *p = &peers[thread];
  p->taken++;
  if (p->taken - p->told < slots / 2 || (p->far_out == NULL && !find(thread))) return;
  write_word(p, slots * slot_bytes, p->taken);
  p->told = p->taken;
}

static const slot_t *arrived(peer_t *p) {
  size_t at = (p->taken + 1) % slots * slot_bytes;
  return read_word(p, at) == p->taken + 1 ? (const slot_t *)(p->in + at) : NULL;
}

static void put_aside(int thread, const slot_t *slot) {
  peer_t *p = &peers[thread];
  aside_t *a = room_for(sizeof *a + slot->bytes + 1);
  a->tag = slot->tag;
  memcpy(a + 1, slot + 1, slot->bytes);
  if (p->first == NULL) p->first = a;
  else p->last->next = a;
  p->last = a;
  taken(thread);
}

static aside_t *find_aside(const peer_t *p, unsigned tag) {
  aside_t *a;
  for (a = p->first; a != NULL && a->tag != tag; a = a->next) {}
  return a;
}

const char *upc_stride_channel_look(int thread, unsigned tag) {
  peer_t *p = &peers[thread];
  const slot_t *slot;
  if (p->first != NULL && (p->looked = find_aside(p, tag)) != NULL) return (const char *)p->looked + sizeof(aside_t);
  while ((slot = arrived(p)) != NULL) {
    if (slot->tag == tag) return (const char *)(slot + 1);
    put_aside(thread, slot);
  }
  return NULL;
}

void upc_stride_channel_drop(int thread) {
  peer_t *p = &peers[thread];
  aside_t *gone = p->looked, *before;
  if (gone == NULL) {
    taken(thread);
    return;
  }
  p->looked = NULL;
  if (p->first == gone) {
    p->first = gone->next;
  } else {
    for (before = p->first; before->next != gone; before = before->next) {}
    before->next = gone->next;
    if (p->last == gone) p->last = before;
  }
  free(gone);
}

void upc_stride_channel_absorb(int thread) {
  peer_t *p = &peers[thread];
  const slot_t *slot;
  while ((slot = arrived(p)) != NULL) put_aside(thread, slot);
}
