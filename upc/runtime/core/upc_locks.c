/* SPDX-License-Identifier: BSD-3-Clause
 * UPC's locks (UPC 1.3, 7.2.4): a struct lock in shared memory, with checks of what the program hands in. */
#include "core/calls.h"
#include "core/core.h"
#include "core/spans.h"

#define KIND 0x6b636f6c20637075ULL /* "upc lock" */

static void check(const char *call, urt_ptr_t lock) {
  if (!urt_nonnull(lock)) urtk_fatal_in(call, "thread %d: %s of a null pointer", urt_mythread, call);
  if (!urt_is_near(lock)) return; /* not worth a message of its own */
  if (lock.thread >= (unsigned)urt_threads || ((struct lock *)urt_near(lock))->kind != KIND)
    urtk_fatal_in(call, "thread %d: %s of something that is not a lock, or has been freed", urt_mythread, call);
}

urt_ptr_t upc_global_lock_alloc(void) {
  urt_ptr_t lock = urtk_needed(0, sizeof(struct lock), "a lock");
  *(struct lock *)urt_near(lock) = (struct lock){.kind = KIND};
  URT_FENCE();
  return lock;
}

urt_ptr_t upc_all_lock_alloc(void) {
  return urtk_agree("upc_all_lock_alloc", (struct urtk_given){"", 0, 0},
                    urt_mythread == 0 ? upc_global_lock_alloc() : URT_NULL);
}

void upc_lock_free(urt_ptr_t lock) {
  if (!urt_nonnull(lock)) return;
  check("upc_lock_free", lock);
  urtc_store(urt_member(lock, offsetof(struct lock, kind)), 0);
  upc_free(lock);
}

void upc_all_lock_free(urt_ptr_t lock) {
  if (!urt_nonnull(lock)) return;
  check("upc_all_lock_free", lock);
  urtk_agree_on_place("upc_all_lock_free", lock);
  if (urt_mythread == 0) upc_lock_free(lock);
}

void upc_lock(urt_ptr_t lock) {
  check("upc_lock", lock);
  urt_turn_of_call();
  uint64_t word = urtk_lock_try(lock);
  if (!word) return;
  if (urtk_lock_holder(word) == urt_mythread)
    urtk_fatal_in("upc_lock", "thread %d: upc_lock of a lock it holds already", urt_mythread);
  uint64_t began = urtk_spans_wanted ? urtk_span_now() : 0;
  urtk_lock_await_long(lock, word);
  if (began) urtk_span(urtk_span_call("upc_lock"), began);
}

int upc_lock_attempt(urt_ptr_t lock) {
  check("upc_lock_attempt", lock);
  int got = !urtk_lock_try(lock);
  if (!got && (++urt_strict_reads & 15) == 0) urt_progress(); /* a program may wait with attempts */
  else if (got) urt_turn_of_call();
  return got;
}

void upc_unlock(urt_ptr_t lock) {
  check("upc_unlock", lock);
  int holder = urtk_lock_drop(lock);
  if (holder == urt_mythread) {
    urtk_gave_back();
    return;
  }
  if (holder >= 0)
    urtk_fatal_in("upc_unlock", "thread %d: upc_unlock of a lock that thread %d holds", urt_mythread, holder);
  urtk_fatal_in("upc_unlock", "thread %d: upc_unlock of a lock that nobody holds", urt_mythread);
}
