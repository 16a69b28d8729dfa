/* SPDX-License-Identifier: BSD-3-Clause
 * sim: how a thread waits. The simulator watches the words that the thread has looked at, wherever they lie. So the
 * thread gives its turn back until one of them has changed, or something has arrived for it. When a wait ends depends
 * on the change alone, and not on how often this host has looked meanwhile. Exceptions:
 *
 *   - It has looked at far memory in another way. Then it looks again after an eighth of the time that it has waited.
 *   - It tests (urtc_poll), and goes on after the time of a test. Tests in a row take longer and longer; otherwise the
 *     simulator would never come to the end of a long wait. A loop of plain reads is taken for tests. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "base/large.h"
#include "conduits/sim/control.h"

#define FAR_LOOK 1e-6                    /* seconds between looks at far memory, at first */
#define NEAR_LOOK 0.1                    /* and at memory of the node, where a plain write is not reported */
#define LONG_WAIT 100.0                  /* seconds after which looks become frequent: something may be wrong */
#define LEAST_TEST 1e-9                  /* seconds of a test in vain, if the machine's take none */
enum { TESTS = 16 };                     /* in a row before they take longer */

static unsigned last_turn, tests;        /* tests: in a row */
static double began;                     /* when this wait began */

static double greater(double a, double b) { return a > b ? a : b; }

/* ---- what the thread has looked at since it last waited ---- */
enum { LOOKED = 16 };
struct look {
  uint64_t place, seen;
  uint16_t bytes, changed;               /* changed: 1 once the simulator has told that it has */
  uint32_t number;                       /* of the look, among those of the thread */
  uint64_t deeds;                        /* those of the thread when it looked */
  double began;                          /* when the latest look began: a near word then held `seen` */
  double took;                           /* of a far word: what a look takes */
  union { double at; uint64_t value; };  /* changed: when a near word has; the new value of a far one */
};
static struct look *looked;              /* room for look_room of them, up to LOOKED */
static int look_count, look_room, looked_far; /* far: at what is not in the list */
static uint64_t looks;                   /* since the thread began */
static uint64_t too_many;                /* `urtc_deeds` when it looked at more words than there is room for */
static uint64_t forgot;                  /* `urtc_deeds` when a word made room for another one */
static struct {                          /* looks in a row that find nothing new */
  unsigned count;
  double same_until;                     /* the others have gone on until then, and no word has changed */
  uint64_t deeds;
  unsigned part;                         /* so many before allow one at once */
} repeats;

void urtc_note_call(int far) {
  looked_far |= far;
  urtc_deeds++;
  tests = 0;
}

static int is_far(uint64_t place) { return urtc_node_of[place / urtc_stride] != urtc_node; }

static struct look *look_at(uint64_t place, size_t bytes) {
  struct look *l = looked, *end = looked + look_count;
  while (l < end && (l->place != place || l->bytes != bytes)) l++;
  return l < end ? l : NULL;
}

/* The thread has looked there, and has done nothing but look since. */
static struct look *repeated(uint64_t place, size_t bytes) {
  struct look *l = look_at(place, bytes);
  return l && l->deeds == urtc_deeds ? l : NULL;
}

/* The list is full: an entry that a wait of the program's does not need any more. */
static struct look *oldest(void) {
  struct look *l = looked, *least = looked;
  for (; l < looked + LOOKED; l++)
    if (l->deeds < least->deeds) least = l;
  looked_far |= is_far(least->place);
  forgot = urtc_deeds;
  return least->deeds < urtc_deeds ? least : NULL;
}

static struct look *new_look(void) {
  if (look_count == look_room) {
    look_room = look_room ? 2 * look_room : 2;
    looked = urtk_larger(looked, (size_t)look_room, sizeof *looked, "what a thread waits for");
  }
  return &looked[look_count++];
}

