/* SPDX-License-Identifier: BSD-3-Clause
 * Far accesses that are made together, for loops (urt_far.h) and for upc_stride_fetch. For each owner there is one
 * request that is being filled. Full requests for reads wait until there are FULL_READS. urt_asked and urt_loop_ends
 * send all there are. What is sent together takes the time of one answer.
 *
 *   a request for reads     READS, then a word for each object: its offset, and its size in the high 16 bits
 *   its reply               the objects, one after the other
 *   a request for updates   UPDATES, then two words for each: offset and action, value; for values that are set side
 *                           by side: offset and RUN, how many bytes, the bytes
 *   its reply               nothing: the changes are made
 *   a library's request     OF_LIBRARY, then what the library has put there (urt_signals.h) */
#include <stdlib.h>
#include <string.h>
#include "core/core.h"
#include "core/value.h"
#include "urt_signals.h"

enum { READS, UPDATES, KINDS, OF_LIBRARY = KINDS };
enum { WORD = sizeof(uint64_t), RUN = 7 * URT_KINDS };
static const uint64_t OFFSET = ((uint64_t)1 << 48) - 1; /* of a word */

struct request {
  int owner;
  struct request *next;                  /* in its bucket */
  size_t room;                           /* bytes that there is memory for: of words, and of the reply */
  uint64_t *words;
  size_t used, reply_bytes;
  void **to;                             /* READS: where the objects go */
  size_t set, set_end;                   /* UPDATES: the last one if it sets a value, or 0; the offset behind it */
  char *reply;
};

/* A table of all threads would be most of what one of thousands has. */
static struct requests {
  struct request **bucket;               /* by the last bits of the owner: those that are being filled; or null */
  struct request **list;                 /* all that were ever made; the first `count` are in use */
  int count, made, capacity;             /* capacity: of the list; there are as many buckets, a power of two */
  int full;                              /* READS: of these, so many are full */
} all[KINDS];

static size_t most;                      /* bytes of a request and of a reply */
static int tracked;                      /* 1: the loop may write what it reads ahead */

static struct request **bucket_of(const struct requests *a, int owner) { return &a->bucket[owner & (a->capacity - 1)]; }

/* The request for this owner that is being filled, or null. */
static inline struct request *filled(int kind, int owner) {
  const struct requests *a = &all[kind];
  struct request *r = a->bucket ? *bucket_of(a, owner) : NULL;
  while (r && r->owner != owner) r = r->next;
  return r;
}

int urt_any_far(void) {
  static int known, far;
  for (int t = 0; !known && !far && t < urt_threads; t++) far = !urt_is_near(urtk_at(t, 0));
  known = 1;
  return far;
}

/* ---- the owner ---- */

static size_t bytes_of(unsigned kind) {
  return kind == URT_FLOAT ? sizeof(float) : kind == URT_DOUBLE ? sizeof(double) : (size_t)1 << kind;
}

static void update(char *at, unsigned action, uint64_t value) {
  static const unsigned char changes[] = {[URT_SET] = URTK_SET, [URT_ADD] = URTK_ADD, [URT_SUB] = URTK_SUB,
                                          [URT_MULT] = URTK_MULT, [URT_AND] = URTK_AND, [URT_OR] = URTK_OR,
                                          [URT_XOR] = URTK_XOR};
  unsigned kind = action % URT_KINDS;
  size_t bytes = bytes_of(kind);
  uint64_t old = 0;
  memcpy(&old, at, bytes);
  urtk_changed(kind == URT_FLOAT ? URTK_F : kind == URT_DOUBLE ? URTK_D : URTK_U64, changes[action / URT_KINDS], old,
               value, 0, &old);
  memcpy(at, &old, bytes);
}

static char *place(int owner, uint64_t word) { return urt_near(urtk_at(owner, word & OFFSET)); }

enum { PREFETCHED = 8 };                 /* updates: objects on their way from memory; 8 to 32 are as fast */

/* A call of memcpy takes longer than the copy. */
static inline void copy(void *to, const void *from, size_t bytes) {
  if (bytes == 8) memcpy(to, from, 8);
  else if (bytes == 4) memcpy(to, from, 4);
  else memcpy(to, from, bytes);
}

