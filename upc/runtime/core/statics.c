/* SPDX-License-Identifier: BSD-3-Clause
 * Static shared objects. The linker gathers the records of all translation units into one array; here each distinct
 * object gets its offset, the same on every thread. Objects are told apart by the address of their offset variable:
 * a tentative definition repeated in several files is one variable (the linker merged it) with several records. */
#include <stdio.h>
#include <stdlib.h>
#include "core/core.h"

extern const urt_static_t __start_urt_statics[] __attribute__((weak)), __stop_urt_statics[] __attribute__((weak));
extern const urt_init_t __start_urt_inits[] __attribute__((weak)), __stop_urt_inits[] __attribute__((weak));

enum { LINE = 64 }; /* objects do not share cache lines */

static int by_place(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)(*(urt_static_t *const *)a)->offset, y = (uintptr_t)(*(urt_static_t *const *)b)->offset;
  return x < y ? -1 : x > y;
}

/* The next record from `at` on. A linker may leave zeroed room between two files' records, never less than a word. */
static const urt_static_t *next(const char *at) {
  while (at < (const char *)__stop_urt_statics && !((const urt_static_t *)at)->offset) at += sizeof(void *);
  return (const urt_static_t *)at;
}

size_t urtk_place_statics(size_t from, int threads) {
  size_t room = (size_t)(__stop_urt_statics - __start_urt_statics), n = 0;
  const urt_static_t **record = urtk_memory(room + 1, sizeof *record, "the list of static shared objects");
  for (const urt_static_t *r = next((const char *)__start_urt_statics); r < __stop_urt_statics;
       r = next((const char *)(r + 1)))
    record[n++] = r;
  qsort(record, n, sizeof *record, by_place); /* addresses: the same order in every process of one program */

  for (size_t i = 0; i < n;) {
    urt_size_t *offset = record[i]->offset, bytes = 0, align = LINE;
    const char *name = record[i]->name;
    for (; i < n && record[i]->offset == offset; i++) {
      urt_size_t asked = record[i]->layout ? record[i]->layout(record[i]->arg, threads) : record[i]->bytes;
      if (asked > bytes) bytes = asked;
      if (record[i]->align > align) align = record[i]->align;
    }
    from = (from + align - 1) & ~(size_t)(align - 1);
    *offset = from;
    if (bytes > ((size_t)1 << 40) || from + bytes > ((size_t)1 << 40))
      urtk_usage(1, "shared object '%s' needs %zu bytes a thread; a thread's shared memory has less than 1T", name,
                 (size_t)bytes);
    from += bytes;
  }
  free(record);
  return from;
}

void urtk_run_inits(void) {
  for (const urt_init_t *init = __start_urt_inits; init < __stop_urt_inits; init++)
    if (*init) (*init)();
}

void urt_init_shared(urt_size_t offset, const void *image, urt_size_t bytes, urt_size_t elem, urt_size_t block) {
  char *mine = urt_near(urtk_at(urt_mythread, offset));
  urt_size_t run = block * elem, step = run * (urt_size_t)urt_threads;
  if (block == 0) {
    if (urt_mythread == 0) __builtin_memcpy(mine, image, bytes);
    return;
  }
  for (urt_size_t at = run * (urt_size_t)urt_mythread; at < bytes; at += step, mine += run)
    __builtin_memcpy(mine, (const char *)image + at, bytes - at < run ? bytes - at : run);
}
