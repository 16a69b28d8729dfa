/* SPDX-License-Identifier: BSD-3-Clause
 * What the library tells whoever has set urtk_memory_events. */
#include "base/tell.h"

const struct urtk_memory_events *urtk_memory_events;
int urt_within_call;

/* Called only if somebody listens. */
void urt_tell_access(const void *address, size_t bytes, int kind) { urtk_memory_events->access(address, bytes, kind); }
void urt_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind) {
  urtk_memory_events->access_of(thread, offset, bytes, kind);
}
int urt_tell_soon(size_t thread, size_t offset) {
  return urtk_memory_events->soon ? urtk_memory_events->soon(thread, offset) : 0;
}
void urt_tell_order(size_t thread, size_t offset, int takes_over) {
  urtk_memory_events->order(thread, offset, takes_over);
}
void urt_tell_meeting(int leaves) { urtk_memory_events->meeting(leaves); }
unsigned long urt_tell_apart(int begins) { return urtk_memory_events->apart(begins); }
void urt_tell_apart_ended(unsigned long number) { urtk_memory_events->apart_ended(number); }