size_t urtk_answer(int owner, const void *request, size_t bytes, void *reply) {
  const uint64_t *word = request, *end = word + bytes / WORD;
  char *out = reply;
  if (*word == OF_LIBRARY) return urt_serve_library(urt_near(urtk_at(owner, 0)), request, bytes, reply);
  if (*word++ == READS) {
    for (; word < end; word++) {
      size_t size = *word >> 48;
      const char *from = place(owner, *word);
      if (urt_copies(out, from, size)) copy(out, from, size);
      out += size;
    }
  } else {
    for (; word < end; word += 2) {
      char *at = place(owner, word[0]);
      if (word[0] >> 48 == RUN) {
        if (urt_copies(at, word + 2, word[1])) memcpy(at, word + 2, word[1]);
        word += (word[1] + WORD - 1) / WORD;
        continue;
      }
      if (word + 2 * PREFETCHED < end) __builtin_prefetch(place(owner, word[2 * PREFETCHED]), 1);
      if (urt_copies(at, at, 1)) update(at, (unsigned)(word[0] >> 48), word[1]);
    }
  }
  return (size_t)(out - (char *)reply);
}

/* ---- the thread that collects ---- */

static void take(const struct request *r) {
  const char *from = r->reply;
  for (size_t i = 1; i < r->used; i++) {
    size_t bytes = r->words[i] >> 48;
    copy(r->to[i], from, bytes);
    from += bytes;
  }
}

static void start(int owner, void *request, size_t bytes, void *reply, size_t reply_bytes) {
  urtc_start_request(&(struct urtc_request){owner, request, bytes, reply, reply_bytes});
}

/* Sends requests, which then are empty. */
static void send_some(int kind, struct request *const *list, int count) {
  for (int i = 0; i < count; i++) {
    const struct request *r = list[i];
    if (r->used > 1) start(r->owner, r->words, r->used * WORD, r->reply, r->reply_bytes);
  }
  urtc_end_requests();
  for (int i = 0; i < count; i++) {
    if (kind == READS) take(list[i]);
    list[i]->used = 1, list[i]->reply_bytes = list[i]->set = 0;
  }
}

static void send_all(int kind) {
  struct requests *a = &all[kind];
  if (a->count) send_some(kind, a->list, a->count);
  for (int i = 0; i < a->count; i++) *bucket_of(a, a->list[i]->owner) = NULL;
  a->count = a->full = 0;
}

enum { FIRST_ROOM = 128 };               /* bytes: a thread with many owners has few words for each */

/* 1: the request has memory for so many words and bytes of its reply. 0: it may not have as many. */
static int grow(struct request *r, int kind, size_t words, size_t reply_bytes) {
  size_t bytes = words * WORD > reply_bytes ? words * WORD : reply_bytes, room = r->room ? r->room : FIRST_ROOM;
  if (bytes > most) return 0;
  while (room < bytes) room *= 2;
  if (room > most) room = most;
  if (room == r->room) return 1;
  r->room = room;
  r->words = urtk_larger(r->words, 1, room, "aggregation");
  if (kind == READS) r->to = urtk_larger(r->to, room / WORD, sizeof *r->to, "aggregation");
  if (kind == READS) r->reply = urtk_larger(r->reply, 1, room, "aggregation");
  return 1;
}

static struct request *make_request(int kind) {
  struct request *r = urtk_memory(1, sizeof *r, "aggregation");
  grow(r, kind, 1, 0);
  r->words[0] = (uint64_t)kind;
  r->used = 1;
  return r;
}

static void put_in_bucket(struct requests *a, struct request *r) {
  r->next = *bucket_of(a, r->owner);
  *bucket_of(a, r->owner) = r;
}

static void more_requests(struct requests *a) {
  a->capacity = a->capacity ? 2 * a->capacity : 8;
  a->list = urtk_larger(a->list, (size_t)a->capacity, sizeof *a->list, "aggregation");
  free(a->bucket);
  a->bucket = urtk_memory((size_t)a->capacity, sizeof *a->bucket, "aggregation");
  for (int i = 0; i < a->count; i++) put_in_bucket(a, a->list[i]);
}

static struct request *new_request(int kind, int owner) {
  struct requests *a = &all[kind];
  if (a->count == a->capacity) more_requests(a);
  if (a->count == a->made) a->list[a->made++] = make_request(kind);
  struct request *r = a->list[a->count++];
  r->owner = owner;
  put_in_bucket(a, r);
  return r;
}

enum { FULL_READS = 16 };                /* at most: more take memory, and MPI has no more under way */

