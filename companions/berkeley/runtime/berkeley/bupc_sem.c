/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's semaphores and memput with signal: a word counted up by atomic additions and down by compare and swap; a
 * boolean one, which knows no more than that it was posted, down to 0. So who posts, with or without data, sends one
 * message, and asks for nothing. A waiter spins, yields, and where every thread that may post reaches the word by
 * address, sleeps on it. */
#include <string.h>
#include "core/calls.h"
#include "core/core.h"

enum { BOOLEAN = 1 }; /* BUPC_SEM_BOOLEAN; the other flags only promise what is not used here */

struct sem {
  uint64_t value;
  uint64_t sleepers;
  uint64_t flags;
  uint64_t unused[5]; /* a line of its own */
};
#define FIELD(s, name) urt_member((s), offsetof(struct sem, name))

urt_ptr_t bupc_sem_alloc(int flags) {
  urt_ptr_t s = urtk_needed(0, sizeof(struct sem), "a semaphore");
  *(struct sem *)urt_near(s) = (struct sem){.flags = (uint64_t)flags};
  URT_FENCE();
  return s;
}

void bupc_sem_free(urt_ptr_t s) { upc_free(s); }

static void check(const char *call, urt_ptr_t s) {
  if (!urt_nonnull(s)) urtk_fatal_in(call, "thread %d: %s of a null pointer", urt_mythread, call);
}

static void wake(urt_ptr_t s) {
#ifdef URT_ALL_NEAR
  if (urtc_load(FIELD(s, sleepers))) urtc_wake(urt_near(s), urt_threads);
#else
  (void)s;
#endif
}

void bupc_sem_postN(urt_ptr_t s, size_t n) {
  check("bupc_sem_post", s);
  URT_FENCE();
  urtc_settle_before((int)s.thread);
  urtc_put_signal(s, NULL, 0, s, n, URTC_ADD);
  wake(s);
}

void bupc_sem_post(urt_ptr_t s) { bupc_sem_postN(s, 1); }

static uint64_t flags_of(urt_ptr_t s) {
  uint64_t flags;
  urt_get_bytes(&flags, FIELD(s, flags), sizeof flags);
  return flags;
}

static int take(urt_ptr_t s, uint64_t flags, uint64_t n, uint64_t *seen) {
  *seen = urtc_load(s);
  while (*seen >= n) {
    uint64_t had = urtc_compare_swap(s, *seen, flags & BOOLEAN ? 0 : *seen - n);
    if (had == *seen) return URT_FENCE(), 1;
    *seen = had;
  }
  return 0;
}

int bupc_sem_tryN(urt_ptr_t s, size_t n) {
  uint64_t seen;
  check("bupc_sem_try", s);
  if (take(s, flags_of(s), n, &seen)) return 1;
  if ((++urt_strict_reads & 15) == 0) urt_progress(); /* a program may wait with attempts */
  return 0;
}

int bupc_sem_try(urt_ptr_t s) { return bupc_sem_tryN(s, 1); }

void bupc_sem_waitN(urt_ptr_t s, size_t n) {
  uint64_t seen;
  unsigned turn = 0, patience = urtc_patience();
  urt_long_wait_t wait = {0};
  struct urtk_line line;
  long ms;
  check("bupc_sem_wait", s);
  uint64_t flags = flags_of(s);
  while (!take(s, flags, n, &seen)) {
    if (turn++ < patience) {
      urtc_relax(turn - 1);
      continue;
    }
    if (urtk_is_alone()) {
      if (take(s, flags, n, &seen)) return; /* posted just before the end */
      line = urtk_begin("bupc_sem_wait");
      urtk_add(&line, "thread %d waits for a semaphore, and no other thread is left to post it", urt_mythread);
      urtk_end_with(&line);
    }
    if ((ms = urtk_too_long(&wait))) {
      line = urtk_begin("bupc_sem_wait");
      urtk_add_waited(&line, ms);
      urtk_add(&line, "any thread to post it");
      urtk_write(&line);
    }
#ifdef URT_ALL_NEAR
    urtc_fetch_add(FIELD(s, sleepers), 1);
    urtc_sleep(urt_near(s), (uint32_t)seen); /* the low half, on the little-endian machines we know */
    urtc_fetch_add(FIELD(s, sleepers), (uint64_t)-1);
#else
    urtc_relax(turn);
#endif
  }
}

void bupc_sem_wait(urt_ptr_t s) { bupc_sem_waitN(s, 1); }

void bupc_memput_signal(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  check("bupc_memput_signal", s);
  if (urtk_plain(dst) || dst.thread != s.thread) {
    upc_memput(dst, src, n);
    bupc_sem_postN(s, posts);
    return;
  }
  URT_FENCE();
  urtc_put_signal(dst, src, n, s, posts, URTC_ADD);
  wake(s);
}

void bupc_memput_signal_async(urt_ptr_t dst, const void *src, size_t n, urt_ptr_t s, size_t posts) {
  bupc_memput_signal(dst, src, n, s, posts);
}
