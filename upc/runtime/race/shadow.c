/* SPDX-License-Identifier: BSD-3-Clause
 * The last accesses to each 8 bytes, and what a new one means for them. See race.h.
 *
 * A new access of the thread with the clock `now` meets an older one to the same bytes:
 *   with a number up to now[its thread]             it has happened before
 *   else, of the same thread or its helper          the helper goes on with it
 *   else, unless both read or both are atomic in one way   a race
 * It replaces the older one if it has happened after it, and conflicts with all that the older one conflicts with. */
#include <sys/mman.h>
#include <unistd.h>
#include "race/memory.h"

#define LOCKED (1ULL << 63)  /* in head[1]: a thread looks at the cell */
#define ALLOWED (1ULL << 62) /* in head[0]: it is no access, but has the bytes of upc_race_ok */
#define CHAINED (1ULL << 61) /* in head[1]: its low 32 bits are the number of the first node */
#define MASK(head) ((unsigned)((head) >> 48 & 255))
#define KIND(head) ((int)((head) >> 56 & 7))
#define THREAD(head) ((int)((head) >> 32 & 0xffff))
#define EPOCH(head) ((head) & 0xffffffffffffULL)
#define BYTES(mask) ((uint64_t)(mask) << 48)

enum { MOST = 400 }; /* accesses to 8 bytes that are kept at a time */
struct list {
  uint32_t count;
  uint64_t head[MOST];
  uint32_t site[MOST];
};

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

static void add(struct list *list, uint64_t head, uint32_t site) {
  if (!head) return;
  if (list->count == MOST) list->count--; /* the latest is lost: a race may be missed, and none is invented */
  list->head[list->count] = head, list->site[list->count++] = site;
}

/* ---- Chains ---- */
static uint32_t new_node(void) {
  struct race *r = urtk_races;
  urtk_race_take(&r->node_lock);
  uint32_t number = r->first_free;
  if (number) r->first_free = r->nodes[number].next;
  else if (r->nodes_used < NODES) number = r->nodes_used++;
  urtk_race_drop(&r->node_lock);
  if (number) r->nodes[number].next = 0;
  return number;
}

static void free_chain(uint32_t number) {
  struct race *r = urtk_races;
  if (!number) return;
  uint32_t last = number;
  while (r->nodes[last].next) last = r->nodes[last].next;
  urtk_race_take(&r->node_lock);
  r->nodes[last].next = r->first_free, r->first_free = number;
  urtk_race_drop(&r->node_lock);
}

static uint16_t *sites_of(const struct cell *c) { return urtk_races->cell_sites[c - urtk_races->cells].of; }

static void collect(const struct cell *c, uint64_t first, uint64_t second, struct list *list) {
  list->count = 0;
  if (!(first & ALLOWED)) add(list, first, sites_of(c)[0]);
  if (!(second & CHAINED)) {
    add(list, second, sites_of(c)[1]);
    return;
  }
  for (uint32_t n = (uint32_t)second; n; n = urtk_races->nodes[n].next)
    for (int i = 0; i < IN_NODE; i++) add(list, urtk_races->nodes[n].head[i], urtk_races->nodes[n].site[i]);
}

