/* SPDX-License-Identifier: BSD-3-Clause
 * allocate.h: memory for the benchmarks, in C and UPC. A program that gets none prints one line and exits. */
#ifndef BENCH_ALLOCATE_H
#define BENCH_ALLOCATE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The pointer, which another library allocated. If it is null, the message says what the memory is for. */
static inline void *allocated(void *pointer, size_t count, size_t size, const char *purpose) {
  if (pointer == NULL) {
    fprintf(stderr, "no memory for %s: %zu elements of %zu bytes\n", purpose, count, size);
    exit(1);
  }
  return pointer;
}

/* As in the applications (apps/common/memory.upc), large memory asks for huge pages. */
static inline void *allocate_bytes(size_t bytes) {
#ifdef MADV_HUGEPAGE
  enum { HUGE_PAGE = 2 << 20 };
  void *block;
  if (bytes >= HUGE_PAGE) {
    if (posix_memalign(&block, HUGE_PAGE, bytes) != 0) return NULL;
    madvise(block, bytes, MADV_HUGEPAGE);
    return block;
  }
#endif
  return malloc(bytes == 0 ? 1 : bytes);
}

/* Memory for `count` elements of `size` bytes. */
static inline void *allocate(size_t count, size_t size, const char *purpose) {
  const int too_many = count > SIZE_MAX / size;
  return allocated(too_many ? NULL : allocate_bytes(count * size), count, size, purpose);
}

#endif