void urtc_note_look(uint64_t place, const void *found, size_t bytes, double took) {
  looks++;
  if (sim_is_behind(urtc_control, place)) return; /* no data, so it never changes */
  struct look *l = look_at(place, bytes);
  uint64_t seen = 0;
  memcpy(&seen, found, bytes);
  if (!l || l->seen != seen) tests = 0, repeats.count = 0, repeats.same_until = 0, urtc_seat->alone_count = 0;
  if (!l && look_count < LOOKED) l = new_look();
  if (!l && !(l = oldest())) {
    looked_far |= is_far(place);
    too_many = urtc_deeds;
    return;
  }
  *l = (struct look){.place = place, .seen = seen, .bytes = (uint16_t)bytes, .number = (uint32_t)looks,
                     .deeds = urtc_deeds, .began = urtc_seat->now, .took = took};
}

/* A word that has changed and is not looked at again has nothing to do with the loop that looks at others: it was that
 * of a wait before, or shares eight bytes with one. A loop looks at each of its words again within so many looks. If
 * it has another loop inside, it may not: so it makes its next turns without a wait. */
enum { WITHIN_LOOKS = 4 * LOOKED };
static int forgot_unread;                /* since the turns before */

static void forget_unread(void) {
  for (int i = look_count; i-- > 0;)
    if (looked[i].changed && (uint32_t)looks - looked[i].number > WITHIN_LOOKS)
      looked[i] = looked[--look_count], forgot_unread = 1;
}

/* ---- what the simulator watches for it ---- */
enum { WATCHES = 64 };
static struct watched { uint64_t place, seen; uint16_t bytes; uint32_t handle; } *watches;
static int watch_count, watch_capacity;

static int is_of(const struct watched *w, const struct look *l) {
  return w->place == l->place && w->seen == l->seen && w->bytes == l->bytes;
}

static int is_watched(const struct look *l) {
  for (int i = 0; i < watch_count; i++)
    if (is_of(&watches[i], l)) return 1;
  return 0;
}

/* A near word is watched from the time on of which the thread knows its value. */
static void watch(const struct look *l) {
  if (is_watched(l)) return;
  if (watch_count == WATCHES) {
    looked_far = 1;
    return;
  }
  int far = is_far(l->place);
  if (far) urtc_spend(urtc_control->costs.send);
  struct sim_post post = urtc_post_for(SIM_AWAIT, (int)(l->place / urtc_stride));
  if (!far) post.time = l->began;
  post.dst = l->place, post.expected = l->seen, post.bytes = l->bytes;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, NULL);
  if (watch_count == watch_capacity)
    watches = urtk_larger(watches, (size_t)(watch_capacity += 8), sizeof *watches, "what a thread waits for");
  watches[watch_count++] = (struct watched){l->place, l->seen, l->bytes, post.handle};
}

static void watch_all(int of_any_time) {
  for (int i = 0; i < look_count; i++)
    if (of_any_time || looked[i].deeds == urtc_deeds) watch(&looked[i]);
}

static void note_change(const struct watched *w, uint64_t answer) {
  for (struct look *l = looked; l < looked + look_count; l++) {
    if (!is_of(w, l)) continue;
    l->changed = 1;
    l->value = answer;
  }
}

/* 1: some word has changed. */
static int take_answers(void) {
  int some = 0;
  uint64_t value;
  for (int i = watch_count; i-- > 0;) {
    if (!urtc_handle_done(watches[i].handle, &value)) continue;
    note_change(&watches[i], value);
    watches[i] = watches[--watch_count];
    some = 1;
  }
  return some;
}

static int some_changed(void) {
  for (int i = 0; i < look_count; i++)
    if (looked[i].changed && looked[i].deeds == urtc_deeds) return 1;
  return 0;
}

/* Until one of the words has changed, or the time is that. 1: one has. */
static int await_words(double until) {
  watch_all(0);
  while (take_answers(), !some_changed() && urtc_seat->now < until) urtc_give_turn(SIM_WORDS, until);
  return some_changed();
}