/* A full request for updates is sent alone: of two that are under way to one owner one might overtake the other. Reads
 * of all owners are asked for together, behind updates of what may be read. */
static struct request *room_for(int kind, int owner, size_t words, size_t reply_bytes) {
  struct requests *a = &all[kind];
  struct request *r = filled(kind, owner);
  if (r && grow(r, kind, r->used + words, r->reply_bytes + reply_bytes)) return r;
  if (r && kind == UPDATES) {
    send_some(kind, &r, 1);
  } else {
    if (r && ++a->full == FULL_READS) {
      if (tracked) send_all(UPDATES);
      send_all(READS);
    }
    r = new_request(kind, owner);
  }
  grow(r, kind, r->used + words, reply_bytes);
  return r;
}

/* The request for this owner, with room for another `words` words and `reply_bytes` bytes of the reply. */
static inline struct request *request_for(int kind, int owner, size_t words, size_t reply_bytes) {
  struct request *r = filled(kind, owner);
  if (r && (r->used + words) * WORD <= r->room && r->reply_bytes + reply_bytes <= r->room) return r;
  return room_for(kind, owner, words, reply_bytes);
}

static int has_requests(void) { return most || (most = urtc_request_most()); }

/* ---- requests of the library ---- */

unsigned long (*urt_serve_library)(char *memory, const void *request, unsigned long bytes, void *reply);

unsigned long urt_request_front(void) { return URTC_REQUEST_FRONT; }
unsigned long urt_request_most(void) { return urtc_request_most(); }
unsigned long urt_request_longest(void) { return urtc_request_longest(); }
unsigned long urt_reply_longest(void) { return urtc_reply_longest(); }

void urt_request(int thread, void *request, unsigned long bytes, void *reply, unsigned long reply_bytes) {
  *(uint64_t *)request = OF_LIBRARY;
  start(thread, request, bytes, reply, reply_bytes);
}

void urt_answered(void) { urtc_end_requests(); }

/* ---- what a loop may assume (URT_CHECKS) ---- */

#ifdef URT_CHECKS
/* No update is kept back of these bytes. */
static void check_apart(urt_ptr_t p, size_t bytes) {
  const struct request *r = filled(UPDATES, (int)p.thread);
  for (size_t i = 1; r && i < r->used; i += 2) {
    uint64_t from = r->words[i] & OFFSET, run = r->words[i] >> 48 == RUN ? r->words[i + 1] : 0;
    uint64_t length = run ? run : bytes_of((unsigned)(r->words[i] >> 48) % URT_KINDS);
    if (p.offset < from + length && from < p.offset + bytes)
      urt_fatal("a loop reads %zu bytes at offset %lu of thread %d, and keeps an update of them back: a defect of upcc",
                bytes, (unsigned long)p.offset, (int)p.thread);
    i += (run + WORD - 1) / WORD;
  }
}

void urt_other_taken(urt_ptr_t p, unsigned site, long number) {
  urt_fatal("a loop takes value %ld of site %u for the object at offset %lu of thread %d, which was asked for under "
            "another name: a defect of upcc", number, site, (unsigned long)p.offset, (int)p.thread);
}

void urt_compare(urt_ptr_t p, const void *taken, unsigned bytes, const char *line) {
  char now[16];
  if (urt_is_near(p)) memcpy(now, urt_near(p), bytes);
  else urt_get_far(now, p, bytes);
  if (memcmp(taken, now, bytes))
    urt_fatal("%s takes %u bytes at offset %lu of thread %d as they were before they were written: a defect of upcc, "
              "if no other thread writes them now", line, bytes, (unsigned long)p.offset, (int)p.thread);
}

static void name_pieces(unsigned site, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, long count) {
  for (long i = 0; i < count; i++) {
    urt_ptr_t q = urt_add(p, n + i, elem, block);
    urt_sites[site].asked[i] = urt_place_name(q);
  }
}
/* What a loop says of its reads, one around it that has asked for them has said before. */
static void check_tracked(int tracks) {
  if (tracks && !tracked)
    urt_fatal("a loop may write what it reads ahead, and the loop around it has not said so: a defect of upcc");
}
#else
#define check_apart(p, bytes) ((void)0)
#define check_tracked(tracks) ((void)0)
#define name_pieces(site, p, n, elem, block, count) ((void)0)
#endif

/* ---- what a loop may write that it reads ahead ---- */

