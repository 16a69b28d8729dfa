/* SPDX-License-Identifier: BSD-3-Clause
 * Static shared objects. The linker gathers the records of all translation units of a module (core/modules.c) into one
 * array; here each distinct object gets its offset, the same on every thread. Objects are told apart by the address
 * of their offset variable: a tentative definition repeated in several files is one variable (the linker merged it)
 * with several records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hooks.h"
#include "base/processor.h"
#include "core/core.h"

/* A record, and its place among all records in the order of the modules: the same in every process of a job, also
 * where the system loads modules at different addresses. */
struct record { const urt_static_t *record; size_t place; };

/* A static shared object: all records of one offset variable. Objects do not share cache lines. */
struct object { urt_size_t *offset, bytes, align; const char *name; size_t place; };

/* All of them, in order of their offsets once they have places, and where the last one ends. Threads of one process
 * share the list: their copies of an offset variable have one value. */
static struct list { struct object *object; size_t objects, end; } list;

static const struct list *all(void) { return urt_common(&list); }

static int by_offset(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const struct record *)a)->record->offset;
  uintptr_t y = (uintptr_t)((const struct record *)b)->record->offset;
  return x < y ? -1 : x > y;
}

/* Small ones come last, and begin at a page: what the runtime and the library write on every thread is in as few pages
 * as can be, and shares the last one with the heap's begin, whatever large objects few threads touch. */
static int by_size(const void *a, const void *b) {
  const struct object *x = a, *y = b;
  if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* The next record from `at` on. A linker may leave zeroed room between two files' records, never less than a word. */
static const urt_static_t *next(const urt_module_t *m, const char *at) {
  while (at < (const char *)m->statics_end && !((const urt_static_t *)at)->offset) at += sizeof(void *);
  return (const urt_static_t *)at;
}

static size_t records_of(struct record *record) {
  size_t n = 0;
  for (int i = 0; i < urtk_modules(); i++) {
    const urt_module_t *m = urtk_module(i);
    const urt_static_t *r = next(m, (const char *)m->statics);
    for (; r < m->statics_end; r = next(m, (const char *)(r + 1))) record[n] = (struct record){r, n}, n++;
  }
  return n;
}

/* The first image has given all objects their places. What computes a layout also notes it in this image. Images are
 * copied only of programs that are one module (conduits/sim/image.c). */
static void copy_places(int threads) {
  if (urtk_modules() > 1) urt_fatal("threads in one process have no copies of shared libraries with UPC code");
  const urt_module_t *m = urtk_module(0);
  const urt_static_t *r = next(m, (const char *)m->statics);
  for (; r < m->statics_end; r = next(m, (const char *)(r + 1))) {
    if (r->layout) r->layout(r->arg, threads);
    *r->offset = *(const urt_size_t *)urt_common(r->offset);
  }
}

static struct object object_of(const struct record *record, size_t count, int threads) {
  struct object made = {record->record->offset, 0, URTK_LINE, record->record->name, record->place};
  for (size_t i = 0; i < count; i++) {
    const urt_static_t *r = record[i].record;
    urt_size_t asked = r->layout ? r->layout(r->arg, threads) : r->bytes;
    if (asked > made.bytes) made.bytes = asked;
    if (r->align > made.align) made.align = r->align;
    if (record[i].place < made.place) made.place = record[i].place, made.name = r->name;
  }
  return made;
}

/* Gives an object its place, from `from` on; returns where it ends. The byte behind it is in no other object. */
static size_t place(const struct object *x, size_t from) {
  const size_t apart_by = urtk_memory_events && urtk_memory_events->apart_by ? urtk_memory_events->apart_by : 1;
  from = (from + x->align - 1) & ~(size_t)(x->align - 1);
  *x->offset = from;
  if (x->bytes > ((size_t)1 << 40) || from + x->bytes > ((size_t)1 << 40))
    urtk_usage(1, "shared object '%s' needs %zu bytes a thread; a thread's shared memory has less than 1T", x->name,
               (size_t)x->bytes);
  return from + x->bytes + apart_by;
}

/* 1: the first that is smaller than half a page. */
static int begins_small_ones(const struct object *x) {
  const urt_size_t small = URTK_PAGE / 2;
  return x->bytes < small && (x == list.object || x[-1].bytes >= small);
}

size_t urtk_place_statics(size_t from, int threads) {
  size_t most = 1, n;
  if (all() != &list) return copy_places(threads), all()->end;
  for (int i = 0; i < urtk_modules(); i++) most += (size_t)(urtk_module(i)->statics_end - urtk_module(i)->statics);
  struct record *record = urtk_memory(most, sizeof *record, "the list of static shared objects");
  list.object = urtk_memory(most, sizeof *list.object, "the list of static shared objects");
  n = records_of(record);
  qsort(record, n, sizeof *record, by_offset);
  for (size_t i = 0, count; i < n; i += count) {
    for (count = 1; i + count < n && record[i + count].record->offset == record[i].record->offset;) count++;
    list.object[list.objects++] = object_of(record + i, count, threads);
  }
  qsort(list.object, list.objects, sizeof *list.object, by_size);
  for (size_t i = 0; i < list.objects; i++) {
    if (begins_small_ones(&list.object[i])) from = (from + URTK_PAGE - 1) & ~(size_t)(URTK_PAGE - 1);
    from = place(&list.object[i], from);
  }
  free(record);
  return list.end = from;
}

size_t urtk_statics(void) { return all()->objects; }

struct urtk_object urtk_static(size_t number) {
  const struct object *x = &all()->object[number];
  return (struct urtk_object){.from = *x->offset, .bytes = x->bytes};
}

int urtk_static_object(size_t offset, struct urtk_object *found) {
  const struct object *object = all()->object;
  size_t low = 0, high = all()->objects; /* the object is among low..high-1 */
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (*object[middle].offset <= offset) low = middle;
    else high = middle;
  }
  if (low == high || offset - *object[low].offset >= object[low].bytes) return 0;
  found->from = *object[low].offset, found->bytes = object[low].bytes;
  return 1;
}

