/* SPDX-License-Identifier: BSD-3-Clause
 * What -fcheck-bounds has found. */
#include "core/core.h"

void urt_outside(long i, urt_size_t extent, const char *place) {
  urt_fatal("%s: subscript %ld, must be in 0..%zu (thread %d)", place, i, (size_t)extent - 1, urt_mythread);
}
