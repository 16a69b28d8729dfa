/* SPDX-License-Identifier: BSD-3-Clause
 * allocate.h: memory for the benchmarks, in C and UPC. A program that gets none prints one line and exits. */
#ifndef BENCH_ALLOCATE_H
#define BENCH_ALLOCATE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../apps/common/huge_pages.h"

/* The pointer, which another library allocated. If it is null, the message says what the memory is for. */
static inline void *allocated(void *pointer, size_t count, size_t size, const char *purpose) {
  if (pointer == NULL) {
    fprintf(stderr, "no memory for %s: %zu elements of %zu bytes\n", purpose, count, size);
    exit(1);
  }
  return pointer;
}

/* Memory for `count` elements of `size` bytes. */
static inline void *allocate(size_t count, size_t size, const char *purpose) {
  const int too_many = count > SIZE_MAX / size;
  return allocated(too_many ? NULL : app_bytes(count * size), count, size, purpose);
}

#endif
