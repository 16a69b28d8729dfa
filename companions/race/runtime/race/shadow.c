/* SPDX-License-Identifier: BSD-3-Clause
 * The last accesses to each 8 bytes, and what a new one means for them. See race.h.
 *
 * A new access of the thread with the clock `now` meets an older one to the same bytes:
 *   with a number up to now[its thread]             it has happened before
 *   else, of the same thread, or the same helper    it goes on with it; what a thread does while its helper goes on may
 *                                                   be a race: the thread has not waited for what it has begun
 *   else, unless both read or both are atomic in one way   a race
 * It replaces the older one if it has happened after it, and conflicts with all that the older one conflicts with. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "race/chains.h"
#include "race/memory.h"

#define LOCKED (1ULL << 63)  /* in head[1]: a thread looks at the cell */
#define ALLOWED (1ULL << 62) /* in head[0]: it is no access, but has the bytes of upc_race_ok */
#define CHAINED (1ULL << 61) /* in head[1]: its low 32 bits are the number of the first node */
#define MASK(head) ((unsigned)((head) >> 48 & 255))
#define KIND(head) ((int)((head) >> 56 & 7))
#define THREAD(head) ((int)((head) >> 32 & 0xffff))
#define EPOCH(head) ((head) & 0xffffffffffffULL)
#define BYTES(mask) ((uint64_t)(mask) << 48)

/* Until head[1] is stored again; what it was. */
static uint64_t take(struct cell *c) {
  unsigned turn = 0;
  for (;;) {
    uint64_t head = __atomic_load_n(&c->head[1], __ATOMIC_RELAXED);
    if (!(head & LOCKED) && __atomic_compare_exchange_n(&c->head[1], &head, head | LOCKED, 0, __ATOMIC_ACQUIRE,
                                                        __ATOMIC_RELAXED))
      return head;
    urtk_race_pause(&turn);
  }
}

/* A cell by the number of its 8 bytes, and what belongs to it: its line begins at a multiple of a line's size. */
static struct cell *cell_at(uint64_t granule) { return &urtk_races->lines[granule / IN_LINE].cell[granule % IN_LINE]; }
static struct line *line_of(const struct cell *c) {
  return (struct line *)((uintptr_t)c & ~(uintptr_t)(sizeof(struct line) - 1));
}
static uint16_t *sites_of(const struct cell *c) { return line_of(c)->site[c - line_of(c)->cell]; }
static uint64_t granule_of(const struct cell *c) {
  return (uint64_t)(line_of(c) - urtk_races->lines) * IN_LINE + (uint64_t)(c - line_of(c)->cell);
}

static void collect(const struct cell *c, uint64_t first, uint64_t second, struct list *list) {
  list->count = 0;
  if (!(first & ALLOWED)) add(list, first, sites_of(c)[0]);
  if (!(second & CHAINED)) {
    add(list, second, sites_of(c)[1]);
    return;
  }
  urtk_race_collect_chain((uint32_t)second, list);
}

/* Writes the accesses from number `at` on to the cell, behind its head[0]; what its head[1] shall be. */
static uint64_t keep(struct cell *c, uint64_t second, const struct list *list, uint32_t at) {
  uint32_t left = list->count > at ? list->count - at : 0, begin = left > 1 ? urtk_race_chain_of(list, at) : 0;
  if (second & CHAINED) urtk_race_leave_chain((uint32_t)second);
  if (left == 1) sites_of(c)[1] = (uint16_t)list->site[at];
  if (left == 1) return list->head[at];
  return begin ? CHAINED | begin : 0;
}

/* ---- One access ---- */

/* Does all that conflicts with an access of kind `old` conflict with one of kind `new`? */
static int conflicts_as(int new, int old) {
  const int way = new & (RACE_ATOMIC | RACE_LOCKED);
  return (new & RACE_WRITE || !(old & RACE_WRITE)) && !(way & ~old);
}

static int conflict(int a, int b) { return (a | b) & RACE_WRITE && !(a & b & (RACE_ATOMIC | RACE_LOCKED)); }

/* Has the thread made this access in this epoch, or one that conflicts with as much? */
static int is_noted(uint64_t had, uint64_t head) {
  return EPOCH(had ^ head) == 0 && !(MASK(head) & ~MASK(had)) && conflicts_as(KIND(had), KIND(head));
}

