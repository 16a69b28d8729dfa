/* SPDX-License-Identifier: BSD-3-Clause
 * What UPC lets a program ask of a pointer-to-shared (UPC 1.3, 7.2.3), and upc_castable.h. */
#include "core/calls.h"
#include "core/core.h"

size_t upc_threadof(urt_ptr_t p) { return p.thread; }
size_t upc_phaseof(urt_ptr_t p) { return p.phase; }
size_t upc_addrfield(urt_ptr_t p) { return p.offset; }
urt_ptr_t upc_resetphase(urt_ptr_t p) { return urt_rephase(p); }

/* The bytes thread `thread` holds of an object of `total` bytes dealt out in blocks of `block` bytes; block 0 is
 * indefinite. The last block may be short: it holds what is left. */
size_t upc_affinitysize(size_t total, size_t block, size_t thread) {
  if (block == 0) return thread == 0 ? total : 0;
  size_t threads = (size_t)urt_threads, whole = total / block, rows = whole / threads, over = whole % threads;
  return rows * block + (thread < over ? block : thread == over ? total % block : 0);
}

void *upc_cast(urt_ptr_t p) { return urt_nonnull(p) && urtk_plain(p) ? urt_near(p) : NULL; }

/* The shared memory a private pointer points to, of this thread or another one it reaches by address; or null. */
urt_ptr_t urtk_inverse(const void *p) {
  for (int i = 0; i < urt_threads; i++) {
    urt_ptr_t start = urtk_at((urt_mythread + i) % urt_threads, 0);
    if (!urt_is_near(start)) continue;
    uintptr_t offset = (uintptr_t)p - (uintptr_t)urt_near(start);
    if (offset >= urtk_first && offset < urtk_segment_size()) return start.offset = offset, start;
  }
  return URT_NULL;
}

urt_thread_info_t upc_thread_info(size_t thread) {
  enum { ALL = 15 }; /* UPC_CASTABLE_ALL */
  if (thread >= (size_t)urt_threads)
    urt_fatal("upc_thread_info(%zu): there are %d threads", thread, urt_threads);
  int all = urtk_plain(urtk_at((int)thread, urtk_first)) ? ALL : 0;
  return (urt_thread_info_t){all, all};
}
