/* SPDX-License-Identifier: BSD-3-Clause
 * Far accesses that loops collect (urt_aggregate.h). For each owner there is one request that is being filled. A full
 * one is sent at once; urt_asked and urt_updated send all others together, so they take the time of one answer.
 *
 *   a request for reads     READS, then a word for each object: its offset, and its size in the high 16 bits
 *   its reply               the objects, one after the other
 *   a request for updates   UPDATES, then two words for each: offset and action, value
 *   its reply               nothing: the changes are made */
#include <string.h>
#include "core/core.h"

enum { READS, UPDATES, KINDS };
enum { WORD = sizeof(uint64_t), TOGETHER = 64 };

/* What is being collected for an owner. */
struct collected {
  uint64_t *words;                       /* the request */
  size_t used, reply_bytes;
  void **to;                             /* READS: where the objects go */
  char *reply;
  int listed;                            /* 1: in `owners` */
};

static struct {
  struct collected *of;                  /* by owner */
  int *owners, count;                    /* those with something to send, perhaps already sent */
} all[KINDS];

static size_t most;                      /* bytes of a request and of a reply */

int urt_any_far(void) {
  static int known, far;
  for (int t = 0; !known && !far && t < urt_threads; t++) far = !urt_is_near(urtk_at(t, 0));
  known = 1;
  return far;
}

/* ---- buffers of reads ahead ---- */

union buffer { union buffer *next; char objects[URT_AHEAD * 16]; };
static union buffer *free_buffers;

void *urt_buffer(void) {
  union buffer *b = free_buffers;
  if (!b) return urtk_memory(1, sizeof *b, "reads ahead");
  free_buffers = b->next;
  return b;
}

void urt_give_buffer(void *variable) {
  union buffer *b = *(union buffer **)variable;
  b->next = free_buffers;
  free_buffers = b;
}

/* ---- the owner ---- */

static uint64_t integer(unsigned operation, uint64_t old, uint64_t value) {
  switch (operation) {
    case URT_ADD: return old + value;
    case URT_SUB: return old - value;
    case URT_MULT: return old * value;
    case URT_AND: return old & value;
    case URT_OR: return old | value;
    case URT_XOR: return old ^ value;
    default: return value;
  }
}

static double floating(unsigned operation, double old, double value) {
  switch (operation) {
    case URT_ADD: return old + value;
    case URT_SUB: return old - value;
    case URT_MULT: return old * value;
    default: return value;
  }
}

/* Of two floats the sum and the product as doubles, rounded to float, are those of floats. */
static void update(char *at, unsigned action, uint64_t bits) {
  unsigned kind = action % URT_KINDS, operation = action / URT_KINDS;
  size_t bytes = kind == URT_FLOAT ? sizeof(float) : kind == URT_DOUBLE ? sizeof(double) : (size_t)1 << kind;
  uint64_t old = 0;
  float x, y;
  double a, b;
  memcpy(&old, at, bytes);
  if (kind == URT_FLOAT) {
    memcpy(&x, &old, sizeof x), memcpy(&y, &bits, sizeof y);
    x = (float)floating(operation, x, y);
    memcpy(at, &x, sizeof x);
  } else if (kind == URT_DOUBLE) {
    memcpy(&a, &old, sizeof a), memcpy(&b, &bits, sizeof b);
    a = floating(operation, a, b);
    memcpy(at, &a, sizeof a);
  } else {
    old = integer(operation, old, bits);
    memcpy(at, &old, bytes);
  }
}

static char *own(uint64_t word) { return urt_near(urtk_at(urt_mythread, word & (((uint64_t)1 << 48) - 1))); }

enum { PREFETCHED = 8 };                 /* updates: objects that are on their way from memory */

size_t urtk_answer(const void *request, size_t bytes, void *reply) {
  const uint64_t *word = request, *end = word + bytes / WORD;
  char *out = reply;
  if (*word++ == READS) {
    for (; word < end; word++) memcpy(out, own(*word), *word >> 48), out += *word >> 48;
  } else {
    for (; word < end; word += 2) {
      if (word + 2 * PREFETCHED < end) __builtin_prefetch(own(word[2 * PREFETCHED]), 1);
      update(own(word[0]), (unsigned)(word[0] >> 48), word[1]);
    }
  }
  return (size_t)(out - (char *)reply);
}

