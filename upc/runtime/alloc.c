/* SPDX-License-Identifier: BSD-3-Clause
 * upc_alloc, upc_all_alloc, upc_global_alloc, upc_free, upc_all_free: sizes and messages; heap.c does the work. */
#include "calls.h"
#include "core.h"

static double mb(size_t bytes) { return (double)bytes / (1 << 20); }

static _Noreturn void exhausted(const char *call, const char *size, size_t bytes, int global) {
  urt_fatal("thread %d: %s asks for %s, that is %.1f MB a thread; of a shared heap of %.1f MB a thread %.1f MB are "
            "left (upcrun -shared-heap=SIZE or UPC_SHARED_HEAP_SIZE makes it larger)",
            urt_mythread, call, size, mb(bytes), mb(urtk_heap_size()), mb(urtk_heap_left(global)));
}

/* `nblocks` blocks dealt out to the threads: memory for as many as the first thread gets, on each. */
static urt_ptr_t allocate_global(const char *call, size_t nblocks, size_t nbytes) {
  size_t threads = (size_t)urt_threads, rows = nblocks / threads + (nblocks % threads != 0), bytes;
  char size[80];
  __builtin_snprintf(size, sizeof size, "%zu blocks of %zu bytes", nblocks, nbytes);
  if (__builtin_mul_overflow(rows, nbytes, &bytes)) exhausted(call, size, SIZE_MAX, 1);
  size_t offset = urtk_heap_alloc(1, bytes);
  if (!offset) exhausted(call, size, bytes, 1);
  return urtk_at(0, offset);
}

urt_ptr_t upc_global_alloc(size_t nblocks, size_t nbytes) {
  if (nblocks == 0 || nbytes == 0) return URT_NULL;
  return allocate_global("upc_global_alloc", nblocks, nbytes);
}

urt_ptr_t upc_all_alloc(size_t nblocks, size_t nbytes) {
  urt_ptr_t p = URT_NULL;
  if (urt_mythread == 0 && nblocks && nbytes) p = allocate_global("upc_all_alloc", nblocks, nbytes);
  return urtk_agree("upc_all_alloc", nblocks, nbytes, p);
}

urt_ptr_t upc_alloc(size_t nbytes) {
  if (nbytes == 0) return URT_NULL;
  size_t offset = urtk_heap_alloc(0, nbytes);
  char size[40];
  if (!offset) {
    __builtin_snprintf(size, sizeof size, "%zu bytes", nbytes);
    exhausted("upc_alloc", size, nbytes, 0);
  }
  return urtk_at(urt_mythread, offset);
}

void upc_free(urt_ptr_t p) {
  if (urt_nonnull(p)) urtk_heap_free(p);
}

void upc_all_free(urt_ptr_t p) {
  if (!urt_nonnull(p)) return;
  urtk_agree("upc_all_free", p.offset, p.thread, p); /* nobody uses it any more */
  if (urt_mythread == 0) urtk_heap_free(p);
}
