/* SPDX-License-Identifier: BSD-3-Clause
 * What -fcheck-bounds has found, casts to private pointers that lead nowhere, and sizes that no array can have. */
#include "core/core.h"

void urt_outside(long i, urt_size_t extent, const char *place) {
  urt_fatal("%s: subscript %ld, must be in 0..%zu (thread %d)", place, i, (size_t)extent - 1, urt_mythread);
}

void urt_not_local(urt_ptr_t p, const char *place) {
  urt_fatal("%s: thread %d casts a pointer to shared memory of thread %u to a private pointer; only the owner may",
            place, urt_mythread, (unsigned)p.thread);
}

void urt_negative_size(const char *size, long n) { urt_fatal("%s is %ld with %d threads", size, n, urt_threads); }

void urt_size_by_0(const char *size) { urt_fatal("%s divides by 0 with %d threads", size, urt_threads); }