/* Writes the accesses from number `at` on to the cell, behind its head[0]; what its head[1] shall be. */
static uint64_t keep(struct cell *c, uint64_t second, const struct list *list, uint32_t at) {
  uint32_t had = second & CHAINED ? (uint32_t)second : 0, left = list->count > at ? list->count - at : 0;
  if (left <= 1) {
    free_chain(had);
    if (left) sites_of(c)[1] = (uint16_t)list->site[at];
    return left ? list->head[at] : 0;
  }
  uint32_t begin = had ? had : new_node(), *link = &begin;
  while (*link && at < list->count) {
    struct node *node = &urtk_races->nodes[*link];
    for (int i = 0; i < IN_NODE; i++, at++) {
      node->head[i] = at < list->count ? list->head[at] : 0;
      node->site[i] = at < list->count ? (uint16_t)list->site[at] : 0;
    }
    link = &node->next;
    if (!*link && at < list->count) *link = new_node();
  }
  free_chain(*link);
  *link = 0;
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

struct access { /* the whole of it, for reports */
  struct race_thread *thread;
  uint64_t place;
  size_t bytes;
  int kind;
  uint32_t site;
};

static int thread_of(int number) { return number < urtk_races->threads ? number : number - urtk_races->threads; }

static void report(const struct access *a, uint64_t granule, uint64_t head, uint32_t site) {
  struct race_side later = {thread_of(a->thread->number), a->kind, a->site},
                   earlier = {thread_of(THREAD(head)), KIND(head), site};
  unsigned mask = MASK(head);
  urtk_race_found(&later, a->place, a->bytes, &earlier, granule * 8 + lowest(mask), length(mask));
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
      int race = !before && conflict(KIND(old), KIND(head)) && thread_of(THREAD(old)) != thread_of(t->number) &&
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
  if (allowed) urtk_race_allowed(a->thread, granule * 8 + lowest(allowed), a->kind);
  for (uint32_t i = 0; i < races.count; i++) report(a, granule, races.head[i], races.site[i]);
}

/* ---- The usual cases, without a lock ---- */

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

/* Takes the place of one of the two, if they are still these. In a long run the first one is stored without the lock,
 * which saves an atomic instruction for each cell. If two threads do this to one cell at the same time, an access may be
 * lost, and the race there is missed. Threads that race with a run mostly meet more of its cells, and these tell. */
enum { LONG_RUN = 128 }; /* bytes: 16 cells, so that a whole run is not lost; single elements have one or two */

static int replace(struct cell *c, enum meaning which, uint64_t first, uint64_t second, uint64_t head, uint32_t site,
                   size_t run) {
  uint64_t expected = second;
  int lock = run < LONG_RUN || which == REPLACES_SECOND;
  if (lock && !__atomic_compare_exchange_n(&c->head[1], &expected, second | LOCKED, 0, __ATOMIC_ACQUIRE,
                                           __ATOMIC_RELAXED))
    return 0;
  int same = !lock || __atomic_load_n(&c->head[0], __ATOMIC_RELAXED) == first;
  if (same) sites_of(c)[which == REPLACES_SECOND] = (uint16_t)site;
  if (same && which == REPLACES_FIRST) __atomic_store_n(&c->head[0], head, __ATOMIC_RELAXED);
  if (lock) __atomic_store_n(&c->head[1], same && which == REPLACES_SECOND ? head : second, __ATOMIC_RELEASE);
  return same;
}

/* Neighbouring cells mostly have the same heads, which then mean the same. */
void urtk_race_access(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  struct access a = {t, place, bytes, kind, site};
  uint64_t epoch = urtk_race_head(t, kind, 0), end = place + bytes, first = 0, second = 0, known = 0;
  enum meaning meaning = NEEDS_LOCK;
  if (end > urtk_races_bytes) return;
  for (uint64_t at = place, next; at < end; at = next) {
    uint64_t granule = at / 8;
    next = granule * 8 + 8 < end ? granule * 8 + 8 : end;
    struct cell *c = &urtk_races->cells[granule];
    uint64_t head = epoch | BYTES(((1u << (next - at)) - 1) << (at & 7)),
             now_first = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED),
             now_second = __atomic_load_n(&c->head[1], __ATOMIC_RELAXED);
    if (first != now_first || second != now_second || known != head) {
      first = now_first, second = now_second, known = head;
      meaning = meaning_of(t, first, second, head, kind & RACE_LOOK);
    }
    if (meaning == IS_NOTED) continue;
    if (meaning == NEEDS_LOCK || !replace(c, meaning, first, second, head, site, bytes)) note(&a, c, granule, head);
  }
}

/* A write that upc_race_ok allows hands over a clock, so it must be noted before others can see it. */
void urtk_race_soon(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  if ((place & 7) + bytes > 8 || __atomic_load_n(&urtk_races->allows, __ATOMIC_RELAXED)) {
    urtk_race_access(t, place, bytes, kind, site);
    return;
  }
  __builtin_prefetch(&urtk_races->cells[place / 8], 1);
  t->later[t->waiting++] = (struct race_later){place, (uint32_t)bytes, (uint32_t)kind, site};
  if (t->waiting == RACE_LATER) urtk_race_catch_up(t);
}

/* What takes the place of a first access is stored without the lock. Then all are looked at again: of two threads that
 * have changed one cell at the same time one at least sees it, and notes its access with the lock. */
struct placed { const struct cell *cell; uint64_t head, second; const struct race_later *later; };