size_t urtk_static_rest(size_t offset) {
  struct urtk_object found;
  return urtk_static_object(offset, &found) ? found.bytes - (offset - found.from) : 0;
}

uint64_t urtk_statics_hash(void) {
  uint64_t hash = URTK_HASH;
  for (const struct object *x = all()->object; x < all()->object + all()->objects; x++) {
    hash = urtk_hash(hash, x->name, strlen(x->name) + 1);
    hash = urtk_hash(hash, x->offset, sizeof *x->offset);
    hash = urtk_hash(hash, &x->bytes, sizeof x->bytes);
  }
  return hash;
}

static void copy_images(const urt_module_t *m) {
  const urt_static_t *r = next(m, (const char *)m->statics);
  for (; r < m->statics_end; r = next(m, (const char *)(r + 1)))
    if (r->image) urt_init_shared(*r->offset, r->name, r->image);
}

void urtk_run_inits(void) {
  for (int i = 0; i < urtk_modules(); i++) copy_images(urtk_module(i));
  for (int i = 0; i < urtk_modules(); i++)
    for (const urt_init_t *init = urtk_module(i)->inits; init < urtk_module(i)->inits_end; init++)
      if (*init) (*init)();
}

void urt_init_shared(urt_size_t offset, const char *name, const urt_image_t *image) {
  char *mine = urt_near(urtk_at(urt_mythread, offset));
  size_t given = image->bytes / image->elem, most = image->each * (size_t)urt_threads;
  size_t run = image->block * image->elem, step = run * (size_t)urt_threads;
  if (image->each && given > most)
    urt_fatal("%s:%d: the initialiser of '%s' has %zu elements, and with %d threads the array has %zu", image->file,
              image->line, name, given, urt_threads, most);
  if (image->block == 0) {
    if (urt_mythread == 0) __builtin_memcpy(mine, image->at, image->bytes);
    return;
  }
  for (size_t at = run * (size_t)urt_mythread; at < image->bytes; at += step, mine += run)
    __builtin_memcpy(mine, (const char *)image->at + at, image->bytes - at < run ? image->bytes - at : run);
}
