/* SPDX-License-Identifier: BSD-3-Clause
 * The start and the end in a program, and the accesses that generated code tells of. */
#include <stdlib.h>
#include "address/address.h"
#include "base/tell.h"
#include "libraries/foreign_calls.h"
#include "libraries/handles.h"
#include "upc_stride_tools.h"
#include "urt_address.h"

#pragma weak upc_stride_observe

static int on;                                 /* from before main to the end */

/* ---- Hooks ---- */
static void has_beside(size_t offset) {
  urtk_address_has_beside(offset);
  urtk_address_static_objects();
}

static void reserve(size_t segment) { (void)segment; }
static void work(enum urtk_work event) { (void)event; }
static void meeting(int leaves) { (void)leaves; }
static void order(size_t thread, size_t offset, int takes_over) { (void)thread, (void)offset, (void)takes_over; }
static unsigned long apart(int begins) { return (void)begins, 0; }
static void apart_ended(unsigned long number) { (void)number; }
static void settle(void) {}

static void touch(const void *address, size_t bytes, int kind) { urtk_address_look_at(address, bytes, kind & 1); }

static __attribute__((noinline)) void look_closely_of(size_t thread, size_t offset, size_t bytes, int kind) {
  urtk_address_look(urtk_at((int)thread, offset), bytes, kind & 1);
}

static void touch_place(size_t thread, size_t offset, size_t bytes, int kind) {
  const urt_ptr_t p = urtk_at((int)thread, offset);
  if (thread < (size_t)urt_threads && urt_is_near(p) && urtk_address_is_live(urt_near(p), bytes)) return;
  look_closely_of(thread, offset, bytes, kind);
}

static int soon(size_t thread, size_t offset) {
  const urt_ptr_t p = urtk_at((int)thread, offset);
  if (thread < (size_t)urt_threads && urt_is_near(p)) urtk_address_will_look(urt_near(p));
  return 1;
}

static void look_at_range(const upc_stride_seen_range_t *r) {
  if (urtk_address_is_run_live(r->start, r->bytes, r->stride, r->count)) return;
  if (r->count == 1 || r->stride == (long long)r->bytes)
    urtk_address_look_at(r->start, r->bytes * r->count, r->written);
  else
    for (size_t i = 0; i < r->count; i++)
      urtk_address_look_at(r->start + (long long)i * r->stride, r->bytes, r->written);
}

static void call_begins(upc_stride_observer_t *observer, const upc_stride_seen_t *call) {
  (void)observer;
  for (size_t i = 0; call->memory && i < call->memory->ranges; i++) look_at_range(&call->memory->range[i]);
}

/* Before the conduit ends the thread: glibc goes on with what is left to do at the end, with the new status. */
static void end(int status, void *unused) {
  (void)unused;
  on = 0;
  if (urtk_address_settings.leaks && !status) urtk_meet_after_main(), urtk_address_leaks();
  if (!status && urtk_address_found()) exit(ADDRESS_STATUS);
}

/* A program without collectives has no library. */
static void begin(void) {
  static upc_stride_observer_t collectives = {.begin = call_begins, .sees = UPC_STRIDE_SEES_MEMORY};
  if (upc_stride_observe) upc_stride_observe(&collectives);
  on = 1;
  urtk_keeps_handles = urtk_address_settings.leaks;
  urtk_address_hear_clang();
  on_exit(end, NULL);
}

enum { APART_BY = 256 };
static const struct urtk_memory_events hooks = {
  .reserve = reserve, .begin = begin, .beside = urtk_address_beside, .has_beside = has_beside,
  .apart_by = APART_BY, .padding = urtk_address_padding, .make_room = urtk_address_make_room,
  .allocated = urtk_address_allocated, .freed = urtk_address_freed, .work = work, .access = touch,
  .access_of = touch_place, .soon = soon, .meeting = meeting, .order = order, .apart = apart,
  .apart_ended = apart_ended, .settle = settle};

static __attribute__((constructor)) void set_hooks(void) {
  urtk_constructors++;
  if (&urtk_address_if_asked && !getenv("UPC_ASAN")) return;
  urtk_memory_events = &hooks;
}

/* ---- Calls ---- */
int urtk_address_look(urt_ptr_t p, size_t bytes, int kind) {
  if (!on || !bytes) return 1;
  size_t good = urtk_address_accessible(p, bytes);
  if (good == bytes) {
    if (urtk_address_settings.unwritten && urtk_address_writes(kind)) urtk_address_written(p, bytes);
    return 1;
  }
  urtk_address_report(urtk_address_called(*urt_called), p, bytes, good, kind);
  return 0;
}

void urtk_address_look_at(const void *address, size_t bytes, int kind) {
  urt_ptr_t p;
  if (!on || urtk_address_is_live(address, bytes)) return;
  if (urtk_address_locate(address, &p)) urtk_address_look(p, bytes, kind);
}

