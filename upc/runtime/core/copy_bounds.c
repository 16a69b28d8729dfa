/* SPDX-License-Identifier: BSD-3-Clause
 * Copies beyond an object, in checked mode: explained in copy_bounds.h. */
#include <stdio.h>
#include "core/copy_bounds.h"

int urtk_checks_copies;

void urtk_check_copy(const char *call, urt_ptr_t p, size_t bytes) {
  char why[160];
  size_t rest = bytes && urt_nonnull(p) ? urt_object_rest(p) : 0;
  if (!bytes || bytes <= rest) return;
  if (!urt_nonnull(p)) snprintf(why, sizeof why, "a null pointer");
  else if (rest) snprintf(why, sizeof why, "a place with %zu up to the end of its shared object", rest);
  else snprintf(why, sizeof why, "a place in no shared object, which was freed or is beyond the end");
  urtk_fatal_in(call, "thread %d: %s of %zu bytes at %s", urt_mythread, call, bytes, why);
}
