/* SPDX-License-Identifier: BSD-3-Clause
 * One memory at two addresses: explained in alias.h. */
#define _GNU_SOURCE 1 /* mremap */
#include "base/alias.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

size_t upc_stride_page(void) { return (size_t)sysconf(_SC_PAGESIZE); }

int upc_stride_alias_possible(const char *memory, size_t bytes) {
  uintptr_t at = (uintptr_t)memory, end = at + bytes;
  unsigned long long from, to;
  char line[600], rights[5];
  FILE *maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) return 0;
  while (at < end && fgets(line, sizeof line, maps) != NULL) {
    if (sscanf(line, "%llx-%llx %4s", &from, &to, rights) != 3 || to <= at) continue;
    if (from > at || rights[0] != 'r' || rights[1] != 'w' || rights[3] != 'p') break;
    at = (uintptr_t)to;
  }
  fclose(maps);
  return at >= end;
}

/* mremap itself: UCX, which an MPI may use, puts a function in its place that loses the new address. */
static char *remap(char *from, size_t old, size_t bytes, int flags, char *to) {
  return (char *)syscall(SYS_mremap, from, old, bytes, MREMAP_MAYMOVE | flags, to);
}

/* New private pages at an address of the caller's. Libraries that forget what they know of pages when these are
 * unmapped see this call. */
static int renew(char *memory, size_t bytes) {
  return mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == memory;
}

/* The second mapping is made at an address that the system chooses: if this fails, the program's pages are still
 * there. (With size 0, mremap leaves the old mapping of shared memory, and refuses private memory.) */
int upc_stride_alias(char *memory, char *segment, size_t bytes) {
  char *second = remap(segment, 0, bytes, 0, NULL);
  if (second == MAP_FAILED) return 0;
  memcpy(segment, memory, bytes);
  if (renew(memory, bytes) && remap(second, bytes, bytes, MREMAP_FIXED, memory) == memory) return 1;
  munmap(second, bytes);
  memcpy(memory, segment, bytes);
  return 0;
}

int upc_stride_alias_end(char *memory, const char *segment, size_t bytes) {
  if (msync(memory, bytes, MS_ASYNC) != 0) return 1; /* no such pages */
  if (!renew(memory, bytes)) return 0;
  memcpy(memory, segment, bytes);
  return 1;
}
