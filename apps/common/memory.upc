/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "arguments.h"
#include "memory.h"

void *app_allocated(void *pointer, size_t count, size_t size, const char *purpose) {
  if (pointer == NULL) {
    fprintf(stderr, "%s: thread %d: no memory for %s: %zu elements of %zu bytes\n", app_name(), (int)MYTHREAD,
            purpose, count, size);
    upc_global_exit(1);
  }
  return pointer;
}

enum { HUGE_PAGE = 2 << 20 };

/* Where the system gives huge pages only to memory that asks for them, large blocks do: a huge page needs one entry of
 * the processor's address cache, and one fault when it is first touched. */
static void *of_bytes(size_t bytes) {
#ifdef MADV_HUGEPAGE
  void *block;
  if (bytes >= HUGE_PAGE) {
    if (posix_memalign(&block, HUGE_PAGE, bytes) != 0) return NULL;
    madvise(block, bytes, MADV_HUGEPAGE);
    return block;
  }
#endif
  return malloc(bytes == 0 ? 1 : bytes);
}

void *app_allocate(size_t count, size_t size, const char *purpose) {
  const int too_many = count > SIZE_MAX / size;
  return app_allocated(too_many ? NULL : of_bytes(count * size), count, size, purpose);
}