/* ---- looks at words by which threads order what they do ---- */
/* A thread that looks again and again, and does nothing else, probably waits. Each look takes its time, `cost`, unless
 * a word changes meanwhile. To change turns for each look would cost this host too much. So the others go on for
 * several looks at once: a part of those made so far. When a word changes, up to so many looks are missing in the
 * count. A loop that may end otherwise looks one by one, since others would see its end late. 1: none has changed. */
enum { PART = 8, PART_COUNTED = 64, MOST_COUNTED = 1000000 };

static void begin_repeats(void) {
  if (repeats.deeds == urtc_deeds) return;
  repeats.count = 0, repeats.same_until = 0, repeats.part = PART, repeats.deeds = urtc_deeds;
}

void urt_may_stop_looking(void) {
  begin_repeats();
  repeats.part = UINT_MAX;
}

static int finds_the_same(const struct look *l, double cost) {
  begin_repeats();
  double end = urtc_seat->now + cost, until = end + repeats.count++ / repeats.part * cost;
  if (end <= repeats.same_until || (end <= urtc_seat->horizon && (!is_far(l->place) || is_watched(l)))) {
    urtc_wait_until(end);
    return 1;
  }
  if (await_words(until)) return 0;
  repeats.same_until = urtc_seat->now;
  urtc_wait_until(urtc_seat->now - (until - end));
  return 1;
}

/* The look begins now, takes near-time, and finds what is there when it begins. If the word has changed since the
 * thread looked at it, the look has begun at this change. */
static void look_near(uint64_t place, const void *word) {
  double cost = urtc_control->costs.near_word;
  forget_unread();
  struct look *l = repeated(place, sizeof(uint64_t));
  take_answers();
  int same = l && cost > 0 && !some_changed() && finds_the_same(l, cost);
  if (same && memcmp(word, &l->seen, sizeof l->seen) != 0) { /* at this very moment, which is not told yet */
    l->changed = 1, l->at = urtc_seat->now;
    same = 0;
  }
  int is_late = l && l->changed;
  double end = is_late ? greater(urtc_seat->now, l->at + cost) : urtc_seat->now;
  if (!same && !is_late) {
    urtc_catch_up();
    end = urtc_seat->now + cost;
  }
  urtc_note_look(place, word, sizeof(uint64_t), cost);
  urtc_seat->now = end;
}

/* The owner of a far word is asked to answer as soon as the word has changed. Until then each look takes as long as the
 * first one. 1: that is what the thread finds. 0: it has to ask as if it had not asked before. A plain read does so,
 * unless the loop has waited for the word already (urtc_many_turns). */
static int strict;                       /* the next look orders what threads do */

void urt_looks_far(void) { strict = 1; }

int urtc_looks_again(uint64_t place, void *found, size_t bytes) {
  looks++;
  forget_unread();
  struct look *l = repeated(place, bytes);
  int is_strict = strict;
  strict = 0;
  take_answers();
  if (!l || (!l->changed && (!is_strict || some_changed()))) return 0;
  l->number = (uint32_t)looks;
  if (!l->changed && finds_the_same(l, l->took)) return memcpy(found, &l->seen, bytes), 1;
  if (!l->changed) return 0;
  memcpy(found, &l->value, bytes);
  urtc_note_look(place, found, bytes, l->took);
  return 1;
}

/* ---- waits ---- */
static double next_look(double waited) {
  if (looked_far) return urtc_seat->now + greater(waited / 8, FAR_LOOK);
  if (urtc_control->most_near == 1) return SIM_FOREVER;
  return urtc_seat->now + greater(waited < LONG_WAIT ? waited : waited / 32, NEAR_LOOK);
}

/* The answer may have been taken already, in a wait for something else. */
static int one_changed(void) {
  for (int i = 0; i < look_count; i++)
    if (looked[i].changed) return 1;
  return 0;
}

static int anywhere;                     /* the next wait of this kind depends on words that are read without a look */

void urt_looks_anywhere(void) { anywhere = 1; }