/* The words of 8 bytes that were asked for since the loop began, or since there was no room for more. This is a hash
 * table. An entry has the place of a word in the shared space, and the number of the strip. */
enum { PLACES = 1 << 16, STRIPS = 1 << 10 };
static uint64_t *places;
static unsigned strip;
static int remembered;                   /* how many words */

static void track(int tracks) {
  tracked = tracks, remembered = 0;
  if (!tracks) return;
  if (!places) places = urtk_memory(PLACES, sizeof *places, "reads ahead");
  if (++strip % STRIPS == 0) memset(places, 0, PLACES * sizeof *places), strip++;
}

/* The entry of this word, or the free one where it would stand. `word` leaves 16 bits for the thread. Where there are
 * more than 2^16 threads, each has little memory, so bits 28 and up of `word` are free for the rest. If two words had
 * one value all the same, that would only cost time (writes). */
static uint64_t *entry(int thread, uint64_t word, uint64_t *value) {
  *value = ((word ^ (uint64_t)(thread >> 16) << 28) << 16 | (thread & 0xffff)) << 10 | strip % STRIPS;
  uint64_t at = (*value * 0x9e3779b97f4a7c15u) >> 48;
  while (places[at] % STRIPS == strip % STRIPS && places[at] != *value) at = (at + 1) % PLACES;
  return &places[at];
}

static void remember(urt_ptr_t p, size_t bytes) {
  for (uint64_t word = p.offset / 8; word <= (p.offset + bytes - 1) / 8; word++) {
    uint64_t value, *e = entry((int)p.thread, word, &value);
    *e = value, remembered++;
  }
}

static int was_remembered(urt_ptr_t p, size_t bytes) {
  for (uint64_t word = p.offset / 8; word <= (p.offset + bytes - 1) / 8; word++) {
    uint64_t value;
    if (*entry((int)p.thread, word, &value) == value) return 1;
  }
  return 0;
}

/* ---- reads ahead ---- */

static const long NOBODY = -__LONG_MAX__ - 1; /* a name that no object has */
__attribute__((common)) urt_site_t urt_sites[URT_SITES]; /* behind all other variables: see base/large.h */

/* The loop counts by itself what it has taken, so all names go. */
static void drop(unsigned sites) {
  for (int i = 0; i < URT_SITES; i++) {
    urt_site_t *s = &urt_sites[i];
    if (!(sites >> i & 1) || (!s->count && !s->taken)) continue; /* not written, it takes no memory */
    for (int n = 0; n < s->count; n++) s->names[n] = NOBODY;
    s->count = s->taken = 0;
  }
}

static int asker, whole;                 /* the level that asked last; 1: for whole rounds */

static void begin_names(unsigned sites) {
  for (int i = 0; i < URT_SITES; i++)
    if (sites >> i & 1 && !urt_sites[i].count) urt_sites[i].names[0] = NOBODY;
}

int urt_strip_begins(unsigned sites, int level, int tracks) {
  int most_left = 0;
  begin_names(sites);
  for (int i = 0; i < URT_SITES && asker < level; i++) {
    int left = sites >> i & 1 ? urt_sites[i].count - urt_sites[i].taken : 0;
    if (left > most_left) most_left = left;
  }
  if (most_left) return whole ? -1 : most_left;
  if (level > 0) check_tracked(tracks);
  if (level == 0 || remembered > PLACES / 2) drop(~0u), track(level == 0 ? tracks : tracked);
  drop(sites);
  asker = level;
  return 0;
}

static inline void ask(void *to, urt_ptr_t p, size_t bytes) {
  if (!tracked) check_apart(p, bytes);
  if (!has_requests() || bytes > most) {
    urtc_get(to, p, bytes);
    return;
  }
  struct request *r = request_for(READS, (int)p.thread, 1, bytes);
  r->words[r->used] = p.offset | (uint64_t)bytes << 48;
  r->to[r->used++] = to;
  r->reply_bytes += bytes;
}

void urt_ask(urt_ptr_t p, unsigned site, int number, unsigned bytes) {
  urt_site_t *s = &urt_sites[site];
  void *to = s->at[number] = s->values + (size_t)number * bytes;
  if (tracked) remember(p, bytes);
  ask(to, p, bytes);
}

