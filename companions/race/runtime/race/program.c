/* SPDX-License-Identifier: BSD-3-Clause
 * The detector's start and end in a program, and the accesses that generated code tells of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/identity.h"
#include "base/memory.h"
#include "base/tell.h"
#include "libraries/foreign_calls.h"
#include "race/detector.h"
#include "race/environment.h"
#include "race/memory.h"
#include "urt_race.h"

#pragma weak upc_stride_observe

#ifdef URT_ONE_MAPPING

static void stop(void) { urtc_end_job(RACE_STATUS, NULL); }

static void reserve(size_t segment) {
  urtk_race_mode = (enum race_mode)urtk_env_race();
  urtk_race_stop = stop;
  urtk_race_name = urtk_race_name_element;
  if (urt_threads > RACE_MOST_THREADS)
    urtk_usage(2, "there are %d threads; the race detector can have at most %d", urt_threads, RACE_MOST_THREADS);
  if (!urtk_race_make(urt_threads, (size_t)urt_threads * (segment + URTK_LARGE_PAGE)))
    urtk_usage(1,
               "the system does not give the race detector address space for %d threads with %zu MB of shared memory "
               "each; UPC_SHARED_HEAP_SIZE lowers it", urt_threads, (segment - urtk_first) >> 20);
}

/* Runs last of all that the program and the runtime do at the end of a thread. */
static void end(int status, void *unused) {
  (void)unused;
  if (!urtk_race_on()) return;
  urtk_race_catch_up(&urtk_race_me);
  if (urtk_race_last_to_end()) urtk_race_summary();
  if (status || !urtk_races_found()) return;
  fflush(NULL);
  _exit(RACE_STATUS);
}

static void enter(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  if (call->memory) *call->own = urtk_race_enter(call->memory);
}

static void leave(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  if (*call->own) urtk_race_leave(*call->own);
}

/* Now the segments are there, and it is known where they end: private memory may begin at the next byte. A program
 * without collectives has no library. */
static void begin(void) {
  static upc_stride_observer_t collectives = {.begin = enter, .end = leave, .sees = UPC_STRIDE_SEES_MEMORY};
  urtk_races_bytes = (uint64_t)urt_threads * urt_stride;
  urtk_race_thread(&urtk_race_me, urt_mythread);
  if (upc_stride_observe) upc_stride_observe(&collectives);
}

/* Memory has the name of the program's call that has made it, such as upc_stride_all_alloc. */
static void fresh(int global, size_t offset, size_t bytes) {
  urtk_race_of_heap(global, offset, bytes);
  if (urtk_race_on()) urtk_race_allocated(urtk_at(global ? 0 : urt_mythread, offset), bytes, 0, global);
}

static void touch_place(size_t thread, size_t offset, size_t bytes, int kind) {
  urtk_race_touch(urtk_at((int)thread, offset), bytes, kind);
}

static void order(size_t thread, size_t offset, int takes_over) {
  (takes_over ? urtk_race_gets : urtk_race_gives)(urtk_at((int)thread, offset));
}

static void catch_up(void) {
  if (urtk_race_on()) urtk_race_catch_up(&urtk_race_me);
}

static const struct urtk_memory_events hooks = {
  .reserve = reserve, .begin = begin, .allocated = fresh, .work = urtk_race_of_tasks,
  .access = urtk_race_touch_at, .access_of = touch_place, .meeting = urtk_race_of_all, .order = order,
  .apart = urtk_race_apart, .apart_ended = urtk_race_apart_ended, .settle = catch_up};

static __attribute__((constructor)) void set_hooks(void) {
  urtk_constructors++;
  if (&urtk_race_if_asked && !getenv("UPC_RACE")) return;
  urtk_memory_events = &hooks;
  on_exit(end, NULL);
}

/* ---- Accesses of generated code ---- */
static __attribute__((noinline)) uint32_t number(urt_race_line_t *line) {
  return line->number = urtk_race_site(line->file, line->line, "");
}

static inline uint32_t number_of(urt_race_line_t *line) { return line->number ? line->number : number(line); }

static inline void note(uint64_t place, size_t bytes, int kind, urt_race_line_t *line) {
  if (place < urtk_races_bytes && urtk_race_on())
    urtk_race_soon(&urtk_race_me, place, bytes, kind, number_of(line));
}

void urt_race_read(const void *p, urt_size_t bytes, urt_race_line_t *line) {
  note(urtk_race_place_at(p), bytes, RACE_READ, line);
}
void urt_race_write(const void *p, urt_size_t bytes, urt_race_line_t *line) {
  note(urtk_race_place_at(p), bytes, RACE_WRITE, line);
}
void urt_race_read_far(urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line) {
  note(urtk_race_place(p), bytes, RACE_READ, line);
}
void urt_race_write_far(urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line) {
  note(urtk_race_place(p), bytes, RACE_WRITE, line);
}

