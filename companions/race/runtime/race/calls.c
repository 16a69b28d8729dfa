/* SPDX-License-Identifier: BSD-3-Clause
 * The program's calls that order threads, allocate or copy (calls.inc): each tells the detector, and makes the call.
 * What is handed over is told before the call, and what is taken over behind it. */
#include "core/calls.h"
#include "core/core.h"
#include "race/detector.h"

#ifdef URT_ONE_MAPPING

static struct race_thread *const me = &urtk_race_me;

/* ---- Barriers, fences, locks ---- */
void urt_race_urt_notify(int tagged, int tag) {
  if (urtk_race_on()) urtk_race_notify(me, 1);
  urt_notify(tagged, tag);
}

void urt_race_urt_wait(int tagged, int tag) {
  urt_wait(tagged, tag);
  if (urtk_race_on()) urtk_race_wait(me), urtk_race_met();
}

void urt_race_urt_barrier(int tagged, int tag) {
  if (urtk_race_on()) urtk_race_notify(me, 0);
  urt_barrier(tagged, tag);
  if (urtk_race_on()) urtk_race_wait(me), urtk_race_met();
}

void urt_race_urt_fence(void) {
  urt_fence();
  if (urtk_race_on()) urtk_race_fence(me);
}

void bupc_poll(void);

void urt_race_bupc_poll(void) { /* a fence, too */
  bupc_poll();
  if (urtk_race_on()) urtk_race_fence(me);
}

void urt_race_upc_lock(urt_ptr_t lock) {
  upc_lock(lock);
  urtk_race_gets(lock);
}

int urt_race_upc_lock_attempt(urt_ptr_t lock) {
  int got = upc_lock_attempt(lock);
  if (got) urtk_race_gets(lock);
  return got;
}

void urt_race_upc_unlock(urt_ptr_t lock) {
  urtk_race_gives(lock);
  upc_unlock(lock);
}

_Noreturn void urt_race_upc_global_exit(int status) {
  if (urtk_race_on()) urtk_race_catch_up(me);
  if (urtk_race_on() && urtk_races_found()) {
    urtk_race_summary();
    if (!status) status = RACE_STATUS;
  }
  upc_global_exit(status);
}

/* ---- Memory, for its name in reports. That it is new the heap has told ---- */
static urt_ptr_t allocated(urt_ptr_t p, size_t bytes, size_t block, int on_all) {
  if (urt_nonnull(p) && urtk_race_on()) urtk_race_allocated(p, bytes, block, on_all);
  return p;
}

urt_ptr_t urt_race_upc_alloc(size_t bytes) { return allocated(upc_alloc(bytes), bytes, 0, 0); }

urt_ptr_t urt_race_upc_local_alloc(size_t nblocks, size_t nbytes) {
  return allocated(upc_local_alloc(nblocks, nbytes), nblocks * nbytes, 0, 0);
}

urt_ptr_t urt_race_upc_global_alloc(size_t nblocks, size_t nbytes) {
  return allocated(upc_global_alloc(nblocks, nbytes), urtk_most_of(nblocks, nbytes), nbytes, 1);
}

urt_ptr_t urt_race_upc_all_alloc(size_t nblocks, size_t nbytes) {
  urt_ptr_t p = upc_all_alloc(nblocks, nbytes);
  return urt_mythread == 0 ? allocated(p, urtk_most_of(nblocks, nbytes), nbytes, 1) : p;
}

/* Who frees memory does to it what a write does: no thread may use it at that time, or later. The detector hears of it
 * before the memory is given back: another thread may get it at once, and what came later would be of that memory. Only
 * the bytes that were asked for count: no others are forgotten when the memory is allocated again. */
void urt_race_upc_free(urt_ptr_t p) {
  struct urtk_block block = {.thread = -1};
  if (urt_nonnull(p) && p.thread < (unsigned)urt_threads) urtk_heap_block(p, &block);
  for (int t = 0; t < urt_threads; t++)
    if (t == block.thread || block.global) urtk_race_touch(urtk_at(t, block.at), block.given, RACE_WRITE);
  if (urtk_race_on()) urtk_race_catch_up(me);
  upc_free(p);
}

/* ---- Copies ---- */
void urt_race_upc_memcpy(urt_ptr_t dst, urt_ptr_t src, size_t bytes) {
  urtk_race_touch(src, bytes, RACE_READ);
  urtk_race_touch(dst, bytes, RACE_WRITE);
  upc_memcpy(dst, src, bytes);
}

void urt_race_upc_memget(void *dst, urt_ptr_t src, size_t bytes) {
  urtk_race_touch(src, bytes, RACE_READ);
  urtk_race_touch_at(dst, bytes, RACE_WRITE);
  upc_memget(dst, src, bytes);
}

void urt_race_upc_memput(urt_ptr_t dst, const void *src, size_t bytes) {
  urtk_race_touch_at(src, bytes, RACE_READ);
  urtk_race_touch(dst, bytes, RACE_WRITE);
  upc_memput(dst, src, bytes);
}

void urt_race_upc_memset(urt_ptr_t dst, int c, size_t bytes) {
  urtk_race_touch(dst, bytes, RACE_WRITE);
  upc_memset(dst, c, bytes);
}

/* ---- upc_race_ok ---- */
void urt_race_ok(urt_ptr_t p, size_t bytes, int on_all) {
  if (!urtk_race_on()) return;
  urtk_race_catch_up(me);
  for (int t = 0; t < (on_all ? urt_threads : 1); t++)
    urtk_race_allow(urtk_race_place(on_all ? urtk_at(t, p.offset) : p), bytes);
}

#endif