/* Behind rounds that have pieces come those up to `end`, with round 0's element here. */
static void add_piece(urt_site_t *s, int *pieces, void *start, long end) {
  if (!*pieces || s->at[*pieces - 1] != start) s->at[(*pieces)++] = start;
  s->ends[*pieces - 1] = (int)end;
}

void urt_ask_pieces(unsigned site, urt_ptr_t p, long n, urt_size_t elem, urt_size_t block, long count, int decide) {
  urt_site_t *s = &urt_sites[site];
  int pieces = 0;
  name_pieces(site, p, n, elem, block, count);
  for (long round = 0, run; round < count; round += run) {
    urt_ptr_t q = urt_add(p, n + round, elem, block);
    run = urt_run(count - round, q, 1, (long)block);
    int copied = decide || !urt_is_near(q);
    char *start = copied ? s->values : (char *)urt_near(q) - (urt_size_t)round * elem;
    if (copied) urt_ask_bytes(s->values + (urt_size_t)round * elem, q, (urt_size_t)run * elem);
    add_piece(s, &pieces, start, round + run);
  }
  s->taken = 0;
}

void urt_ask_bytes(void *to, urt_ptr_t p, urt_size_t bytes) {
  if (urt_is_near(p)) urt_get_bytes(to, p, bytes);
  else ask(to, p, bytes);
}

void urt_get_asked(void) { send_all(READS); }

void urt_site_asked(unsigned site, int count) {
  urt_sites[site].count = count;
  urt_sites[site].names[count] = NOBODY;
}

void urt_asked(int whole_rounds) {
  whole = whole_rounds;
  if (tracked) send_all(UPDATES);
  urt_get_asked();
}

void urt_get_far(void *dst, urt_ptr_t src, urt_size_t bytes) {
  send_all(UPDATES);
  urtc_get(dst, src, bytes);
}

void *urt_read_unasked(urt_ptr_t p, void *buffer, unsigned bytes, int apart) {
  if (urt_is_near(p)) return urt_near(p);
  if (apart) check_apart(p, bytes);
  if (apart) urtc_get(buffer, p, bytes);
  else urt_get_far(buffer, p, bytes);
  return buffer;
}

/* ---- updates ---- */

/* Objects that were asked for: the thread is about to write to this one. */
static void writes(urt_ptr_t p, size_t bytes) {
  if (tracked && was_remembered(p, bytes)) drop(~0u);
}

void urt_put_far(urt_ptr_t dst, const void *src, urt_size_t bytes) {
  send_all(UPDATES);
  writes(dst, bytes);
  urtc_put(dst, src, bytes);
}

/* Without requests: a read and a write, as the program says. */
static void update_now(urt_ptr_t p, unsigned action, uint64_t bits) {
  size_t bytes = bytes_of(action % URT_KINDS);
  uint64_t value = 0;
  if (action / URT_KINDS != URT_SET) urtc_get(&value, p, bytes);
  update((char *)&value, action, bits);
  urtc_put(p, &value, bytes);
}

/* The value lies behind what was set last. If that is one value, both become a run; if it is a run, it gets longer. */
static void set_behind(struct request *r, uint64_t bits, size_t bytes) {
  uint64_t *head = &r->words[r->set];
  size_t had = head[1];                  /* bytes of the run */
  if (head[0] >> 48 != RUN) {
    had = bytes_of((unsigned)(head[0] >> 48) % URT_KINDS);
    head[2] = head[1];
    head[0] = (head[0] & OFFSET) | (uint64_t)RUN << 48;
  }
  memcpy((char *)(head + 2) + had, &bits, bytes);
  head[1] = had + bytes;
  r->used = r->set + 2 + (head[1] + WORD - 1) / WORD;
}

void urt_update_far(urt_ptr_t p, unsigned action, unsigned long bits) {
  size_t bytes = bytes_of(action % URT_KINDS);
  writes(p, bytes);
  if (!has_requests()) {
    update_now(p, action, bits);
    return;
  }
  struct request *r = request_for(UPDATES, (int)p.thread, 2, 0);
  int sets = action / URT_KINDS == URT_SET;
  if (sets && r->set && r->set_end == p.offset) {
    set_behind(r, bits, bytes);
  } else {
    r->set = sets ? r->used : 0;
    r->words[r->used++] = p.offset | (uint64_t)action << 48;
    r->words[r->used++] = bits;
  }
  r->set_end = p.offset + bytes;
}

void urt_loop_ends(void) {
  send_all(UPDATES);
  tracked = 0;
}