static int has_changed(const struct placed *p) {
  return __atomic_load_n(&p->cell->head[0], __ATOMIC_RELAXED) != p->head ||
         __atomic_load_n(&p->cell->head[1], __ATOMIC_RELAXED) != p->second;
}

static void access_of(struct race_thread *t, const struct race_later *l) {
  urtk_race_access(t, l->place, l->bytes, (int)l->kind, l->site);
}

void urtk_race_catch_up(struct race_thread *t) {
  struct { uint64_t first, second, head; enum meaning meaning; } known[2] = {{0}}; /* of reads, and of writes */
  struct placed placed[RACE_LATER];
  int count = t->waiting, stored = 0;
  t->waiting = 0;
  for (const struct race_later *l = t->later; l < t->later + count; l++) {
    struct cell *c = &urtk_races->cells[l->place / 8];
    int k = (int)l->kind & RACE_WRITE;
    uint64_t head = urtk_race_head(t, (int)l->kind, ((1u << l->bytes) - 1) << (l->place & 7)),
             first = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED),
             second = __atomic_load_n(&c->head[1], __ATOMIC_RELAXED);
    if (first == head || second == head) continue;
    if (known[k].first != first || known[k].second != second || known[k].head != head) {
      known[k].first = first, known[k].second = second, known[k].head = head;
      known[k].meaning = meaning_of(t, first, second, head, 0);
    }
    if (known[k].meaning == IS_NOTED) continue;
    if (known[k].meaning != REPLACES_FIRST) {
      access_of(t, l);
      continue;
    }
    sites_of(c)[0] = (uint16_t)l->site;
    __atomic_store_n(&c->head[0], head, __ATOMIC_RELAXED);
    placed[stored++] = (struct placed){c, head, second, l};
  }
  if (stored) __atomic_thread_fence(__ATOMIC_SEQ_CST);
  for (int i = 0; i < stored; i++)
    if (has_changed(&placed[i])) access_of(t, placed[i].later);
}

void urtk_race_beside(struct race_thread *t, uint32_t number, uint64_t place, size_t bytes, int kind, uint32_t site) {
  struct race_thread helper = {.number = t->number + urtk_races->threads, .now = t->now};
  uint32_t *ended = &t->now[helper.number], before = *ended;
  urtk_race_catch_up(t);
  *ended = number;
  urtk_race_access(&helper, place, bytes, kind, site);
  *ended = before;
}

void urtk_race_ended(struct race_thread *t, uint32_t number) {
  urtk_race_catch_up(t);
  uint32_t *ended = &t->now[t->number + urtk_races->threads];
  if (*ended < number) *ended = number;
}

static const struct list none;

static void set(struct cell *c, uint64_t head) {
  uint64_t second = keep(c, take(c), &none, 0);
  __atomic_store_n(&c->head[0], head, __ATOMIC_RELAXED);
  __atomic_store_n(&c->head[1], second, __ATOMIC_RELEASE);
}

static void forget(struct cell *c, const struct cell *end) {
  for (; c < end; c++)
    if (c->head[0] || c->head[1]) set(c, 0);
}

/* Whole pages go back to the system. Chains that began there are lost, which costs memory. */
void urtk_race_forget(uint64_t place, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  struct cell *c = &urtk_races->cells[place / 8], *end = &urtk_races->cells[(place + bytes + 7) / 8];
  uintptr_t from = ((uintptr_t)c + page - 1) / page * page, to = (uintptr_t)end / page * page;
  if (from >= to || madvise((void *)from, to - from, MADV_REMOVE) != 0) {
    forget(c, end);
    return;
  }
  /* a cell may lie on two pages */
  forget(c, (struct cell *)((char *)c + (from - (uintptr_t)c + sizeof *c - 1) / sizeof *c * sizeof *c));
  forget((struct cell *)((char *)c + (to - (uintptr_t)c) / sizeof *c * sizeof *c), end);
}

void urtk_race_allow(uint64_t place, size_t bytes) {
  __atomic_store_n(&urtk_races->allows, 1, __ATOMIC_RELAXED);
  for (uint64_t at = place; at < place + bytes; at++) {
    struct cell *c = &urtk_races->cells[at / 8];
    uint64_t had = __atomic_load_n(&c->head[0], __ATOMIC_RELAXED);
    set(c, (had & ALLOWED ? had : ALLOWED) | BYTES(1u << (at & 7)));
  }
}