/* Has it happened before whatever any thread does from now on? All have passed the barrier before the latest one. */
static int is_settled(const struct race_thread *t, uint64_t old) {
  return t->settled && (uint32_t)old <= t->settled[THREAD(old)];
}

static unsigned lowest(unsigned mask) { return (unsigned)__builtin_ctz(mask); }
static size_t length(unsigned mask) { return 32u - (unsigned)__builtin_clz(mask) - lowest(mask); }

struct access { /* one, or some that begin every `stride` bytes, each of `each` bytes; `bytes`: of all */
  struct race_thread *thread;
  uint64_t place;
  size_t bytes, each, stride;
  int kind;
  uint32_t site;
};

static int thread_of(int number) { return number % urtk_races->threads; }

static void report(const struct access *a, uint64_t granule, uint64_t head, uint32_t site) {
  struct race_side later = {thread_of(a->thread->number), a->kind, a->site},
                   earlier = {thread_of(THREAD(head)), KIND(head), site};
  uint64_t at = granule * 8 + lowest(MASK(head)), into = at > a->place ? at - a->place : 0;
  size_t bytes = length(MASK(head)), from = into / a->stride * a->stride,
         end = (into + bytes - 1) / a->stride * a->stride + a->each;
  urtk_race_found(&later, a->place + from, (end < a->bytes ? end : a->bytes) - from, &earlier, at, bytes);
}

/* The cell's list with the new access. What it is a race with is added to `races`. One that only looks is of a call of
 * which other members may have been noted. */
static void update(const struct race_thread *t, struct list *list, uint64_t head, uint32_t site, int looks,
                   struct list *races) {
  uint32_t left = 0;
  unsigned mask = MASK(head);
  for (uint32_t i = 0; i < list->count; i++) {
    uint64_t old = list->head[i];
    if (MASK(old) & mask) {
      int before = (uint32_t)old <= t->now[THREAD(old)];
      int race = !before && conflict(KIND(old), KIND(head)) && THREAD(old) != t->number &&
                 !(looks && list->site[i] == site);
      if (race) add(races, old & ~BYTES(~mask & 255), list->site[i]);
      if ((before || race) && conflicts_as(KIND(head), KIND(old))) old &= ~BYTES(mask);
    }
    if (MASK(old) && !is_settled(t, old)) list->head[left] = old, list->site[left++] = list->site[i];
  }
  list->count = left;
  add(list, head, site);
}

static __attribute__((noinline)) void note(const struct access *a, struct cell *c, uint64_t granule, uint64_t head) {
  struct list list, races;
  races.count = 0; /* nothing else of it is read */
  uint64_t second = take(c), first = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED);
  unsigned allowed = first & ALLOWED ? MASK(first) & MASK(head) : 0;
  head &= ~BYTES(allowed);
  if (MASK(head)) {
    collect(c, first, second, &list);
    update(a->thread, &list, head, a->site, a->kind & RACE_LOOK, &races);
    if (!(a->kind & RACE_LOOK)) second = keep(c, second, &list, first & ALLOWED ? 0 : 1);
    if (!(first & ALLOWED) && !(a->kind & RACE_LOOK)) {
      sites_of(c)[0] = (uint16_t)list.site[0];
      __atomic_store_n(&c->head[0], list.head[0], __ATOMIC_RELAXED);
    }
  }
  __atomic_store_n(&c->head[1], second, __ATOMIC_RELEASE);
  if (allowed) urtk_race_allowed(a->thread, granule * 8 + lowest(allowed), length(allowed), a->kind);
  for (uint32_t i = 0; i < races.count; i++) report(a, granule, races.head[i], races.site[i]);
}

/* ---- The usual cases ---- */

/* Is an access that the cell has no race with the new one? */
static int agrees(const struct race_thread *t, uint64_t old, uint64_t head) {
  return (uint32_t)old <= t->now[THREAD(old)] || !(MASK(old) & MASK(head)) || !conflict(KIND(old), KIND(head));
}

/* Does the new access make it needless? */
static int is_needless(const struct race_thread *t, uint64_t old, uint64_t head) {
  if (is_settled(t, old)) return 1;
  return (uint32_t)old <= t->now[THREAD(old)] && !(MASK(old) & ~MASK(head)) && conflicts_as(KIND(head), KIND(old));
}

