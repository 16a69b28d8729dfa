/* SPDX-License-Identifier: BSD-3-Clause
 * What a program calls a place of the shared space: an element of a shared variable, with its subscripts, or a part of
 * memory that a call has allocated. Only reports ask, so it may take time. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "race/detector.h"
#include "race/memory.h"
#include "urt_race.h"

#ifdef URT_ONE_MAPPING

extern const urt_race_name_t __start_urt_race_names[] __attribute__((weak, visibility("hidden")));
extern const urt_race_name_t __stop_urt_race_names[] __attribute__((weak, visibility("hidden")));

enum { DIMENSIONS = 16 };

/* Bytes of a thread's part, at an offset in it. */
struct part { unsigned thread; size_t offset, bytes; };

struct text { char *at; size_t room, length; };

static void __attribute__((format(printf, 2, 3))) put(struct text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(t->at + t->length, t->room - t->length, format, arguments);
  va_end(arguments);
  t->length += length > 0 ? (size_t)length : 0;
  if (t->length >= t->room) t->length = t->room - 1;
}

/* ---- Shared variables ---- */
static const urt_race_name_t *variable_at(size_t offset, struct urtk_object *object) {
  if (!urtk_static_object(offset, object)) return NULL;
  const char *at = (const char *)__start_urt_race_names;
  for (; at < (const char *)__stop_urt_race_names; at += sizeof(void *)) { /* the linker may leave room between files */
    const urt_race_name_t *n = (const urt_race_name_t *)at;
    if ((uintptr_t)n->offset > 4096 && n->offset && *n->offset == object->from) return n;
    if (n->offset) at += sizeof *n - sizeof(void *);
  }
  return NULL;
}

/* The number of the element in the whole array, row by row. */
static size_t element_number(const urt_race_name_t *n, unsigned thread, size_t in_part) {
  if (n->block == 0) return in_part;
  size_t block = in_part / n->block;
  return (block * (size_t)urt_threads + thread) * n->block + in_part % n->block;
}

static void subscripts_of(size_t number, const urt_race_name_t *n, const urt_size_t *extent, urt_size_t *index) {
  for (int k = n->dimensions - 1; k > 0; k--) {
    size_t e = extent[k] ? extent[k] : 1;
    index[k] = number % e, number /= e;
  }
  index[0] = number;
}

/* Of a multi-blocked array: tries all elements. */
static int search(const urt_race_name_t *n, const urt_size_t *extent, unsigned thread, size_t offset,
                  urt_size_t *index) {
  memset(index, 0, DIMENSIONS * sizeof *index);
  for (;;) {
    urt_ptr_t at = n->element(index);
    if (at.thread == thread && offset - at.offset < n->elem) return 1;
    int k = n->dimensions - 1;
    while (k >= 0 && ++index[k] >= extent[k]) index[k--] = 0;
    if (k < 0) return 0;
  }
}

static int find(const urt_race_name_t *n, const urt_size_t *extent, unsigned thread, size_t offset, size_t from,
                urt_size_t *index) {
  if (n->element) return search(n, extent, thread, offset, index);
  subscripts_of(element_number(n, thread, (offset - from) / n->elem), n, extent, index);
  return 1;
}

static void put_variable(struct text *t, const urt_race_name_t *n, const struct urtk_object *object,
                         const struct part *part) {
  urt_size_t extent[DIMENSIONS], first[DIMENSIONS], last[DIMENSIONS];
  put(t, "%s", n->name);
  size_t into = (part->offset - object->from) % n->elem;
  if (n->dimensions > 0 && n->dimensions <= DIMENSIONS) {
    n->extents(extent);
    if (!find(n, extent, part->thread, part->offset, object->from, first) ||
        !find(n, extent, part->thread, part->offset + part->bytes - 1, object->from, last)) {
      put(t, ", in the padding of its blocks");
      return;
    }
    int same = 0;
    while (same < n->dimensions && first[same] == last[same]) same++;
    for (int k = 0; k < n->dimensions; k++) {
      if (k == same && k == n->dimensions - 1) put(t, "[%zu..%zu]", first[k], last[k]);
      else put(t, "[%zu]", first[k]);
    }
    if (same < n->dimensions - 1) {
      put(t, "..%s", n->name);
      for (int k = 0; k < n->dimensions; k++) put(t, "[%zu]", last[k]);
    }
  }
  if (part->bytes < n->elem) put(t, ", bytes %zu..%zu", into, into + part->bytes - 1);
}

/* ---- Allocated memory ---- */
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

static void put_allocated(struct text *t, const struct allocation *a, const struct part *part) {
  const struct race_site s = urtk_race_site_told(a->site);
  size_t into = part->offset - a->place % urt_stride;
  if (a->on_all && a->block) {
    size_t block = into / a->block * (size_t)urt_threads + part->thread;
    into %= a->block;
    put(t, "bytes %zu..%zu of block %zu of the memory", into, into + part->bytes - 1, block);
  } else {
    put(t, "bytes %zu..%zu of thread %u's memory", into, into + part->bytes - 1, part->thread);
  }
  put(t, " from %s at %s:%u", s.call, s.file, s.line);
}

void urtk_race_name_element(uint64_t place, size_t bytes, char *text, size_t room) {
  struct part part = {(unsigned)(place / urt_stride), place % urt_stride, bytes};
  struct text t = {text, room, 0};
  struct urtk_object object;
  const urt_race_name_t *variable = variable_at(part.offset, &object);
  const struct allocation *allocation = variable ? NULL : allocation_at(&part);
  if (variable) put_variable(&t, variable, &object, &part);
  else if (allocation) put_allocated(&t, allocation, &part);
  else put(&t, "bytes %zu..%zu of thread %u's shared memory", part.offset, part.offset + bytes - 1, part.thread);
}

#endif
