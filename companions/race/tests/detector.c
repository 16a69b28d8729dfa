/* SPDX-License-Identifier: BSD-3-Clause
 * The race detector against the definition. A random program is a sequence of events of some threads: accesses, locks,
 * barriers, fences, strict and atomic accesses, and what accumulates. Happens-before is made as the definition has it:
 * edges between events, and their transitive closure. Until a byte has its first race, the detector must tell of a race
 * at an access exactly if an earlier access to that byte conflicts with it and has no path to it. Some accesses are
 * made while another thread is within one: before it takes a cell's lock, or stores without one.
 * detector [seed [programs]] */
#include "../../../tests/runtime/check.h"

/* race/shadow.c is a part of this file, so that another thread can come between two of its steps. */
static int has_lock;                      /* of a cell */
static void step(void);
#define __atomic_compare_exchange_n(...) (step(), has_lock = __atomic_compare_exchange_n(__VA_ARGS__))
#define __atomic_store_n(to, value, order) \
  ((void)(has_lock || (step(), 0)), __atomic_store_n(to, value, order), (void)(has_lock &= (order) != __ATOMIC_RELEASE))
#include "race/shadow.c"
#undef __atomic_compare_exchange_n
#undef __atomic_store_n

enum { THREADS_MOST = 7, EVENTS = 120, VARIABLES = 8, BYTES = 8 * VARIABLES, LOCKS = 3 };

