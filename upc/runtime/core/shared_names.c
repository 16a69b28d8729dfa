/* SPDX-License-Identifier: BSD-3-Clause
 * Names of places in static shared variables: explained in shared_names.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "core/calls.h"
#include "core/shared_names.h"

extern const urt_name_t __start_urt_names[] __attribute__((weak, visibility("hidden")));
extern const urt_name_t __stop_urt_names[] __attribute__((weak, visibility("hidden")));

enum { DIMENSIONS = 16 };

/* Bytes of a thread's part, at an offset in it. */
struct part { unsigned thread; size_t offset, bytes; };

void urtk_put(struct urtk_text *t, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(t->at + t->length, t->room - t->length, format, arguments);
  va_end(arguments);
  t->length += length > 0 ? (size_t)length : 0;
  if (t->length >= t->room) t->length = t->room - 1;
}

const urt_name_t *urtk_name_of(const struct urtk_object *object) {
  const char *at = (const char *)__start_urt_names;
  for (; at < (const char *)__stop_urt_names; at += sizeof(void *)) { /* the linker may leave room between files */
    const urt_name_t *n = (const urt_name_t *)at;
    if ((uintptr_t)n->offset > 4096 && n->offset && *n->offset == object->from) return n;
    if (n->offset) at += sizeof *n - sizeof(void *);
  }
  return NULL;
}

/* The number of the element in the whole array, row by row. */
static size_t element_number(const urt_name_t *n, unsigned thread, size_t in_part) {
  if (n->block == 0) return in_part;
  size_t block = in_part / n->block;
  return (block * (size_t)urt_threads + thread) * n->block + in_part % n->block;
}

static void subscripts_of(size_t number, const urt_name_t *n, const urt_size_t *extent, urt_size_t *index) {
  for (int k = n->dimensions - 1; k > 0; k--) {
    size_t e = extent[k] ? extent[k] : 1;
    index[k] = number % e, number /= e;
  }
  index[0] = number;
}

/* Of a multi-blocked array: tries all elements. */
static int search(const urt_name_t *n, const urt_size_t *extent, unsigned thread, size_t offset,
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

static int find(const urt_name_t *n, const urt_size_t *extent, unsigned thread, size_t offset, size_t from,
                urt_size_t *index) {
  if (n->element) return search(n, extent, thread, offset, index);
  subscripts_of(element_number(n, thread, (offset - from) / n->elem), n, extent, index);
  return 1;
}

static void put_variable(struct urtk_text *t, const urt_name_t *n, const struct urtk_object *object,
                         const struct part *part) {
  urt_size_t extent[DIMENSIONS], first[DIMENSIONS], last[DIMENSIONS];
  urtk_put(t, "%s", n->name);
  size_t into = (part->offset - object->from) % n->elem;
  if (n->dimensions > 0 && n->dimensions <= DIMENSIONS) {
    n->extents(extent);
    if (!find(n, extent, part->thread, part->offset, object->from, first) ||
        !find(n, extent, part->thread, part->offset + part->bytes - 1, object->from, last)) {
      urtk_put(t, ", in the padding of its blocks");
      return;
    }
    int same = 0;
    while (same < n->dimensions && first[same] == last[same]) same++;
    for (int k = 0; k < n->dimensions; k++) {
      if (k == same && k == n->dimensions - 1) urtk_put(t, "[%zu..%zu]", first[k], last[k]);
      else urtk_put(t, "[%zu]", first[k]);
    }
    if (same < n->dimensions - 1) {
      urtk_put(t, "..%s", n->name);
      for (int k = 0; k < n->dimensions; k++) urtk_put(t, "[%zu]", last[k]);
    }
  }
  if (part->bytes < n->elem) urtk_put(t, ", bytes %zu..%zu", into, into + part->bytes - 1);
}

size_t urtk_bytes_of_thread(const urt_name_t *n, const struct urtk_object *object, int thread) {
  urt_size_t extent[DIMENSIONS], elements = 1;
  if (!n || n->element || n->dimensions > DIMENSIONS) return object->bytes;
  n->extents(extent);
  for (int k = 0; k < n->dimensions; k++) elements *= extent[k];
  size_t bytes = upc_affinitysize(elements * n->elem, n->block * n->elem, (size_t)thread);
  return bytes < object->bytes ? bytes : object->bytes;
}

int urtk_put_element(struct urtk_text *t, unsigned thread, size_t offset, size_t bytes) {
  struct part part = {thread, offset, bytes};
  struct urtk_object object;
  const urt_name_t *name = urtk_static_object(offset, &object) ? urtk_name_of(&object) : NULL;
  if (name) put_variable(t, name, &object, &part);
  return name != NULL;
}