/* Is it noted in a chain? Others may change that meanwhile: a race may be missed then, and none is invented. */
static int is_in_chain(uint64_t second, uint64_t head) {
  enum { NEAREST = 4 };
  uint32_t n = (uint32_t)second;
  for (int turn = 0; n && turn < NEAREST; turn++, n = __atomic_load_n(&urtk_races->nodes[n].next, __ATOMIC_RELAXED))
    for (int i = 0; i < IN_NODE; i++)
      if (is_noted(__atomic_load_n(&urtk_races->nodes[n].head[i], __ATOMIC_RELAXED), head)) return 1;
  return 0;
}

/* What an access means for a cell with these two heads: nothing, since it is noted; it takes the place of one of the
 * two, and is no race with the other; or all must be looked at. */
enum meaning { IS_NOTED, REPLACES_FIRST, REPLACES_SECOND, NEEDS_LOCK };

static enum meaning meaning_of(const struct race_thread *t, uint64_t first, uint64_t second, uint64_t head, int looks) {
  if (is_noted(first, head) || (second & CHAINED ? is_in_chain(second, head) : is_noted(second, head))) return IS_NOTED;
  if (looks || first & ALLOWED || second & (LOCKED | CHAINED) || !agrees(t, first, head) || !agrees(t, second, head))
    return NEEDS_LOCK;
  if (is_needless(t, first, head)) return REPLACES_FIRST;
  return is_needless(t, second, head) ? REPLACES_SECOND : NEEDS_LOCK;
}

/* Takes the place of one of the two, if they are still these. */
static int replace(struct cell *c, int which, uint64_t first, uint64_t second, uint64_t head, uint32_t site) {
  if (!__atomic_compare_exchange_n(&c->head[1], &second, second | LOCKED, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return 0;
  int same = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED) == first;
  if (same) sites_of(c)[which] = (uint16_t)site;
  if (same && which == 0) __atomic_store_n(&c->head[0], head, __ATOMIC_RELAXED);
  __atomic_store_n(&c->head[1], same && which == 1 ? head : second, __ATOMIC_RELEASE);
  return same;
}

/* Neighbouring cells mostly have the same heads, which then mean the same. */
struct known { uint64_t first, second, head; enum meaning meaning; };

static inline void know(struct known *k, const struct access *a, const struct cell *c, uint64_t head) {
  uint64_t first = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED),
           second = __atomic_load_n(&c->head[1], __ATOMIC_RELAXED);
  if (k->first != first || k->second != second || k->head != head)
    *k = (struct known){first, second, head, meaning_of(a->thread, first, second, head, a->kind & RACE_LOOK)};
}

static inline void access_cell(struct known *k, const struct access *a, uint64_t granule, uint64_t head) {
  struct cell *c = cell_at(granule);
  know(k, a, c, head);
  if (k->meaning == IS_NOTED) return;
  int replaces = k->meaning == REPLACES_FIRST || k->meaning == REPLACES_SECOND;
  if (!replaces || !replace(c, k->meaning == REPLACES_SECOND, k->first, k->second, head, a->site))
    note(a, c, granule, head);
}

/* ---- Many cells with the same heads: a line at a time ---- */

static int has(const struct line *l, uint64_t first, uint64_t second) {
  uint64_t differ = 0;
  for (int i = 0; i < IN_LINE; i++)
    differ |= (__atomic_load_n(&l->cell[i].head[0], __ATOMIC_RELAXED) ^ first) |
              (__atomic_load_n(&l->cell[i].head[1], __ATOMIC_RELAXED) ^ second);
  return differ == 0;
}

/* An access to all bytes of some lines: as access_cell for each cell. How many lines it was that begin alike; 0: the
 * first one needs to be looked at cell by cell. */
static uint64_t access_lines(struct known *k, const struct access *a, struct line *lines, uint64_t count,
                             uint64_t head) {
  enum { AT_A_TIME = 32 }; /* so many are still near when their accesses are replaced */
  uint64_t same = 0;
  know(k, a, lines->cell, head);
  if (k->meaning != IS_NOTED && k->meaning != REPLACES_FIRST) return 0;
  while (same < count && same < AT_A_TIME && has(&lines[same], k->first, k->second)) same++;
  if (k->meaning == IS_NOTED) return same;
  for (uint64_t i = 0; i < same * IN_LINE; i++) {
    struct cell *c = &lines[i / IN_LINE].cell[i % IN_LINE];
    if (!replace(c, 0, k->first, k->second, head, a->site)) note(a, c, granule_of(c), head);
  }
  return same;
}

enum { LINE_BYTES = 8 * IN_LINE }; /* of shared memory */

