/* SPDX-License-Identifier: BSD-3-Clause
 * Records what a program of upcc -fsanitize=race tells the detector, in the place of the detector: linked before the
 * runtime's archive, this file has the functions of race/shadow.c, order.c, atomics.c and collectives.c. Each thread
 * writes its events to the file $RACE_RECORD.THREAD; happens_before.cpp reads them. Events of all threads are numbered
 * in one order, in which nothing comes before what it depends on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/tell.h"
#include "race/detector.h"
#include "race/memory.h"
#include "record.h"

struct all { uint64_t next; uint32_t lock; };
static struct all *all;
static FILE *file;
static struct event held;        /* an access that the next one may continue */

static __attribute__((constructor)) void make(void) {
  all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static uint64_t next_number(void) { return __atomic_add_fetch(&all->next, 1, __ATOMIC_SEQ_CST); }

static void end(int status, void *unused) {
  (void)status, (void)unused;
  if (!file) return;
  if (held.what) fwrite(&held, sizeof held, 1, file);
  for (uint32_t i = 1; i <= urtk_races->sites; i++) {
    struct event e = {.what = SITE, .site = i};
    fwrite(&e, sizeof e, 1, file);
    fwrite(urtk_race_site_at(i), offsetof(struct race_site, address), 1, file);
  }
  fclose(file);
  file = NULL;
}

static void begin(void) {
  char name[4096];
  const char *path = getenv("RACE_RECORD");
  snprintf(name, sizeof name, "%s.%d", path ? path : "record", urt_mythread);
  file = fopen(name, "wb");
  if (!file) _exit(3);
  setvbuf(file, NULL, _IOFBF, 1 << 20);
  on_exit(end, NULL);
}

static void put(struct event e, const void *more, size_t bytes) {
  if (!file) begin();
  if (held.what) fwrite(&held, sizeof held, 1, file);
  held.what = 0;
  if (!e.number) e.number = next_number();
  fwrite(&e, sizeof e, 1, file);
  if (bytes) fwrite(more, 1, bytes, file);
}

/* ---- accesses ---- */
static void access_by(uint32_t work, uint64_t place, size_t bytes, int kind, uint32_t site) {
  if (place + bytes > urtk_races_bytes) return;
  if (held.what == ACCESS && held.site == site && held.kind == (uint32_t)kind && held.work == work) {
    if (place >= held.place && place + bytes <= held.place + held.bytes) return;
    if (place == held.place + held.bytes) {
      held.bytes += bytes;
      return;
    }
  }
  struct event e = {.what = ACCESS, .site = site, .place = place, .bytes = bytes, .kind = (uint32_t)kind, .work = work};
  if (!file) begin();
  if (held.what) fwrite(&held, sizeof held, 1, file);
  e.number = next_number();
  held = e;
}

void urtk_race_access(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  (void)t;
  access_by(0, place, bytes, kind, site);
}
void urtk_race_soon(struct race_thread *t, uint64_t place, size_t bytes, int kind, uint32_t site) {
  urtk_race_access(t, place, bytes, kind, site);
}
void urtk_race_strided(struct race_thread *t, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                       uint32_t site) {
  (void)t;
  for (size_t i = 0; i < count; i++) access_by(0, place + (uint64_t)((int64_t)i * stride), bytes, kind, site);
}
void urtk_race_run(struct race_thread *t, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                   uint32_t site) {
  urtk_race_strided(t, place, bytes, stride, count, kind, site);
}
void urtk_race_catch_up(struct race_thread *t) { (void)t; }
uint32_t urtk_race_begins(struct race_thread *t) { return ++t->begun; }
void urtk_race_beside(struct race_thread *t, uint32_t number, uint64_t place, size_t bytes, int kind, uint32_t site) {
  (void)t;
  access_by(number, place, bytes, kind, site);
}
void urtk_race_ended(struct race_thread *t, uint32_t number) {
  (void)t;
  put((struct event){.what = ENDED, .work = number}, NULL, 0);
}
void urtk_race_forget(uint64_t place, size_t bytes) {
  put((struct event){.what = FORGET, .place = place, .bytes = bytes}, NULL, 0);
}
void urtk_race_allow(uint64_t place, size_t bytes) {
  put((struct event){.what = ALLOW, .place = place, .bytes = bytes}, NULL, 0);
}

/* ---- order ---- */
void urtk_race_release(struct race_thread *t, uint64_t name) {
  (void)t;
  put((struct event){.what = RELEASE, .place = name, .site = urtk_race_call()}, NULL, 0);
}
void urtk_race_acquire(struct race_thread *t, uint64_t name) {
  (void)t;
  put((struct event){.what = ACQUIRE, .place = name, .site = urtk_race_call()}, NULL, 0);
}
void urtk_race_notify(struct race_thread *t, int splits) {
  (void)t, (void)splits;
  put((struct event){.what = NOTIFY}, NULL, 0);
}
void urtk_race_wait(struct race_thread *t) { (void)t; put((struct event){.what = WAIT}, NULL, 0); }
void urtk_race_fence(struct race_thread *t) { (void)t; put((struct event){.what = FENCE}, NULL, 0); }
void urtk_race_allowed(struct race_thread *t, uint64_t place, size_t bytes, int kind) {
  (void)t, (void)place, (void)bytes, (void)kind;
}

void urtk_race_atomic(struct race_thread *t, uint64_t place, size_t bytes, int kind, int strict, uint32_t site,
                      void (*make)(void *), void *argument) {
  struct event e = {.what = ATOMIC, .site = site, .place = place, .bytes = bytes, .kind = (uint32_t)kind,
                    .work = (uint32_t)strict};
  (void)t;
  urtk_race_take(&all->lock);
  make(argument);
  e.number = next_number();
  urtk_race_drop(&all->lock);
  put(e, NULL, 0);
}

/* ---- collective calls ---- */
struct entered { const upc_stride_seen_memory_t *meeting; uint32_t work, call; };

static uint32_t next_of(unsigned long long team) {
  enum { TEAMS = 1024 };
  static struct { unsigned long long team; uint32_t calls; } teams[TEAMS];
  size_t i = (size_t)team % TEAMS;
  while (teams[i].team && teams[i].team != team) i = (i + 1) % TEAMS;
  teams[i].team = team;
  return ++teams[i].calls;
}

static struct event of_call(enum what what, const struct entered *e) {
  const upc_stride_seen_memory_t *m = e->meeting;
  return (struct event){.what = what, .site = urtk_race_call(), .place = m->team, .bytes = e->call, .work = e->work,
                        .kind = (uint32_t)(m->in | m->out << 2 | m->members << 4)};
}

/* An object of the call: what the lender hands over. */
static uint64_t lent_in(const struct entered *e) { return 3ULL << 62 | (e->meeting->team ^ e->call) >> 2; }

void *urtk_race_enter(const upc_stride_seen_memory_t *m) {
  if (!urtk_race_on()) return NULL;
  struct entered *e = malloc(sizeof *e);
  *e = (struct entered){m, urtk_race_begins(&urtk_race_me), next_of(m->team)};
  put(of_call(ENTER, e), NULL, 0);
  for (int i = 0; i < m->members; i++) put((struct event){.what = MEMBER, .kind = (uint32_t)m->thread[i]}, NULL, 0);
  for (size_t i = 0; i < m->ranges; i++)
    for (size_t k = 0; k < m->range[i].count; k++) {
      uint64_t place = urtk_race_place_at(m->range[i].start + (long long)k * m->range[i].stride);
      if (place < urtk_races_bytes)
        put((struct event){.what = RANGE, .place = place, .bytes = m->range[i].bytes,
                           .kind = m->range[i].written ? RACE_WRITE : RACE_READ}, NULL, 0);
    }
  put((struct event){.what = ENTERED}, NULL, 0);
  if (m->lender == urt_mythread) urtk_race_release(&urtk_race_me, lent_in(e));
  return e;
}

void urtk_race_leave(void *entered) {
  const struct entered *e = entered;
  if (e->meeting->lender >= 0) urtk_race_acquire(&urtk_race_me, lent_in(e));
  put(of_call(LEAVE, entered), NULL, 0);
  free(entered);
}
