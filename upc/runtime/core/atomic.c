/* SPDX-License-Identifier: BSD-3-Clause
 * Atomic updates. Where they are made:
 *
 *   8 bytes   by the conduit's atomics, anywhere
 *   4 bytes   if the processor's atomics work together with the conduit's: near by the processor's, far by
 *             the conduit's on the 8 bytes that hold them; else under a lock
 *   pointers  under a lock
 *
 * A lock is one of a few on the thread that owns the target, picked by its offset. An update that conduits have no
 * operation for is a loop of compare and swap. */
#include "core/atomic.h"
#include "core/core.h"
#include "urt_signals.h"

#ifdef URTC_NATIVE_ATOMICS
enum { NATIVE = 1 };
#else
enum { NATIVE = 0 };
#endif
static int native(urt_ptr_t p) { return NATIVE && urt_is_near(p); }

/* A program may wait in a loop of reads, or of compare and swap. Others must make progress meanwhile. */
static void waiting(void) { urt_strict_turn(); }

/* ---- locks ---- */
enum { LOCKS = 32 };
struct locks { struct lock lock[LOCKS]; };
URTK_STATIC(locks, sizeof(struct locks));

static urt_ptr_t lock_of(urt_ptr_t p) {
  return urtk_at((int)p.thread, locks + sizeof(struct lock) * (p.offset / sizeof(urt_ptr_t) % LOCKS));
}

static uint64_t update_locked(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  uint32_t value;
  uint64_t old, new;
  urt_ptr_t lock = lock_of(p);
  urtk_lock_take(lock);
  urt_get_bytes(&value, p, sizeof value);
  old = value;
  if (urtk_changed(kind, change, old, a, b, &new)) {
    value = (uint32_t)new;
    urt_put_bytes(p, &value, sizeof value);
  }
  urtk_lock_drop(lock);
  return old;
}

/* 4 far bytes: a compare and swap of the aligned word they lie in, little-endian. */
static uint64_t update_within(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  int shift = p.offset & 4 ? 32 : 0;
  p.offset &= ~(size_t)7;
  for (uint64_t had, seen = urtc_load(p);; seen = had) {
    uint64_t old = (uint32_t)(seen >> shift), new;
    if (!urtk_changed(kind, change, old, a, b, &new)) return waiting(), old;
    had = urtc_compare_swap(p, seen, (seen & ~((uint64_t)UINT32_MAX << shift)) | (uint64_t)(uint32_t)new << shift);
    if (had == seen) return old;
  }
}

urt_ptr_t urtk_update_pts(urt_ptr_t p, urtk_change_t change, urt_ptr_t a, urt_ptr_t b) {
  urt_ptr_t old, lock = lock_of(p);
  urtk_lock_take(lock);
  urt_get_bytes(&old, p, sizeof old);
  if (change == URTK_SET) urt_put_bytes(p, &a, sizeof a);
  else if (change == URTK_CSWAP && urt_eq(old, a)) urt_put_bytes(p, &b, sizeof b); /* phases are not compared */
  else waiting();
  urtk_lock_drop(lock);
  return old;
}

/* ---- words: 4 bytes only where native. Sequentially consistent, as those of 8 bytes are (conduit.h): operations of
 * upc_atomic.h may be strict. ---- */
