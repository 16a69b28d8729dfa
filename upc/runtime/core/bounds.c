/* SPDX-License-Identifier: BSD-3-Clause
 * What -fcheck-bounds has found, and casts to private pointers that lead nowhere. */
#include "core/core.h"

void urt_outside(long i, urt_size_t extent, const char *place) {
  urt_fatal("%s: subscript %ld, must be in 0..%zu (thread %d)", place, i, (size_t)extent - 1, urt_mythread);
}

void urt_not_local(urt_ptr_t p, const char *place) {
  urt_fatal("%s: thread %d casts a pointer to shared memory of thread %u to a private pointer; only the owner may",
            place, urt_mythread, (unsigned)p.thread);
}
