/* SPDX-License-Identifier: BSD-3-Clause
 * What a program calls a place of the shared space: an element of a shared variable, with its subscripts, or a part of
 * memory that a call has allocated. Only reports ask, so it may take time. */
#include "core/shared_names.h"
#include "race/detector.h"
#include "race/memory.h"

#ifdef URT_ONE_MAPPING

/* Bytes of a thread's part, at an offset in it. */
struct part { unsigned thread; size_t offset, bytes; };

void urtk_race_allocated(urt_ptr_t p, size_t bytes, size_t block, int on_all) {
  struct race *r = urtk_races;
  uint64_t place = urtk_race_place(p);
  uint32_t i = 0;
  urtk_race_take(&r->allocation_lock);
  while (i < r->allocations && i < ALLOCATIONS && r->allocation[i].place != place) i++;
  if (i == r->allocations || i == ALLOCATIONS) i = r->allocations++ % ALLOCATIONS;
  r->allocation[i] = (struct allocation){place, bytes, block, (uint32_t)on_all, urtk_race_call()};
  urtk_race_drop(&r->allocation_lock);
}

static const struct allocation *allocation_at(const struct part *part) {
  const struct race *r = urtk_races;
  for (uint32_t i = 0; i < r->allocations && i < ALLOCATIONS; i++) {
    const struct allocation *a = &r->allocation[i];
    size_t offset = a->place % urt_stride;
    if ((a->on_all || a->place / urt_stride == part->thread) && part->offset - offset < a->bytes) return a;
  }
  return NULL;
}

static void put_allocated(struct urtk_text *t, const struct allocation *a, const struct part *part) {
  const struct race_site s = urtk_race_site_told(a->site);
  size_t into = part->offset - a->place % urt_stride;
  if (a->on_all && a->block) {
    size_t block = into / a->block * (size_t)urt_threads + part->thread;
    into %= a->block;
    urtk_put(t, "bytes %zu..%zu of block %zu of the memory", into, into + part->bytes - 1, block);
  } else {
    urtk_put(t, "bytes %zu..%zu of thread %u's memory", into, into + part->bytes - 1, part->thread);
  }
  urtk_put(t, " from %s at %s:%u", s.call, s.file, s.line);
}

void urtk_race_name_element(uint64_t place, size_t bytes, char *text, size_t room) {
  struct part part = {(unsigned)(place / urt_stride), place % urt_stride, bytes};
  struct urtk_text t = {text, room, 0};
  if (urtk_put_element(&t, part.thread, part.offset, bytes)) return;
  const struct allocation *allocation = allocation_at(&part);
  if (allocation) put_allocated(&t, allocation, &part);
  else urtk_put(&t, "bytes %zu..%zu of thread %u's shared memory", part.offset, part.offset + bytes - 1, part.thread);
}

#endif
