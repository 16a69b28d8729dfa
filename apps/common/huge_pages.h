/* SPDX-License-Identifier: BSD-3-Clause
 * huge_pages.h: private memory of the applications and of the programs that they are compared with. */
#ifndef HUGE_PAGES_H
#define HUGE_PAGES_H

#include <stdlib.h>
#include <sys/mman.h>

/* Memory of so many bytes, to be freed with free; null if there is none. Some systems give huge pages only to memory
 * that asks for them, so a large block does: a huge page needs one entry of the processor's address cache, and one
 * fault when it is first touched. */
static inline void *app_bytes(size_t bytes) {
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

#endif
