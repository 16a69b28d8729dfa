/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: streams (conduit.h). A stream that fits into a medium message is sent at once. If its receiver has not come,
 * it is put aside there. A thread may send a few of these to another before that one has taken the first.
 *
 * Of a longer stream the receiver says by a short message where the bytes belong. Then the sender sends them there in
 * long messages, each of the largest size. Such a stream takes half a round trip longer than its bytes, or no longer if
 * the receiver came first. A short stream beyond those few goes the same way, once its sender has asked for it: it must
 * not wait for the others, which the receiver may take later than this one. A thread may have several streams under
 * way, and all go on whenever it waits. */
#include <stdlib.h>
#include <string.h>
#include "conduits/gasnet/message.h"

#ifdef URTC_HAS_STREAMS

enum {
  LEAST = 4096,                   /* bytes: what is not longer goes faster with a signal */
  AHEAD = 4                       /* whole streams to a thread that it has not taken */
};

/* One end of a stream: a handle is its address. Of one that was put aside, the bytes follow. */
struct stream {
  struct stream *next;            /* of those waiting, oldest first, or free */
  int thread;                     /* at the other end */
  unsigned tag, number;
  char *place;                    /* what is to be sent; or, announced, where it belongs in the receiver's addresses */
  size_t left;                    /* bytes */
  uint64_t peer;                  /* the receiver's end of it, as it says */
};

struct list { struct stream *first, **last; };

static struct list sending = {NULL, &sending.first}, announced = {NULL, &announced.first};
/* Whole streams; of those that are asked for, their senders wait to be told where the bytes belong. */
static struct list receiving = {NULL, &receiving.first}, aside = {NULL, &aside.first}, asked = {NULL, &asked.first};
static unsigned *untaken;                                /* whole streams to each thread; null: none so far */
/* messages may be served by a thread of GASNet's own */
static gex_HSL_t announcing = GEX_HSL_INITIALIZER, arriving = GEX_HSL_INITIALIZER;

/* bytes of streams that have come, or have been sent; relaxed: only whether it changes matters */
static uint64_t moved;

uint64_t urtc_moved(int thread) { return (void)thread, __atomic_load_n(&moved, __ATOMIC_RELAXED); }

static struct stream *new_stream(int thread, unsigned tag, unsigned number, char *place, size_t bytes) {
  struct stream *s = urtk_memory(1, sizeof *s, "a stream");
  *s = (struct stream){NULL, thread, tag, number, place, bytes, 0};
  return s;
}

static void append(struct list *list, struct stream *s) {
  *list->last = s;
  list->last = &s->next;
}

/* Takes the stream at *link out. */
static struct stream *taken(struct list *list, struct stream **link) {
  struct stream *s = *link;
  if (list->last == &s->next) list->last = link;
  *link = s->next;
  return s;
}

static int same(const struct stream *a, const struct stream *b) {
  return a->thread == b->thread && a->tag == b->tag && a->number == b->number;
}

/* Takes out the stream whose other end is `s`; null if it is not there. */
static struct stream *take(struct list *list, const struct stream *s) {
  struct stream **link = &list->first;
  while (*link && !same(*link, s)) link = &(*link)->next;
  return *link ? taken(list, link) : NULL;
}

/* The announced stream whose other end is `s`, or null. */
static struct stream *find_announced(const struct stream *s) {
  if (!__atomic_load_n(&announced.first, __ATOMIC_ACQUIRE)) return NULL;
  gex_HSL_Lock(&announcing);
  struct stream *found = take(&announced, s);
  gex_HSL_Unlock(&announcing);
  return found;
}

/* ---- streams that are one message ---- */
static int is_whole(size_t bytes) { return bytes <= urtc_carries_whole(); }

/* 0: the thread has taken too few of those that were sent before. */
static int send_whole(const struct stream *s) {
  if (__atomic_load_n(&untaken[s->thread], __ATOMIC_ACQUIRE) == AHEAD) return 0;
  __atomic_add_fetch(&untaken[s->thread], 1, __ATOMIC_RELAXED); /* only this thread counts up */
  urtc_send_whole(s->thread, s->tag, s->number, s->place, s->left);
  return 1;
}

void urtc_stream_taken(int thread) { __atomic_sub_fetch(&untaken[thread], 1, __ATOMIC_RELEASE); }

int urtc_stream_whole(int thread, unsigned tag, unsigned number, const void *data, size_t bytes) {
  struct stream key = {NULL, thread, tag, number, NULL, bytes, 0};
  gex_HSL_Lock(&arriving);
  struct stream *s = take(&receiving, &key);
  if (!s) {
    struct stream *kept = urtk_memory(1, sizeof *kept + bytes, "a stream that came early");
    *kept = key;
    memcpy(kept + 1, data, bytes);
    append(&aside, kept);
  }
  gex_HSL_Unlock(&arriving);
  if (!s) return 0;
  memcpy(s->place, data, bytes);
  __atomic_store_n(&s->left, 0, __ATOMIC_RELEASE);
  return 1;
}