static void foreign_access(const struct urtk_foreign_listener *listener, const struct urtk_foreign_access *a) {
  const uint32_t site = *(const uint32_t *)listener->of;
  for (size_t i = 0; i < a->count; i++) {
    uint64_t place = urtk_race_place_at(a->at + (long long)i * a->stride);
    if (place >= urtk_races_bytes) continue;
    urtk_race_access(&urtk_race_me, place, a->bytes, a->writes ? RACE_WRITE : RACE_READ, site);
  }
}

void urt_race_library(const char *name, const unsigned long *words, urt_size_t count, urt_race_line_t *line) {
  if (!urtk_race_on()) return;
  if (!line->number) line->number = urtk_race_site(line->file, line->line, name);
  const uint32_t site = line->number;
  const struct urtk_foreign_listener listener = {foreign_access, &site};
  urtk_foreign_call(name, (const uint64_t *)words, count, &listener);
}

static inline void note_run(const void *p, size_t bytes, long stride, size_t count, int kind, urt_race_line_t *line) {
  if (urtk_race_place_at(p) < urtk_races_bytes && urtk_race_on())
    urtk_race_run(&urtk_race_me, urtk_race_place_at(p), bytes, stride, count, kind, number_of(line));
}

void urt_race_read_run(const void *p, urt_size_t bytes, long stride, urt_size_t count, urt_race_line_t *line) {
  note_run(p, bytes, stride, count, RACE_READ, line);
}
void urt_race_write_run(const void *p, urt_size_t bytes, long stride, urt_size_t count, urt_race_line_t *line) {
  note_run(p, bytes, stride, count, RACE_WRITE, line);
}

/* An atomic instruction stays in the program. What it orders is noted around it: of a write before it, and of a read
 * behind it, so none is missed. */
void urt_race_before_atomic(const void *p, urt_size_t bytes, int kind, int order, urt_race_line_t *line) {
  note(urtk_race_place_at(p), bytes, kind | RACE_ATOMIC, line);
  if (urtk_race_place_at(p) >= urtk_races_bytes || !urtk_race_on()) return;
  urtk_race_catch_up(&urtk_race_me);
  if (order != __ATOMIC_RELAXED) urtk_race_fence(&urtk_race_me);
  if (kind == RACE_WRITE) urtk_race_allowed(&urtk_race_me, urtk_race_place_at(p), bytes, RACE_WRITE);
}

void urt_race_after_atomic(const void *p, urt_size_t bytes, int order) {
  if (urtk_race_place_at(p) >= urtk_races_bytes || !urtk_race_on()) return;
  urtk_race_allowed(&urtk_race_me, urtk_race_place_at(p), bytes, RACE_READ);
  if (order != __ATOMIC_RELAXED) urtk_race_fence(&urtk_race_me);
}

void urt_race_fenced(void) {
  if (urtk_race_on()) urtk_race_fence(&urtk_race_me);
}

/* ---- Strict accesses ---- */
struct strict { urt_ptr_t at; void *to; const void *from; size_t bytes; };

static void copy(void *to, const void *from, size_t bytes) {
  if (bytes == 8) __atomic_store_n((uint64_t *)to, __atomic_load_n((const uint64_t *)from, 5), 5);
  else if (bytes == 4) __atomic_store_n((uint32_t *)to, __atomic_load_n((const uint32_t *)from, 5), 5);
  else memcpy(to, from, bytes);
}

static void get(void *argument) {
  const struct strict *s = argument;
  urt_before_read(s->at);
  URT_FENCE();
  if (urt_is_near(s->at)) copy(s->to, urt_near(s->at), s->bytes);
  else urt_get_far(s->to, s->at, s->bytes);
  URT_FENCE();
}

static void put(void *argument) {
  const struct strict *s = argument;
  urt_before_write(s->at, s->bytes);
  URT_FENCE();
  if (urt_is_near(s->at)) copy(urt_near(s->at), s->from, s->bytes);
  else urt_put_far(s->at, s->from, s->bytes);
  URT_FENCE();
}

static void strict(int kind, struct strict s, urt_race_line_t *line) {
  void (*make)(void *) = kind == RACE_READ ? get : put;
  if (!urtk_race_on()) make(&s);
  else urtk_race_atomic(&urtk_race_me, urtk_race_place(s.at), s.bytes, kind, 1, number_of(line), make, &s);
}

void urt_race_get_strict(void *value, urt_ptr_t p, urt_size_t bytes, urt_race_line_t *line) {
  urt_strict_turn();
  strict(RACE_READ, (struct strict){p, value, NULL, bytes}, line);
}

void urt_race_put_strict(urt_ptr_t p, const void *value, urt_size_t bytes, urt_race_line_t *line) {
  urt_turn_of_call();
  strict(RACE_WRITE, (struct strict){p, NULL, value, bytes}, line);
}

#endif