/* ---- the thread that collects ---- */

static void take(const struct collected *c) {
  const char *from = c->reply;
  for (size_t i = 1; i < c->used; i++) {
    size_t bytes = c->words[i] >> 48;
    memcpy(c->to[i], from, bytes);
    from += bytes;
  }
}

/* Sends what is collected for these owners. */
static void send_for(int kind, const int *owners, int count) {
  struct urtc_request requests[TOGETHER];
  for (int from = 0; from < count; from += TOGETHER) {
    int n = 0, to = count - from < TOGETHER ? count : from + TOGETHER;
    for (int i = from; i < to; i++) {
      struct collected *c = &all[kind].of[owners[i]];
      if (c->used > 1)
        requests[n++] = (struct urtc_request){owners[i], c->words, c->used * WORD, c->reply, c->reply_bytes};
    }
    if (n) urtc_request(requests, n);
    for (int i = 0; i < n; i++) {
      struct collected *c = &all[kind].of[requests[i].thread];
      if (kind == READS) take(c);
      c->used = 1, c->reply_bytes = 0;
    }
  }
}

static void send_all(int kind) {
  if (!all[kind].count) return;
  send_for(kind, all[kind].owners, all[kind].count);
  for (int i = 0; i < all[kind].count; i++) all[kind].of[all[kind].owners[i]].listed = 0;
  all[kind].count = 0;
}

static void begin(int kind) {
  all[kind].of = urtk_memory((size_t)urt_threads, sizeof *all[kind].of, "aggregation");
  all[kind].owners = urtk_memory((size_t)urt_threads, sizeof *all[kind].owners, "aggregation");
}

/* The request for this owner, with room for another `words` words and `reply_bytes` bytes of the reply. */
static struct collected *request_for(int kind, int owner, size_t words, size_t reply_bytes) {
  if (!all[kind].of) begin(kind);
  struct collected *c = &all[kind].of[owner];
  if (!c->words) {
    c->words = urtk_memory(1, most, "aggregation");
    c->words[0] = (uint64_t)kind;
    c->used = 1;
    if (kind == READS) c->to = urtk_memory(most / WORD, sizeof *c->to, "aggregation");
    c->reply = urtk_memory(1, most, "aggregation");
  }
  if ((c->used + words) * WORD > most || c->reply_bytes + reply_bytes > most) send_for(kind, &owner, 1);
  if (!c->listed) c->listed = 1, all[kind].owners[all[kind].count++] = owner;
  return c;
}

void urt_ask(void *to, urt_ptr_t from, urt_size_t bytes) {
  if (!most && !(most = urtc_request_most())) {
    urtc_get(to, from, bytes);
    return;
  }
  struct collected *c = request_for(READS, (int)from.thread, 1, bytes);
  c->words[c->used] = from.offset | (uint64_t)bytes << 48;
  c->to[c->used++] = to;
  c->reply_bytes += bytes;
}

void urt_asked(void) { send_all(READS); }

/* Without requests: a read and a write, as the program says. */
static void update_now(urt_ptr_t p, unsigned action, uint64_t bits) {
  unsigned kind = action % URT_KINDS;
  size_t bytes = kind == URT_FLOAT ? sizeof(float) : kind == URT_DOUBLE ? sizeof(double) : (size_t)1 << kind;
  uint64_t value = 0;
  if (action / URT_KINDS != URT_SET) urtc_get(&value, p, bytes);
  update((char *)&value, action, bits);
  urtc_put(p, &value, bytes);
}

void urt_update_far(urt_ptr_t p, unsigned action, unsigned long bits) {
  if (!most && !(most = urtc_request_most())) {
    update_now(p, action, bits);
    return;
  }
  struct collected *c = request_for(UPDATES, (int)p.thread, 2, 0);
  c->words[c->used++] = p.offset | (uint64_t)action << 48;
  c->words[c->used++] = bits;
}

void urt_updated(void) { send_all(UPDATES); }