/* ---- Accesses of generated code ---- */
/* A call that copies may copy what nobody has written. */
static void look_for_new(struct urtk_address_place place, urt_ptr_t p, size_t bytes, int kind) {
  int uses = (kind == ADDRESS_READ || kind == ADDRESS_UPDATE) && !place.call;
  if (uses && urtk_address_is_new(p, bytes)) urtk_address_report_new(place, p, bytes);
  if (urtk_address_writes(kind)) urtk_address_written(p, bytes);
}

static void look_in(struct urtk_address_place place, urt_ptr_t p, size_t bytes, int kind) {
  size_t good = urtk_address_accessible(p, bytes);
  if (good < bytes) urtk_address_report(place, p, bytes, good, kind);
  else if (urtk_address_settings.unwritten) look_for_new(place, p, bytes, kind);
}

static void look(urt_ptr_t p, size_t bytes, int kind, const urt_address_line_t *line) {
  look_in((struct urtk_address_place){line->file, line->line, NULL}, p, bytes, kind);
}

static __attribute__((noinline)) void look_closely(const void *at, size_t bytes, int kind,
                                                   const urt_address_line_t *line) {
  urt_ptr_t p;
  if (on && urtk_address_locate(at, &p)) look(p, bytes, kind, line);
}

static inline void note(const void *p, size_t bytes, int kind, const urt_address_line_t *line) {
  if (!urtk_address_is_live(p, bytes)) look_closely(p, bytes, kind, line);
}

void urt_address_read(const void *p, urt_size_t bytes, const urt_address_line_t *line) {
  note(p, bytes, ADDRESS_READ, line);
}
void urt_address_write(const void *p, urt_size_t bytes, const urt_address_line_t *line) {
  note(p, bytes, ADDRESS_WRITE, line);
}

void urt_address_bits(const void *p, urt_size_t bytes, const urt_address_line_t *line) {
  note(p, bytes, ADDRESS_BITS, line);
}
void urt_address_update(const void *p, urt_size_t bytes, const urt_address_line_t *line) {
  note(p, bytes, ADDRESS_UPDATE, line);
}

/* Without gaps a run is one access. */
static inline void note_run(const char *p, size_t bytes, long stride, size_t count, int kind,
                            const urt_address_line_t *line) {
  if (urtk_address_is_run_live(p, bytes, stride, count)) return;
  if (stride == (long)bytes) note(p, bytes * count, kind, line);
  else if (stride == -(long)bytes) note(p + stride * (long)(count - 1), bytes * count, kind, line);
  else if (!stride) note(p, bytes, kind, line);
  else
    for (size_t i = 0; i < count; i++) note(p + (long)i * stride, bytes, kind, line);
}

void urt_address_read_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                          const urt_address_line_t *line) {
  note_run(p, bytes, stride, count, ADDRESS_READ, line);
}
void urt_address_write_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                           const urt_address_line_t *line) {
  note_run(p, bytes, stride, count, ADDRESS_WRITE, line);
}

void urt_address_bits_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                          const urt_address_line_t *line) {
  note_run(p, bytes, stride, count, ADDRESS_BITS, line);
}
void urt_address_update_run(const void *p, urt_size_t bytes, long stride, urt_size_t count,
                            const urt_address_line_t *line) {
  note_run(p, bytes, stride, count, ADDRESS_UPDATE, line);
}

/* Of a bit-field all of its word comes: which bits are used is not known. */
void urt_address_read_far(urt_ptr_t p, urt_size_t bytes, const urt_address_line_t *line) {
  if (on) look(p, bytes, ADDRESS_BITS, line);
}
void urt_address_write_far(urt_ptr_t p, urt_size_t bytes, const urt_address_line_t *line) {
  if (on) look(p, bytes, ADDRESS_WRITE, line);
}

/* ---- Calls of other libraries ---- */
static void foreign_access(const struct urtk_foreign_listener *listener, const struct urtk_foreign_access *a) {
  const int kind = a->writes ? ADDRESS_WRITE : ADDRESS_READ;
  urt_ptr_t p;
  if (urtk_address_is_run_live(a->at, a->bytes, a->stride, a->count)) return;
  for (size_t i = 0; i < a->count; i++)
    if (urtk_address_locate(a->at + (long long)i * a->stride, &p))
      look_in(*(const struct urtk_address_place *)listener->of, p, a->bytes, kind);
}

void urt_address_library(const char *name, const unsigned long *words, urt_size_t count,
                         const urt_address_line_t *line) {
  const struct urtk_address_place place = {line->file, line->line, name};
  const struct urtk_foreign_listener listener = {foreign_access, &place};
  if (on) urtk_foreign_call(name, (const uint64_t *)words, count, &listener);
}
