/* SPDX-License-Identifier: BSD-3-Clause
 * A system with larger pages, as a program sees it by the C library: LD_PRELOAD=pages.so PAGES=65536. What the calls of
 * such a system refuse is refused, what they round up is rounded up, and memory begins at a multiple of PAGES. What the
 * loader and malloc do stays as it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t pages, own; /* bytes of a page; of one of this system */
static long (*real_sysconf)(int);

__attribute__((constructor)) static void begin(void) {
  if (pages) return;
  *(void **)&real_sysconf = dlsym(RTLD_NEXT, "sysconf");
  own = (size_t)real_sysconf(_SC_PAGESIZE);
  pages = strtoul(getenv("PAGES"), NULL, 10);
}

static size_t up(size_t n) { return (n + pages - 1) / pages * pages; }

static int odd(const void *at) {
  begin();
  if ((uintptr_t)at % pages == 0) return 0;
  errno = EINVAL;
  return 1;
}

long sysconf(int name) {
  begin();
  if (name == _SC_PAGESIZE) return (long)pages;
  long is = real_sysconf(name);
  return name == _SC_PHYS_PAGES || name == _SC_AVPHYS_PAGES ? (long)((size_t)is * own / pages) : is;
}

int getpagesize(void) { return begin(), (int)pages; }

static void *map(void *at, size_t bytes, int prot, int flags, int file, off_t from) {
  return (void *)syscall(SYS_mmap, at, bytes, prot, flags, file, from);
}

/* Without an address: as much room, at a boundary. */
void *mmap(void *at, size_t bytes, int prot, int flags, int file, off_t from) {
  if (odd((void *)(uintptr_t)from) || ((flags & MAP_FIXED) && odd(at))) return MAP_FAILED;
  size_t whole = up(bytes);
  if (!(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))) {
    char *room = map(NULL, whole + pages, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), *end;
    if (room == MAP_FAILED) return room;
    end = room + whole + pages;
    at = (void *)up((uintptr_t)room);
    if (room < (char *)at) syscall(SYS_munmap, room, (char *)at - room);
    if ((char *)at + whole < end) syscall(SYS_munmap, (char *)at + whole, end - ((char *)at + whole));
    flags |= MAP_FIXED;
  }
  return map(at, whole, prot, flags, file, from);
}

/* A call that changes whole pages; `more` is its third word. */
static int change(long call, void *at, size_t bytes, int more) {
  return odd(at) ? -1 : (int)syscall(call, at, up(bytes), more);
}
int munmap(void *at, size_t bytes) { return change(SYS_munmap, at, bytes, 0); }
int mprotect(void *at, size_t bytes, int prot) { return change(SYS_mprotect, at, bytes, prot); }
int madvise(void *at, size_t bytes, int advice) { return change(SYS_madvise, at, bytes, advice); }
int msync(void *at, size_t bytes, int flags) { return change(SYS_msync, at, bytes, flags); }

/* An entry for each page: is some of it in memory? */
int mincore(void *at, size_t bytes, unsigned char *in_memory) {
  unsigned char part[64];
  if (odd(at)) return -1;
  for (size_t i = 0; i < up(bytes) / pages; i++) {
    if (syscall(SYS_mincore, (char *)at + i * pages, pages, part) < 0) return -1;
    in_memory[i] = 0;
    for (size_t k = 0; k < pages / own; k++) in_memory[i] |= part[k] & 1;
  }
  return 0;
}
