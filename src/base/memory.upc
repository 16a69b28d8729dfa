/* SPDX-License-Identifier: BSD-3-Clause
 * Shared memory that the library cannot do without. */
#include "base/memory.h"
#include "base/fail.h"

#include <stdio.h>
#include <upc.h>

#ifdef __URT__ /* our own runtime also says how much there is, and how there is more */

extern shared void *urt_needed(size_t bytes, const char *what);

shared [] char *upc_stride_shared_alloc(size_t bytes, const char *what) { return (shared [] char *)urt_needed(bytes, what); }

#else

shared [] char *upc_stride_shared_alloc(size_t bytes, const char *what) {
  shared [] char *place = (shared [] char *)upc_alloc(bytes);
  char line[100];
  if (place != NULL) return place;
  snprintf(line, sizeof line, "upc_stride: no shared memory for %.40s, %zu bytes, must be there", what, bytes);
  upc_stride_fail_line(line);
  return NULL;
}

#endif