static void await_news(void) {
  watch_all(1);
  urtc_seat->anywhere = (uint32_t)anywhere;
  if (!take_answers() && !one_changed()) urtc_give_turn(SIM_NEWS, next_look(urtc_seat->now - began));
  urtc_seat->anywhere = anywhere = 0;
  take_answers();
}

static void forget_looks(void) {
  look_count = looked_far = 0;
  urtc_deeds++;
}

/* In its first turn it is not known which words have to do with this wait: the caller looks again. */
void urtc_relax(unsigned turn) {
  int is_first = turn != last_turn + 1, looks_again = is_first && (look_count || looked_far);
  urtc_enter();
  if (is_first) began = urtc_seat->now;
  last_turn = turn;
  if (!looks_again) await_news();
  anywhere = 0;
  forget_looks();
  urtc_leave();
}

/* The word is the one thing that the thread has looked at: its wait ends as that of a loop of strict reads. */
int urtc_await_change(urt_ptr_t word, uint64_t seen) {
  const uint64_t place = urtc_place_of(word);
  urtc_enter();
  take_answers();
  if (look_count != 1 || looked_far || looked->place != place || looked->seen != seen) {
    forget_looks();
    began = urtc_seat->now;
    urtc_note_look(place, &seen, sizeof seen, 0);
  }
  const struct look *l = looked;         /* not before: a look may move the list */
  if (!l->changed) await_news();
  int changed = l->changed != 0;
  if (changed && !is_far(place)) urtc_wait_until(greater(urtc_seat->now, l->at + urtc_control->costs.near_word));
  if (changed) forget_looks();
  urtc_leave();
  return changed;
}

/* ---- tests ---- */
static int looks_only(void) {
  if (too_many == urtc_deeds) return 0;
  for (int i = 0; i < look_count; i++)
    if (looked[i].deeds == urtc_deeds) return 1;
  return 0;
}

static void test(void) {
  struct sim_seat *seat = urtc_seat;
  if (seat->touched || seat->told_count) tests = 0;
  unsigned times = tests++ / TESTS;
  double look = urtc_control->costs.look, step = look > 0 ? look * (1 + times) : LEAST_TEST * times;
  if (seat->now + step <= seat->horizon) {
    urtc_spend(step);
  } else if (looks_only()) {
    await_words(seat->now + step);
  } else {
    urtc_spend(step);
    urtc_give_turn(SIM_NEWS, seat->now);
  }
}

void urtc_poll(void) {
  if (!urtc_seat) return;
  urtc_enter();
  test();
  urtc_leave();
}

void urtc_give_way(void) {}              /* who reads words over and over is seen where it looks */

/* ---- loops ---- */
/* A loop that may wait has made many turns (urt_turn). One that has an end of its own computes: its looks take what
 * they take. If shared words alone end it, it has looked since the turns before, and done nothing else, it goes on when
 * a word has changed, or a message has come; if it counts its looks, and they take time, it makes a million before. A
 * loop that has not looked computes: words that the thread has looked at before have nothing to do with it. A loop for
 * which no time passes otherwise tests: it waits by plain reads, for time to pass, or for others who answer what it
 * does. */
static unsigned without_time;            /* accesses in a row (urtc_count_standing) */
enum { STANDING = 8 };                   /* calls of this in a row before one tests, if it does more than look */

/* Where this host's time counts, time passes in each turn of a loop, also if it waits by plain reads. The others go on
 * in steps of a microsecond, or of a thousandth of the time that the loop has taken. */
static void let_others_go_on(double since) {
  static double went_on;
  if (urtc_seat->now - went_on < greater(1e-6, (urtc_seat->now - since) / 1000)) return;
  urtc_catch_up();
  went_on = urtc_seat->now;
}

/* What the thread has done but for looks and sleeps. */
static uint64_t acts(void) { return urtc_deeds - urtc_sleeps; }