/* 1: `s` had arrived. */
static int receive_whole(struct stream *s) {
  gex_HSL_Lock(&arriving);
  struct stream *early = take(&aside, s);
  if (!early) append(&receiving, s);
  gex_HSL_Unlock(&arriving);
  if (!early) return 0;
  memcpy(s->place, early + 1, s->left);
  free(early);
  urtc_tell_taken(s->thread);
  return 1;
}

void urtc_stream_asked(int thread, unsigned tag, unsigned number) {
  gex_HSL_Lock(&arriving);
  append(&asked, new_stream(thread, tag, number, NULL, 0));
  gex_HSL_Unlock(&arriving);
}

/* A stream that was asked for and whose receiver has come, as its receiver's end; null if there is none. */
static struct stream *next_answer(void) {
  struct stream *receiver = NULL;
  gex_HSL_Lock(&arriving);
  for (struct stream **link = &asked.first; *link && !receiver;) {
    receiver = take(&receiving, *link);
    if (receiver) free(taken(&asked, link));
    else link = &(*link)->next;
  }
  gex_HSL_Unlock(&arriving);
  return receiver;
}

static void answer(void) {
  struct stream *s;
  while (__atomic_load_n(&asked.first, __ATOMIC_ACQUIRE) && (s = next_answer()))
    urtc_announce(s->thread, s->tag, s->number, s->place, (uint64_t)(uintptr_t)s);
}

void urtc_stream_announced(int thread, unsigned tag, unsigned number, char *place, uint64_t peer) {
  struct stream *s = new_stream(thread, tag, number, place, 0);
  s->peer = peer;
  gex_HSL_Lock(&announcing);
  append(&announced, s);
  gex_HSL_Unlock(&announcing);
}

void urtc_stream_arrived(uint64_t stream, size_t bytes) {
  struct stream *s = (struct stream *)(uintptr_t)stream;
  __atomic_add_fetch(&moved, bytes, __ATOMIC_RELAXED);
  __atomic_sub_fetch(&s->left, bytes, __ATOMIC_RELEASE);
}

/* All of it, once it is known where to: `left` is 0 when the sender may change the bytes. */
static int send_now(struct stream *s) {
  struct stream *to = find_announced(s);
  if (!to) return 0;
  for (size_t most = urtc_carries(s->thread), n; s->left; s->left -= n, s->place += n, to->place += n) {
    n = s->left < most ? s->left : most;
    urtc_send_piece(s->thread, to->place, s->place, n, to->peer);
    __atomic_add_fetch(&moved, n, __ATOMIC_RELAXED);
  }
  free(to);
  return 1;
}

void urtc_push_streams(void) {
  static int pushing;             /* GASNet may serve others, and they call this, while it sends */
  if (((!sending.first || !announced.first) && !asked.first) || pushing) return;
  pushing = 1;
  answer();
  for (struct stream **link = &sending.first; *link;)
    if (send_now(*link)) taken(&sending, link);
    else link = &(*link)->next;
  pushing = 0;
}

int urtc_streams(int thread, size_t bytes) { return bytes > LEAST && !urt_is_near(urtk_at(thread, 0)); }

urtc_handle_t urtc_send(int thread, unsigned tag, unsigned number, const void *src, size_t bytes) {
  struct stream *s = new_stream(thread, tag, number, (char *)src, bytes);
  if (is_whole(bytes)) {
    if (!untaken) untaken = urtk_memory((size_t)urt_threads, sizeof *untaken, "streams that were not taken");
    if (send_whole(s)) return free(s), 0;
    urtc_ask(thread, tag, number);
  }
  append(&sending, s);
  urtc_push_streams();
  return (urtc_handle_t)s;
}

urtc_handle_t urtc_receive(void *dst, int thread, unsigned tag, unsigned number, size_t bytes) {
  struct stream *s = new_stream(thread, tag, number, dst, bytes);
  if (is_whole(bytes)) return receive_whole(s) ? free(s), 0 : (urtc_handle_t)s;
  urtc_announce(thread, tag, number, dst, (uint64_t)(uintptr_t)s);
  return (urtc_handle_t)s;
}

int urtc_streamed(urtc_handle_t *handle) {
  struct stream *s = (struct stream *)*handle;
  if (!s) return 1;
  urtc_push_streams();
  if (__atomic_load_n(&s->left, __ATOMIC_ACQUIRE)) return 0;
  free(s);
  *handle = 0;
  return 1;
}

#else
void urtc_push_streams(void) {}
void urtc_stream_announced(int thread, unsigned tag, unsigned number, char *place, uint64_t peer) {
  (void)thread, (void)tag, (void)number, (void)place, (void)peer;
}
void urtc_stream_arrived(uint64_t stream, size_t bytes) { (void)stream, (void)bytes; }
void urtc_stream_asked(int thread, unsigned tag, unsigned number) { (void)thread, (void)tag, (void)number; }
int urtc_stream_whole(int thread, unsigned tag, unsigned number, const void *data, size_t bytes) {
  return (void)thread, (void)tag, (void)number, (void)data, (void)bytes, 0;
}
void urtc_stream_taken(int thread) { (void)thread; }
#endif
