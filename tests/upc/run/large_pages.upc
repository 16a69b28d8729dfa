// SPDX-License-Identifier: BSD-3-Clause
// Shared objects of some MB have large pages on their thread, where the system gives any: static ones, and those of
// upc_all_alloc, upc_alloc and the library's own calls. Their memory is zero.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <upc.h>
#include "../check.h"
#include "../large_pages.h"

shared void *urt_needed(size_t bytes, const char *what); // of the runtime, for the library

enum { LARGE = 2 << 20, BYTES = 4 * LARGE, WHOLE = BYTES / LARGE - 1 }; // an object has at least so many whole pages

shared [BYTES] char fixed[BYTES * THREADS];

// 1: the system makes a large page of shared memory of this size now.
static int gives_any(void) {
  enum { COLLAPSE = 25 };
  long before = large_pages_kb();
  int fd = memfd_create("try", 0), given;
  char *place = mmap(NULL, BYTES + LARGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), *base;
  if (fd < 0 || ftruncate(fd, BYTES) < 0 || place == MAP_FAILED) return 0;
  base = (char *)(((uintptr_t)place + LARGE - 1) / LARGE * LARGE);
  if (mmap(base, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) return 0;
  for (int i = 0; i < BYTES; i += LARGE) base[i] = 1;
  madvise(base, BYTES, COLLAPSE);
  given = large_pages_kb() - before == BYTES >> 10;
  munmap(place, BYTES + LARGE);
  close(fd);
  return given;
}

int main(void) {
  int before = gives_any();
  long kb[4] = {large_pages_kb()};
  shared char *all = upc_all_alloc(THREADS, BYTES);
  kb[1] = large_pages_kb();
  shared char *own = upc_alloc(BYTES);
  kb[2] = large_pages_kb();
  shared void *needed = urt_needed(BYTES, "a test");
  kb[3] = large_pages_kb();
  char *mine = (char *)&((shared [BYTES] char *)all)[MYTHREAD * (long)BYTES];
  for (int i = 0; i < BYTES; i += 4096) CHECK_EQ(mine[i], 0);
  int small = kb[0] < WHOLE * LARGE >> 10;
  for (int i = 1; i < 4; i++) small |= kb[i] - kb[i - 1] < WHOLE * LARGE >> 10;
  if (before && small && gives_any()) {
    printf("thread %d: KB of large pages: %ld static, %ld of upc_all_alloc, %ld of upc_alloc, %ld of the library\n",
           MYTHREAD, kb[0], kb[1] - kb[0], kb[2] - kb[1], kb[3] - kb[2]);
    check_failures++;
  }
  upc_free(own);
  upc_free(needed);
  upc_all_free(all);
  return done();
}