/* For the simulator: nothing but a change of the words that the thread has looked at since then ends this loop. */
static void wait_alone(uint64_t since, const char *place) {
  uint32_t count = 0;
  if (too_many >= since || forgot >= since) return;
  for (const struct look *l = looked; l < looked + look_count; l++)
    if (l->deeds >= since) urtc_seat->alone[count++] = (struct sim_alone){l->place, l->seen, l->bytes};
  if (urtc_seat->alone_count == 0) urtc_seat->horizon = urtc_seat->now; /* is it a deadlock? */
  snprintf(urtc_seat->loop, sizeof urtc_seat->loop, "%s", urtc_without_folders(place));
  urtc_seat->alone_count = count;
  urtc_acts_alone = acts();
}

void urtc_many_turns(int how, const char *place) {
  static uint64_t before, looks_before, acts_before;
  static double latest, since;
  static int standing;
  if (!urtc_seat) return;
  urtc_enter();
  int did_more = urtc_deeds != before, stands = urtc_seat->now == latest, has_looked = looks != looks_before;
  int alone = (how & URT_ALONE) && !(how & URT_OWN_END) && has_looked;
  if (alone && place && !(how & URT_PLAIN) && acts() == acts_before && !forgot_unread) wait_alone(before, place);
  before = urtc_deeds, looks_before = looks, acts_before = acts();
  standing = stands ? standing + 1 : 0;
  begin_repeats();
  repeats.part = !(how & URT_ALONE) || (how & URT_OWN_END) ? UINT_MAX : (how & URT_COUNTED) ? PART_COUNTED : PART;
  if (did_more) since = urtc_seat->now;
  int makes_all = (how & URT_COUNTED) && !stands && repeats.count < MOST_COUNTED;
  if (alone && !did_more && looks_only() && !makes_all) {
    if (forgot_unread || some_changed() || await_words(next_look(urtc_seat->now - since))) since = urtc_seat->now;
    forgot_unread = 0;
  } else if (stands && (how & URT_OWN_END)) {
    without_time = 0;                    /* nor need it */
  } else if (stands && (!did_more || standing % STANDING == 0)) {
    test();
  } else if (!stands) {
    let_others_go_on(since);
  }
  latest = urtc_seat->now;
  urtc_leave();
}

/* sched_yield. A loop that has looked since the time before is seen where it looks. */
void urtc_yield(void) {
  static uint64_t before;
  if (looks == before) urtc_many_turns(0, NULL);
  before = looks;
}

/* ---- words by which threads order what they do ---- */
/* Such a word is read and written in the order of virtual time: the thread catches up before. A write takes
 * `near_word`, and has its effect at the end of this time. */
enum { ACCESSES = 1024 };                /* in a row for which no time has passed: others go on, and time does */

void urtc_count_standing(void) {
  static double latest;
  without_time = urtc_seat->now == latest ? without_time + 1 : 0;
  latest = urtc_seat->now;
  if (without_time % ACCESSES == ACCESSES - 1) urtc_many_turns(0, NULL);
}

void urt_catches_up(void) {
  if (!urtc_seat) return;
  urtc_enter();
  urtc_spend(urtc_control->costs.near_word);
  urtc_count_standing();
  urtc_catch_up();
  urtc_leave();
}

void urt_looks_at(const void *address) {
  const char *word = (const char *)((uintptr_t)address & ~(uintptr_t)7);
  if (!urtc_seat) return;
  urtc_enter();
  urtc_count_standing();
  look_near((uint64_t)(word - urtc_segments), word);
  urtc_leave();
}

/* ---- sleep, cores ---- */
unsigned urtc_patience(void) { return 1; }

/* It goes on with the caller's wait, so a sleep that is in vain takes longer than the one before, and a wait for ever
 * comes to an end. A wake that it misses costs time and nothing else: the caller looks again. */
void urtc_sleep(uint32_t *word, uint32_t seen) {
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == seen) urtc_relax(last_turn + 1);
}

void urtc_wake(uint32_t *word, int count) { (void)count, urt_wrote_word(word, sizeof *word); }
int urtc_shares_core(int thread) { return thread == urt_mythread; }

int urtc_leader_of(int thread) { return urtc_leaders[thread]; }