static void access_bytes(struct known *k, const struct access *a, uint64_t at, uint64_t end) {
  uint64_t epoch = urtk_race_head(a->thread, a->kind, 0);
  while (at < end) {
    if (at % LINE_BYTES == 0 && end - at >= LINE_BYTES) {
      uint64_t lines = access_lines(k, a, &urtk_races->lines[at / LINE_BYTES], (end - at) / LINE_BYTES,
                                    epoch | BYTES(255));
      at += lines * LINE_BYTES;
      if (lines) continue;
    }
    uint64_t granule = at / 8, next = granule * 8 + 8 < end ? granule * 8 + 8 : end;
    access_cell(k, a, granule, epoch | BYTES(((1u << (next - at)) - 1) << (at & 7)));
    at = next;
  }
}

static void access_cells(const struct access *a) {
  enum { AHEAD = 8 };
  struct known known = {.head = 0};
  uint64_t end = a->place + a->bytes;
  if (end > urtk_races_bytes) return;
  if (a->stride <= a->each) access_bytes(&known, a, a->place, end);
  else
    for (uint64_t at = a->place; at < end; at += a->stride) {
      __builtin_prefetch(cell_at((at + AHEAD * a->stride) / 8), 1);
      access_bytes(&known, a, at, at + a->each);
    }
}

void urtk_race_access(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  access_cells(&(struct access){t, place, bytes, bytes, bytes, kind, site});
}

void urtk_race_strided(struct race_thread *t, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                       uint32_t site) {
  size_t step = (size_t)(stride < 0 ? -stride : stride);
  if (!bytes || !count) return;
  if (stride < 0) place -= step * (count - 1);
  access_cells(&(struct access){t, place, step * (count - 1) + bytes, bytes, step ? step : bytes, kind, site});
}

/* ---- Accesses that wait ---- */
static uint64_t what_of(uint32_t site, int kind, size_t each) {
  return site | (uint64_t)kind << 32 | (uint64_t)each << 40;
}

static struct access access_of(struct race_thread *t, const struct race_later *l) {
  size_t each = l->what >> 40;
  return (struct access){t, l->place, l->bytes, each, each, (int)(l->what >> 32 & 255), (uint32_t)l->what};
}

/* Reads come first: a race with a write that one of them and a write of this thread have is told of both. */
static void look_at_waiting(struct race_thread *t) {
  struct access all[RACE_LATER];
  struct known known = {.head = 0};
  int count = t->waiting;
  t->waiting = 0;
  for (int i = 0; i < count; i++) all[i] = access_of(t, &t->later[i]);
  for (int writes = 0; writes <= RACE_WRITE; writes++)
    for (const struct access *a = all; a < all + count; a++) {
      unsigned mask = ((1u << a->bytes) - 1) << (a->place & 7);
      if ((a->kind & RACE_WRITE) == writes)
        access_cell(&known, a, a->place / 8, urtk_race_head(t, a->kind, mask));
    }
}

/* A short one waits until the processor has fetched its cell. */
static void leave_run(struct race_thread *t, struct race_later *run) {
  if ((run->place & 7) + run->bytes > 8) {
    struct access a = access_of(t, run);
    access_cells(&a);
  } else {
    __builtin_prefetch(cell_at(run->place / 8), 1);
    t->later[t->waiting++] = *run;
    if (t->waiting == RACE_LATER) look_at_waiting(t);
  }
  run->bytes = 0;
}

/* Is an access a part of the run, or does it go on with it? A thread may wait for a race in a loop: then it is told of
 * after some turns. */
enum { LONGEST_RUN = 4096, MANY_TURNS = 256 };

static inline int goes_on(struct race_thread *t, struct race_later *run, uint64_t place, size_t bytes) {
  uint64_t past = place - run->place;
  if (past > run->bytes || run->bytes >= LONGEST_RUN) return 0;
  if (past + bytes > run->bytes) run->bytes = (uint32_t)(past + bytes);
  else if (++t->turns % MANY_TURNS == 0) urtk_race_catch_up(t);
  return 1;
}

