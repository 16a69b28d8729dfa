/* SPDX-License-Identifier: BSD-3-Clause
 * Collective calls of the library: what a call does in a member's memory, at the time that its flags allow.
 *
 * A helper of the member does it (race.h):
 *
 *   IN_MYSYNC     the member's own, with what the member knows where it enters
 *   IN_ALLSYNC    with what all members know that have entered; the last one to enter notes this for all
 *   IN_NOSYNC     that of another member too, with what that one knows where it enters
 *   OUT_MYSYNC    the member takes over what its own helper has done, where it leaves
 *   OUT_ALLSYNC   it takes over what the helpers of all have done
 *   OUT_NOSYNC    the helper of another member does it, and that one takes it over
 *   a lend        the member takes over what the lender knew where it entered
 *
 * All of it is noted before any member can leave: what the members do behind the call comes later. So nothing here
 * waits, and the calls may be split-phase. */
#include <stdlib.h>
#include "base/tell.h"
#include "race/detector.h"
#include "race/memory.h"

#ifdef URT_ONE_MAPPING

enum { NO, MY, ALL };

static struct race_thread *const me = &urtk_race_me;

struct entered {
  const upc_stride_seen_memory_t *meeting;
  uint64_t name;                 /* of the object of the call */
  uint32_t site, number, work;   /* number of the call, and of the helper's work */
  int own;                       /* with OUT_NOSYNC: the member's own helper does it all the same */
};

/* ---- The calls of each team, counted: all members make them in one order ---- */
enum { CALLS = 64, LEAST_TEAMS = 1024 };

struct team { unsigned long long team; uint32_t calls, site; int own; };

static struct team *teams;                   /* a table by `team`, at most half of it in use */
static size_t used, room;

static struct team *team_at(unsigned long long team) {
  size_t i = (size_t)team % room;
  while (teams[i].team && teams[i].team != team) i = (i + 1) % room;
  return &teams[i];
}

static void make_room(void) {
  struct team *had = teams;
  const size_t before = room;
  room = before ? 2 * before : LEAST_TEAMS;
  teams = urtk_memory(room, sizeof *teams, "the teams that races are looked for in");
  for (size_t i = 0; i < before; i++)
    if (had[i].team) *team_at(had[i].team) = had[i];
  free(had);
}

static struct team *next_of(unsigned long long team) {
  if (2 * used >= room) make_room();
  struct team *t = team_at(team);
  if (!t->team) t->team = team, used++;
  t->calls++;
  return t;
}

/* Of calls of one place one after another every second one is the member's own: what two calls do is of two threads. */
static int is_own(struct team *team, uint32_t site) {
  team->own = team->site == site && !team->own;
  team->site = site;
  return team->own;
}

/* Objects that are no places. An object serves the 64th next call of its team again: what it knows is known by then. */
static uint64_t name_of(unsigned long long team, uint32_t number, int thread) {
  uint64_t of_team = (team ^ team >> 32) * 0x9e3779b97f4a7c15u >> 24;
  return (uint64_t)1 << 63 | of_team << 23 | (uint64_t)(thread + 1) << 6 | number % CALLS;
}

/* ---- What a call does in a member's memory ---- */
/* What others have written over is left out: a race may be missed, and none is invented. */
static void touch(struct race_thread *as, const struct object *member, int how) {
  for (uint32_t i = 0; i < member->ranges; i++) {
    const uint32_t at = member->range + i;
    const struct range r = urtk_races->ranges[at % RANGES];
    int kind = (r.written ? RACE_WRITE : RACE_READ) | how;
    if (__atomic_load_n(&urtk_races->ranges_used, __ATOMIC_ACQUIRE) - at > RANGES) continue;
    urtk_race_strided(as, r.place, r.bytes, r.stride, r.count, kind, member->site);
  }
}

/* The caller tells other members where it is, and what the call does in its memory. */
static void post(struct object *mine, const struct entered *e, uint32_t number) {
  const upc_stride_seen_memory_t *m = e->meeting;
  mine->number = number, mine->site = e->site, mine->ranges = (uint32_t)m->ranges;
  mine->range = __atomic_fetch_add(&urtk_races->ranges_used, mine->ranges, __ATOMIC_RELAXED);
  urtk_race_set(mine->clock, me->now);
  mine->work = e->work;
  for (size_t i = 0; i < m->ranges; i++) {
    const upc_stride_seen_range_t *r = &m->range[i];
    uint64_t place = urtk_race_place_at(r->start);
    urtk_races->ranges[(mine->range + i) % RANGES] =
        (struct range){place, place < urtk_races_bytes ? r->bytes : 0, r->count, r->stride, r->written};
  }
}

/* The helper of a member, at its work in this call, knowing what `clock` says. */
static struct race_thread helper_of(const struct object *member, int thread, const uint32_t *clock) {
  static uint32_t *now;
  if (!now) now = urtk_memory(RACE_NUMBERS(urt_threads), sizeof *now, "the clock of a member");
  urtk_race_set(now, clock);
  const int number = urtk_race_helper(thread, member->work);
  now[number] = member->work;
  return (struct race_thread){.number = number, .now = now};
}

/* ---- Entering ---- */

