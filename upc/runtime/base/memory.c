/* SPDX-License-Identifier: BSD-3-Clause
 * The host's memory: explained in memory.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/host.h"
#include "base/memory.h"

int urtk_large_pages;

/* A number of a file: that of the line which begins with `name`, or the first. `missing` if there is none. */
static uint64_t number_in(const char *path, const char *name, uint64_t missing) {
  char line[256];
  unsigned long long number;
  uint64_t found = missing;
  FILE *f = fopen(path, "r");
  while (f && found == missing && fgets(line, sizeof line, f))
    if (strncmp(line, name, strlen(name)) == 0 && sscanf(line + strlen(name), "%llu", &number) == 1) found = number;
  if (f) fclose(f);
  return found;
}

uint64_t urtk_all_memory(void) {
  uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t most = number_in("/sys/fs/cgroup/memory.max", "", bytes);
  return most < bytes ? most : bytes;
}

/* What a control group has left. The system takes back what it keeps of files that nobody uses now. */
static void look_at_group(const char *group, void *least) {
  char path[4200];
  uint64_t *bytes = least, most, used, kept;
  snprintf(path, sizeof path, "%s/memory.max", group);
  if ((most = number_in(path, "", UINT64_MAX)) == UINT64_MAX) return;
  snprintf(path, sizeof path, "%s/memory.current", group);
  used = number_in(path, "", 0);
  snprintf(path, sizeof path, "%s/memory.stat", group);
  kept = number_in(path, "inactive_file ", 0);
  used = used > kept ? used - kept : 0;
  if (most <= used) *bytes = 0;
  else if (most - used < *bytes) *bytes = most - used;
}

uint64_t urtk_free_memory(void) {
  uint64_t bytes = number_in("/proc/meminfo", "MemAvailable:", 0) << 10;
  urtk_each_group(look_at_group, &bytes);
  return bytes;
}

static size_t up(size_t n, size_t unit) { return (n + unit - 1) & ~(unit - 1); }

void *urtk_map_aligned(size_t bytes, size_t unit, int flags, int fd) {
  size_t all = up(bytes, (size_t)sysconf(_SC_PAGESIZE));
  char *place = mmap(NULL, all + unit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), *base;
  if (place == MAP_FAILED) return NULL;
  base = (char *)up((size_t)place, unit);
  if (base > place) munmap(place, (size_t)(base - place));
  if (base < place + unit) munmap(base + all, (size_t)(place + unit - base));
  if (mmap(base, all, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd, 0) != MAP_FAILED) return base;
  munmap(base, all);
  return NULL;
}

int urtk_map_again(void *pages, size_t bytes, void *to) {
  void *second = mremap(pages, 0, bytes, MREMAP_MAYMOVE);
  return second != MAP_FAILED && mremap(second, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

void urtk_make_large_pages(char *first, size_t pages, int sharers) {
  static int refused; /* for ever: Linux is older, or its setting is "deny" */
  const size_t small = (size_t)sysconf(_SC_PAGESIZE), bytes = pages * URTK_LARGE_PAGE;
  if (refused || bytes > urtk_free_memory() / 16 / (uint64_t)sharers) return;
  for (size_t i = 0; i < pages; i++) /* Linux wants one small page of each to be there */
    if (madvise(first + i * URTK_LARGE_PAGE, small, MADV_POPULATE_READ) != 0) return;
  if (madvise(first, bytes, MADV_COLLAPSE) != 0 && errno == EINVAL) refused = 1;
}