static void before_update(urt_ptr_t p, int bytes, urtk_change_t change) {
  if (change == URTK_GET) urt_before_read(p);
  else urt_before_write(p, (urt_size_t)bytes);
}
static uint64_t load(urt_ptr_t p, int bytes) {
  return bytes == 8 ? urtc_load(p) : __atomic_load_n((uint32_t *)urt_near(p), __ATOMIC_SEQ_CST);
}
static uint64_t swap(urt_ptr_t p, int bytes, uint64_t new) {
  return bytes == 8 ? urtc_swap(p, new) : __atomic_exchange_n((uint32_t *)urt_near(p), (uint32_t)new, __ATOMIC_SEQ_CST);
}
static uint64_t fetch_add(urt_ptr_t p, int bytes, uint64_t value) {
  return bytes == 8 ? urtc_fetch_add(p, value)
                    : __atomic_fetch_add((uint32_t *)urt_near(p), (uint32_t)value, __ATOMIC_SEQ_CST);
}
static uint64_t compare_swap(urt_ptr_t p, int bytes, uint64_t old, uint64_t new) {
  if (bytes == 8) return urtc_compare_swap(p, old, new);
  uint32_t seen = (uint32_t)old;
  __atomic_compare_exchange_n((uint32_t *)urt_near(p), &seen, (uint32_t)new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return seen;
}

uint64_t urtk_update(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  int bytes = urtk_size_of(kind), integer = kind != URTK_F && kind != URTK_D;
  a = urtk_cut(kind, a), b = urtk_cut(kind, b);
  if (change != URTK_GET) urt_turn_of_call();
  if (bytes == 4 && !native(p)) return (NATIVE ? update_within : update_locked)(p, kind, change, a, b);
  if (bytes == 4) before_update(p, bytes, change);
  if (change == URTK_SET) return swap(p, bytes, a);
  if (integer && change == URTK_ADD) return fetch_add(p, bytes, a);
  if (integer && change == URTK_SUB) return fetch_add(p, bytes, -a);
  uint64_t old, new, seen = integer && change == URTK_CSWAP ? a : load(p, bytes);
  do {
    old = seen;
    if (!urtk_changed(kind, change, old, a, b, &new)) return waiting(), old;
    seen = compare_swap(p, bytes, old, new);
  } while (seen != old && !(integer && change == URTK_CSWAP));
  if (seen != old) waiting();
  return seen;
}

uint64_t urtk_update_strict(urt_ptr_t p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  URT_FENCE();
  uint64_t old = urtk_update(p, kind, change, a, b);
  URT_FENCE();
  return old;
}

/* ---- of the library: numbers of 4 or 8 bytes as bits ---- */
static uint64_t change(urt_ptr_t p, int bytes, urtk_change_t how, uint64_t a, uint64_t b) {
  return urtk_update(p, bytes == 8 ? URTK_U64 : URTK_U32, how, a, b);
}
unsigned long urt_word_read(urt_ptr_t p, int bytes) { return change(p, bytes, URTK_GET, 0, 0); }
unsigned long urt_word_swap(urt_ptr_t p, int bytes, unsigned long value) {
  return change(p, bytes, URTK_SET, value, 0);
}
unsigned long urt_word_add(urt_ptr_t p, int bytes, unsigned long value) {
  return change(p, bytes, URTK_ADD, value, 0);
}
void urt_count_word(urt_ptr_t p) { urt_add_signal(p, 1); }
unsigned long urt_word_compare(urt_ptr_t p, int bytes, unsigned long expected, unsigned long value) {
  return change(p, bytes, URTK_CSWAP, expected, value);
}

int urtk_update_is_fast(urt_ptr_t p, size_t bytes) {
  return urt_is_near(p) && (bytes == 8 || (bytes == 4 && native(p)));
}

/* What others reach as shared memory is updated as that, unless the processor's atomics do. */
uint64_t urtk_update_private(void *p, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b) {
  urt_ptr_t shared = NATIVE ? URT_NULL : urtk_inverse(p);
  if (urt_nonnull(shared)) return urtk_update(shared, kind, change, a, b);
  uint64_t old, new;
  uint32_t half;
  a = urtk_cut(kind, a), b = urtk_cut(kind, b);
  for (;;) {
    if (urtk_size_of(kind) == 8) {
      old = __atomic_load_n((uint64_t *)p, __ATOMIC_SEQ_CST);
      if (!urtk_changed(kind, change, old, a, b, &new)) return old;
      if (__atomic_compare_exchange_n((uint64_t *)p, &old, new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return old;
    } else {
      old = half = __atomic_load_n((uint32_t *)p, __ATOMIC_SEQ_CST);
      if (!urtk_changed(kind, change, old, a, b, &new)) return old;
      if (__atomic_compare_exchange_n((uint32_t *)p, &half, (uint32_t)new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return old;
    }
  }
}