/* What `member` has in its memory, as another member does it at any time between its own start and end. With OUT_NOSYNC
 * one member is noted for each: the one before it, and for the first the second. */
static void touch_as(const struct object *other, int number, const struct object *member,
                     const upc_stride_seen_memory_t *m, int is_noted) {
  struct race_thread t = helper_of(other, number, other->clock);
  if (m->in == MY) urtk_race_join(t.now, member->clock);
  touch(&t, member, m->out == NO && is_noted ? 0 : RACE_LOOK);
}

/* The object of a member that has entered, and does not enter a call that reuses it meanwhile. */
static const struct object *look_at(uint64_t name) {
  struct object *o = urtk_race_hold_own(name);
  if (o) urtk_race_drop(&o->lock);
  return o;
}

/* With IN_ALLSYNC, when all have entered: each member's accesses with the clocks of all. */
static void touch_all(const struct object *call, const struct entered *e) {
  const upc_stride_seen_memory_t *m = e->meeting;
  uint32_t number = e->number;
  for (int i = 0; i < m->members; i++) {
    int as = m->thread[m->out == NO && !e->own ? (i + 1) % m->members : i];
    const struct object *member = look_at(name_of(m->team, number, m->thread[i])),
                        *other = look_at(name_of(m->team, number, as));
    if (!member || !other) continue;
    struct race_thread t = helper_of(other, as, call->clock);
    touch(&t, member, 0);
  }
}

static void enter(struct object *call, struct object *mine, const struct entered *e, uint32_t number) {
  const upc_stride_seen_memory_t *m = e->meeting;
  if (call->number != number) call->number = number, call->entered = 0;
  int latest = call->entered++ ? (int)call->latest : -1;
  call->latest = (uint32_t)me->number;
  post(mine, e, number);
  urtk_race_join(call->clock, mine->clock);
  struct race_thread helper = helper_of(mine, me->number, mine->clock);
  int own = m->out != NO || m->members == 1 || e->own;
  if (m->in != ALL && own) touch(&helper, mine, 0);
  if (m->in != ALL && (m->in == NO || m->out == NO) && latest >= 0) {
    struct object *other = urtk_race_hold_own(name_of(m->team, number, latest));
    if (other) {
      touch_as(other, latest, mine, m, !own);
      if (other->left != number || m->out == NO) touch_as(mine, me->number, other, m, !own && call->entered == 2);
      urtk_race_drop(&other->lock);
    }
  }
}

void *urtk_race_enter(const upc_stride_seen_memory_t *m) {
  if (!urtk_race_on()) return NULL;
  urtk_race_catch_up(me);
  struct entered *e = urtk_memory(1, sizeof *e, "a call that races are looked for in");
  struct team *team = next_of(m->team);
  uint32_t number = team->calls, site = urtk_race_call();
  *e = (struct entered){m, name_of(m->team, number, -1), site, number, urtk_race_begins(me), is_own(team, site)};
  struct object *call = urtk_race_hold_own(e->name), *mine = urtk_race_hold_own(name_of(m->team, number, me->number));
  if (call && mine) enter(call, mine, e, number);
  if (mine) urtk_race_drop(&mine->lock);
  if (call && mine && m->in == ALL && call->entered == (uint32_t)m->members) touch_all(call, e);
  if (call) urtk_race_drop(&call->lock);
  if (!call || !mine) urtk_race_release(me, e->name); /* what the call does is not looked at */
  urtk_race_next(me);
  return e;
}

/* ---- Leaving ---- */

/* With OUT_ALLSYNC: what all helpers have done. */
static void take_over(const struct entered *e) {
  const upc_stride_seen_memory_t *m = e->meeting;
  for (int i = 0; i < m->members; i++) {
    const struct object *member = look_at(name_of(m->team, e->number, m->thread[i]));
    if (!member || member->number != e->number) continue;
    uint32_t *ended = &me->now[urtk_race_helper(m->thread[i], member->work)];
    if (member->work > *ended) *ended = member->work;
  }
}

/* What the lender has done before it entered. */
static void take_over_lent(const struct entered *e) {
  const upc_stride_seen_memory_t *m = e->meeting;
  struct object *lender = m->lender < 0 ? NULL : urtk_race_hold_own(name_of(m->team, e->number, m->lender));
  if (m->lender >= 0 && !lender) urtk_race_acquire(me, e->name);
  if (!lender) return;
  if (lender->number == e->number) urtk_race_join(me->now, lender->clock);
  urtk_race_drop(&lender->lock);
}

void urtk_race_leave(void *entered) {
  struct entered *e = entered;
  const upc_stride_seen_memory_t *m = e->meeting;
  urtk_race_catch_up(me);
  take_over_lent(e);
  if (m->in == ALL || m->out == ALL) urtk_race_acquire(me, e->name), urtk_race_synchronised(urt_mythread, e->site);
  if (m->out == ALL) take_over(e);
  urtk_race_ended(me, e->work);
  struct object *mine = m->in == NO ? urtk_race_hold_own(name_of(m->team, e->number, me->number)) : NULL;
  if (mine) mine->left = e->number, urtk_race_drop(&mine->lock);
  free(e);
}

#endif