/* A write that upc_race_ok allows hands over a clock, so it must be noted before others can see it. */
static inline void soon(struct race_thread *t, uint64_t place, size_t bytes, size_t each, int kind, uint32_t site) {
  enum { MOST_BYTES = 64 };
  uint64_t what = what_of(site, kind, each);
  struct race_later *runs = t->run[site % RACE_LINES];
  if (bytes > MOST_BYTES || __atomic_load_n(&urtk_races->allows, __ATOMIC_RELAXED)) {
    access_cells(&(struct access){t, place, bytes, each, each, kind, site});
    return;
  }
  for (int i = 0; i < RACE_RUNS; i++)
    if (runs[i].what == what && goes_on(t, &runs[i], place, bytes)) return;
  struct race_later *run = &runs[t->next_run++ % RACE_RUNS];
  if (run->bytes) leave_run(t, run);
  *run = (struct race_later){place, what, (uint32_t)bytes};
}

void urtk_race_soon(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  soon(t, place, bytes, bytes, kind, site);
}

void urtk_race_run(struct race_thread *t, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                   uint32_t site) {
  if (stride == (int64_t)bytes) soon(t, place, bytes * count, bytes, kind, site);
  else if (stride == 0) soon(t, place, bytes, bytes, kind, site);
  else urtk_race_strided(t, place, bytes, stride, count, kind, site);
}

void urtk_race_catch_up(struct race_thread *t) {
  struct race_later *first = &t->run[0][0], *end = first + RACE_LINES * RACE_RUNS;
  for (uint64_t writes = 0; writes <= RACE_WRITE; writes++)
    for (struct race_later *run = first; run < end; run++)
      if (run->bytes && (run->what >> 32 & RACE_WRITE) == writes) leave_run(t, run);
  if (t->waiting) look_at_waiting(t);
}

/* A work's number says whose it is. What the thread does from now on has a new number: else a second write of what it
 * has written before would count as noted, and the cell's access of the helper between them would not be looked at. */
uint32_t urtk_race_begins(struct race_thread *t) {
  unsigned helper = 0;
  urtk_race_catch_up(t);
  urtk_race_next(t);
  if (t->begun > UINT32_MAX - RACE_HELPERS) return urtk_race_counted_all(t->number), 0;
  while (helper < RACE_HELPERS - 1 && t->busy >> helper & 1) helper++;
  t->busy |= 1u << helper;
  do t->begun++;
  while (t->begun % RACE_HELPERS != helper);
  return t->begun;
}

void urtk_race_beside(struct race_thread *t, uint32_t number, uint64_t place, size_t bytes, int kind, uint32_t site) {
  struct race_thread helper = {.number = urtk_race_helper(t->number, number), .now = t->now};
  uint32_t *ended = &t->now[helper.number], before = *ended;
  urtk_race_catch_up(t);
  *ended = number;
  urtk_race_access(&helper, place, bytes, kind, site);
  *ended = before;
}

/* Number 0 is no work, as of a copy of no bytes. */
void urtk_race_ended(struct race_thread *t, uint32_t number) {
  if (!number) return;
  urtk_race_catch_up(t);
  uint32_t *ended = &t->now[urtk_race_helper(t->number, number)];
  t->busy &= ~(1u << number % RACE_HELPERS);
  if (*ended < number) *ended = number;
}

static const struct list none;

static void set(struct cell *c, uint64_t head) {
  uint64_t second = keep(c, take(c), &none, 0);
  __atomic_store_n(&c->head[0], head, __ATOMIC_RELAXED);
  __atomic_store_n(&c->head[1], second, __ATOMIC_RELEASE);
}

static void forget(uint64_t granule, uint64_t end) {
  for (; granule < end; granule++) {
    struct cell *c = cell_at(granule);
    if (c->head[0] || c->head[1]) set(c, 0);
  }
}

/* Whole pages go back to the system. Chains that began there are lost, which costs memory. */
void urtk_race_forget(uint64_t place, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  uint64_t begin = place / 8, end = (place + bytes + 7) / 8, per_page = page / sizeof(struct line) * IN_LINE,
           from = (begin + per_page - 1) / per_page * per_page, to = end / per_page * per_page;
  if (from >= to || madvise(cell_at(from), (to - from) / per_page * page, MADV_REMOVE) != 0) from = to = end;
  forget(begin, from);
  forget(to, end);
}

void urtk_race_allow(uint64_t place, size_t bytes) {
  __atomic_store_n(&urtk_races->allows, 1, __ATOMIC_RELAXED);
  for (uint64_t at = place; at < place + bytes; at++) {
    struct cell *c = cell_at(at / 8);
    uint64_t had = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED);
    set(c, (had & ALLOWED ? had : ALLOWED) | BYTES(1u << (at & 7)));
  }
}
