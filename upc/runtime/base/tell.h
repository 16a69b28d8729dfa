/* SPDX-License-Identifier: BSD-3-Clause
 * tell.h: what a program's calls do with memory, and what orders threads, for whoever has set urtk_memory_events
 * (hooks.h). If nobody has, each of these calls costs a look at the pointer. */
#ifndef URT_BASE_TELL_H
#define URT_BASE_TELL_H

#include "base/hooks.h"

/* ---- for the library; src/base/port.h has the same */
void urt_tell_access(const void *address, size_t bytes, int kind);
void urt_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind);
int urt_tell_soon(size_t thread, size_t offset);
extern int urt_within_call;                    /* not 0: the library calls functions of the program */
unsigned long urt_tell_apart(int begins);
void urt_tell_apart_ended(unsigned long number);
void urt_tell_order(size_t thread, size_t offset, int takes_over);
void urt_tell_meeting(int leaves);

/* ---- for the runtime */
static inline void urtk_tell_allocated(int global, size_t offset, size_t bytes) {
  if (urtk_memory_events && offset) urtk_memory_events->allocated(global, offset, bytes);
}

static inline void urtk_tell_freed(int global, size_t thread, size_t offset, size_t bytes) {
  if (urtk_memory_events && urtk_memory_events->freed) urtk_memory_events->freed(global, thread, offset, bytes);
}

static inline void urtk_tell_access(const void *address, size_t bytes, int kind) {
  if (urtk_memory_events) urtk_memory_events->access(address, bytes, kind);
}

static inline void urtk_tell_access_of(size_t thread, size_t offset, size_t bytes, int kind) {
  if (urtk_memory_events) urtk_memory_events->access_of(thread, offset, bytes, kind);
}

static inline unsigned long urtk_tell_apart(int begins) {
  return urtk_memory_events ? urtk_memory_events->apart(begins) : 0;
}

static inline void urtk_tell_apart_ended(unsigned long number) {
  if (urtk_memory_events && number) urtk_memory_events->apart_ended(number);
}

static inline void urtk_tell_meeting(int leaves) {
  if (urtk_memory_events) urtk_memory_events->meeting(leaves);
}

static inline void urtk_tell_work(enum urtk_work event) {
  if (urtk_memory_events) urtk_memory_events->work(event);
}

#endif