static unsigned long state, seed;
static unsigned draw(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

enum what { ACCESS, RELEASE, ACQUIRE, NOTIFY, WAIT, FENCE, ATOMIC };
static struct event {
  enum what what;
  int thread, kind, strict, object;       /* kind: RACE_READ, RACE_WRITE, RACE_BOTH */
  int locked;                             /* RACE_LOCKED, or 0 */
  int whole;                              /* a barrier: nothing stands between its notify and its wait */
  unsigned place, bytes, phase;           /* of a run: bytes of one access */
  unsigned count;                         /* 0, or of a run: its accesses, */
  int stride;                             /* and the bytes from one to the next */
} event[EVENTS];
static int events;
/* before[y][x]: y happens before x. Where atomic accesses of several sizes have been made to 8 bytes, the detector may
 * take any write there for the one that a read has found: then also what is in `maybe`. */
static char before[EVENTS][EVENTS], maybe[EVENTS][EVENTS];

/* ---- The definition ---- */
static int is_access(const struct event *e) { return e->what == ACCESS || e->what == ATOMIC; }
static int writes(const struct event *e) { return e->kind != RACE_READ; }
static int has_byte(const struct event *e, unsigned b) {
  if (!is_access(e) || !e->count) return is_access(e) && b - e->place < e->bytes;
  for (unsigned i = 0; i < e->count; i++)
    if (b - (e->place + i * (unsigned)e->stride) < e->bytes) return 1;
  return 0;
}

static int is_fence(const struct event *e) { return e->what == ATOMIC ? e->strict : e->what != ACCESS; }

static void add_to(char (*order)[EVENTS], int y, int x) {
  if (order[y][x]) return;
  order[y][x] = 1;
  for (int z = 0; z < y; z++) order[z][x] |= order[z][y];
}

static void order(int y, int x) { add_to(before, y, x), add_to(maybe, y, x); }

/* The fence before an atomic write, itself if it is strict; -1 for none. */
static int fence_before(int x) {
  if (event[x].strict) return x;
  for (int y = x - 1; y >= 0; y--)
    if (event[y].thread == event[x].thread && is_fence(&event[y])) return y;
  return -1;
}

/* What an atomic read of event r finds in a byte: the last plain write before it, and updates since. */
static int finds_in(int w, int r, unsigned b) {
  if (!has_byte(&event[w], b) || !has_byte(&event[r], b)) return 0;
  for (int z = w + 1; z < r; z++)
    if (event[z].what == ATOMIC && event[z].kind == RACE_WRITE && has_byte(&event[z], b)) return 0;
  return 1;
}

static int finds(int w, int r) {
  if (event[w].what != ATOMIC || !writes(&event[w])) return 0;
  for (unsigned b = 0; b < BYTES; b++)
    if (finds_in(w, r, b)) return 1;
  return 0;
}

static int has_word(const struct event *e, unsigned v) { return e->place < 8 * v + 8 && e->place + e->bytes > 8 * v; }

/* Have all atomic accesses to these 8 bytes, up to this event, the same size? */
static int is_whole(int x, unsigned v) {
  unsigned bytes = 0;
  for (int z = 0; z <= x; z++) {
    const struct event *e = &event[z];
    if (e->what != ATOMIC || !has_word(e, v)) continue;
    if (e->bytes > 8 || e->bytes & (e->bytes - 1) || e->place % e->bytes || (bytes && bytes != e->bytes)) return 0;
    bytes = e->bytes;
  }
  return 1;
}

static int may_find(int w, int r) {
  if (event[w].what != ATOMIC || !writes(&event[w])) return 0;
  for (unsigned v = 0; v < VARIABLES; v++)
    if (has_word(&event[w], v) && has_word(&event[r], v) && !is_whole(r, v)) return 1;
  return finds(w, r);
}

static void order_one(int x) {
  const struct event *e = &event[x];
  for (int y = x - 1; y >= 0; y--) {
    const struct event *f = &event[y];
    if (f->thread == e->thread) order(y, x);
    if (f->what == RELEASE && e->what == ACQUIRE && f->object == e->object) order(y, x);
    if (f->what == NOTIFY && e->what == WAIT && f->phase == e->phase) order(y, x);
  }
  /* a fence after an atomic read of what a write after a fence has left */
  if (!is_fence(e)) return;
  for (int r = x; r >= 0; r--) {
    if (event[r].thread != e->thread || event[r].what != ATOMIC || event[r].kind == RACE_WRITE) continue;
    for (int w = 0; w < r; w++) {
      if (fence_before(w) < 0) continue;
      if (finds(w, r)) order(fence_before(w), x);
      if (may_find(w, r)) add_to(maybe, fence_before(w), x);
    }
  }
}

static int is_race(int y, int x, unsigned b) {
  const struct event *e = &event[x], *f = &event[y];
  return has_byte(f, b) && f->thread != e->thread && (writes(e) || writes(f)) &&
         !(e->what == ATOMIC && f->what == ATOMIC) && !(e->locked && f->locked) && !before[y][x];
}

static int must_be_told(int y, int x, unsigned b) { return is_race(y, x, b) && !maybe[y][x]; }

/* ---- The detector ---- */
static char told[BYTES];
void urtk_race_found(const struct race_side *later, uint64_t place, size_t bytes, const struct race_side *earlier,
                     uint64_t earlier_place, size_t earlier_bytes) {
  (void)later, (void)earlier;
  for (uint64_t b = earlier_place; b < earlier_place + earlier_bytes; b++)
    if (b - place < bytes && b < BYTES) told[b] = 1;
}

static int counted_all;
void urtk_race_counted_all(int thread) { (void)thread, counted_all = 1; }

static void nothing(void *unused) { (void)unused; }

static void run(struct race_thread *t, const struct event *e) {
  switch (e->what) {
    case ACCESS:
      if (e->count) urtk_race_run(t, e->place, e->bytes, e->stride, e->count, e->kind | e->locked, 0);
      for (unsigned each = draw(2) ? 1 : e->bytes, b = 0; b < e->bytes && !e->count; b += each)
        urtk_race_soon(t, e->place + b, each, e->kind | e->locked, 0);
      urtk_race_catch_up(t);
      break;
    case RELEASE: urtk_race_release(t, (uint64_t)(BYTES + e->object)); break;
    case ACQUIRE: urtk_race_acquire(t, (uint64_t)(BYTES + e->object)); break;
    case NOTIFY: urtk_race_notify(t, !e->whole); break;
    case WAIT: urtk_race_wait(t); break;
    case FENCE: urtk_race_fence(t); break;
    case ATOMIC:
      urtk_race_atomic(t, e->place, e->bytes, e->kind | e->locked, e->strict, 0, nothing, NULL);
      break;
  }
}

/* The access of another thread that comes at a step, after so many others. */
static const struct event *between;
static struct race_thread *of_between;
static unsigned steps_before;

static void step(void) {
  const struct event *e = between;
  if (!e || steps_before-- > 0) return;
  between = NULL;
  run(of_between, e);
}

static void run_with(struct race_thread *t, const struct event *e, struct race_thread *other,
                     const struct event *meanwhile) {
  between = meanwhile, of_between = other, steps_before = draw(6);
  run(t, e);
  if (between) steps_before = 0, step();
}

/* ---- Programs ---- */
/* Accesses of a loop, upwards or downwards. */
static void loop(struct event *e) {
  e->stride = (int)(draw(4) ? e->bytes : draw(24));
  e->count = 1 + draw(e->stride ? (BYTES - e->bytes - e->place) / (unsigned)e->stride + 1 : 3);
  if (draw(2)) e->place += (e->count - 1) * (unsigned)e->stride, e->stride = -e->stride;
}

static unsigned sizes;                    /* 1: all atomic accesses of the program have 8 bytes */

static struct event drawn(int thread, unsigned syncs) {
  struct event e = {.thread = thread};
  unsigned what = draw(100);
  e.bytes = 1u << draw(4);
  e.place = draw(BYTES / e.bytes) * e.bytes;
  e.object = (int)draw(LOCKS);
  if (what >= syncs) {
    e.kind = draw(3) ? RACE_READ : RACE_WRITE;
    e.locked = e.kind == RACE_WRITE && draw(2) ? RACE_LOCKED : 0; /* accumulating */
    if (draw(8) == 0) e.bytes = 1 + draw(BYTES - e.place);
    else if (draw(3) == 0) loop(&e);
  } else if (what < syncs / 3) {
    e.what = draw(2) ? RELEASE : ACQUIRE;
  } else if (what < syncs / 2) {
    e.what = FENCE;
  } else if (what < syncs * 9 / 10) {
    static const int kinds[] = {RACE_READ, RACE_READ, RACE_WRITE, RACE_BOTH};
    e.what = ATOMIC, e.kind = kinds[draw(4)], e.strict = (int)draw(2);
    e.bytes = draw(sizes) ? 1u << draw(4) : 8, e.place = draw(BYTES / e.bytes) * e.bytes;
    if (draw(sizes) > 1) e.bytes = 1 + draw(BYTES - e.place < 24 ? BYTES - e.place : 24); /* a struct */
    e.locked = draw(2) ? RACE_LOCKED : 0; /* of upc_atomic.h */
  } else {
    e.what = NOTIFY, e.whole = (int)draw(2);
  }
  return e;
}

/* An access of a thread that does not stand in a barrier, beside that of event x; 0: none is drawn. */
static int draw_beside(int x, int threads, const int *stands, unsigned syncs) {
  int t = (int)draw((unsigned)threads);
  if (event[x].what != ACCESS || x + 1 == EVENTS || t == event[x].thread || stands[t] || draw(3)) return 0;
  event[x + 1] = drawn(t, syncs);
  return event[x + 1].what == ACCESS;
}

static int is_expected(int (*race)(int y, int x, unsigned b), int x, unsigned b) {
  int found = 0;
  for (int y = 0; y < x && has_byte(&event[x], b); y++) found |= race(y, x, b);
  return found;
}

static void program(unsigned number) {
  int threads = 2 + (int)draw(THREADS_MOST - 1);
  unsigned syncs = draw(60), notified[THREADS_MOST] = {0}, waited[THREADS_MOST] = {0};
  int stands[THREADS_MOST] = {0};         /* in a barrier */
  struct race_thread thread[THREADS_MOST];
  char raced[BYTES] = {0};
  urtk_race_forget(0, BYTES);
  urtk_race_forget_order();
  memset(before, 0, sizeof before), memset(maybe, 0, sizeof maybe);
  sizes = 1 + draw(3);
  for (int t = 0; t < threads; t++) urtk_race_thread(&thread[t], t);
  events = 10 + (int)draw(EVENTS - 10);
  for (int x = 0; x < events; x++) {
    int t = (int)draw((unsigned)threads), all = 1;
    struct event *e = &event[x];
    *e = drawn(t, syncs);
    for (int u = 0; u < threads; u++) all &= notified[u] > waited[t];
    if (stands[t] && !all) {
      x--;
      continue;
    }
    if (stands[t]) e->what = NOTIFY;
    if (e->what == NOTIFY && notified[t] > waited[t] && all) e->what = WAIT;
    if (e->what == NOTIFY && notified[t] > waited[t]) e->what = FENCE; /* it cannot go on */
    if (e->what == NOTIFY || e->what == WAIT) stands[t] = e->what == NOTIFY && e->whole;
    if (e->what == NOTIFY) e->phase = notified[t]++;
    if (e->what == WAIT) e->phase = waited[t]++;
    int first = x, beside = draw_beside(x, threads, stands, syncs);
    order_one(x);
    if (beside) order_one(++x);
    memset(told, 0, sizeof told);
    if (beside) run_with(&thread[t], e, &thread[event[x].thread], &event[x]);
    else run(&thread[t], e);
    for (unsigned b = 0; b < BYTES; b++) {
      int expected = is_expected(is_race, first, b) || (beside && is_expected(is_race, x, b)),
          must = is_expected(must_be_told, first, b) || (beside && is_expected(must_be_told, x, b));
      CHECK(raced[b] || !must || told[b], "seed %lu, program %u, event %d, byte %u: a race was missed", seed, number,
            x, b);
      CHECK(raced[b] || expected || !told[b], "seed %lu, program %u, event %d, byte %u: a race was told of, and there "
            "is none", seed, number, x, b);
      raced[b] |= expected;
    }
  }
  for (int t = 0; t < threads; t++) urtk_race_thread_ends(&thread[t]);
}

/* ---- More places than the table has objects for ---- */
static int is_told(struct race_thread *t, unsigned place) {
  memset(told, 0, sizeof told);
  urtk_race_access(t, place, 1, RACE_WRITE, 0);
  return told[place];
}

static void many_places(void) {
  struct race_thread one, two;
  const uint64_t first = 8 * BYTES, places = OBJECTS + 16;
  CHECK(urtk_race_make(2, BYTES), "no memory for the detector");
  urtk_race_thread(&one, 0), urtk_race_thread(&two, 1);
  for (uint64_t i = 0; i < places; i++) urtk_race_release(&one, first + 8 * i);
  for (uint64_t i = 0; i < 8; i++) {
    const uint64_t object = first + 8 * (places / 7 * i), word = first - 8 - 8 * i;
    CHECK(!is_told(&one, 0), "place %d: a race of a thread", (int)i);
    urtk_race_release(&one, object), urtk_race_acquire(&two, object);
    CHECK(!is_told(&two, 0), "place %d: what a lock has ordered is told of", (int)i);
    CHECK(!is_told(&two, 1), "place %d: a race of a thread", (int)i);
    urtk_race_atomic(&two, word, 8, RACE_WRITE, 1, 0, nothing, NULL);
    urtk_race_atomic(&one, word, 8, RACE_READ, 1, 0, nothing, NULL);
    CHECK(!is_told(&one, 1) && !is_told(&one, 0), "place %d: what a strict word has ordered is told of", (int)i);
  }
  urtk_race_forget_order();
}

/* ---- A thread hands over some time before it writes: another thread's write may come in between ---- */
static void written_between(void) {
  struct race_thread one, two, three;
  CHECK(urtk_race_make(3, BYTES), "no memory for the detector");
  urtk_race_thread(&one, 0), urtk_race_thread(&two, 1), urtk_race_thread(&three, 2);
  for (unsigned place = 8; place < BYTES; place += 8) {
    CHECK(!is_told(&one, 0), "place %u: a race of a thread", place);
    urtk_race_fence(&one);
    if (place % 16) urtk_race_allowed(&one, place, 4, RACE_WRITE);
    else urtk_race_release(&one, place);
    urtk_race_atomic(&two, place, 4, RACE_WRITE, 1, 0, nothing, NULL);
    urtk_race_atomic(&three, place, 4, RACE_READ, 1, 0, nothing, NULL);
    CHECK(!is_told(&three, 0), "place %u: what the first write has ordered is told of", place);
    urtk_race_release(&three, 8 * BYTES), urtk_race_acquire(&one, 8 * BYTES);
  }
  urtk_race_forget_order();
}

/* ---- Numbers that are used up ---- */
static void all_numbers(void) {
  struct race_thread one, two;
  CHECK(urtk_race_make(2, BYTES), "no memory for the detector");
  urtk_race_thread(&one, 0), urtk_race_thread(&two, 1);
  one.now[0] = UINT32_MAX - 3;
  for (int i = 0; i < 8; i++) {
    CHECK(!is_told(&one, 0), "turn %d: a race of a thread", i);
    urtk_race_release(&one, 8 * BYTES), urtk_race_acquire(&two, 8 * BYTES);
    CHECK(!is_told(&two, 0), "turn %d: what a lock has ordered is told of", i);
    urtk_race_release(&two, 8 * BYTES), urtk_race_acquire(&one, 8 * BYTES);
  }
  CHECK(counted_all, "nothing is told of numbers that are used up");
  two.begun = UINT32_MAX - 5;
  for (int i = 0; i < 8; i++) {
    uint32_t work = urtk_race_begins(&two);
    CHECK(i < 2 ? work != 0 : work == 0, "work %d has number %u", i, work);
    urtk_race_beside(&two, work, 0, 1, RACE_WRITE, 0), urtk_race_ended(&two, work);
    CHECK(!is_told(&two, 0), "work %d: a race with what was waited for", i);
  }
}

int urt_main(int argc, char **argv) {
  seed = argc > 1 ? strtoul(argv[1], 0, 10) : 1;
  unsigned programs = argc > 2 ? (unsigned)strtoul(argv[2], 0, 10) : 10000;
  CHECK(urtk_race_make(THREADS_MOST, BYTES), "no memory for the detector");
  for (unsigned i = 0; i < programs; i++) {
    state = seed * 1000003 + i;
    program(i);
  }
  many_places();
  written_between();
  all_numbers();
  return passed();
}
