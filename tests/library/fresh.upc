/* SPDX-License-Identifier: BSD-3-Clause
 * What upc_stride_all_alloc returns is zero, wherever the heap has it from: memory that was never used, that other
 * arrays had, or that threads had for themselves. Memory that was never used is not touched, but for large pages, which
 * the system takes as a whole. With another compiler the library sets it to zero, and touches it.
 * usage: fresh [ROUNDS [SEED]] */
#include "world.h"
#include "../upc/large_pages.h"
#include "base/port.h"

#include <unistd.h>

enum { LARGE = 1 << 25, ARRAYS = 4, OWN = 8, UNIT = 1 << 14 };

#define failures world_failures[MYTHREAD]
static unsigned long state;

static size_t below(size_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 33) % n;
}

static upc_stride_array_t allocate(size_t bytes) {
  size_t shape = bytes * THREADS;
  return upc_stride_all_alloc(1, &shape, &bytes, 1, 0, NULL);
}

static char *own_part(upc_stride_array_t A) {
  size_t block = MYTHREAD;
  return upc_stride_near_block(A, &block);
}

static void expect_zeros(const char *part, size_t bytes) {
  size_t i;
  for (i = 0; i < bytes && part[i] == 0; i++) {}
  if (i == bytes) return;
  printf("thread %d: byte %zu of %zu is %d, expected 0\n", (int)MYTHREAD, i, bytes, part[i]);
  failures++;
}

/* Bytes of the thread's memory that are in use, in other pages: the second number of this file is in small pages. */
static size_t resident(void) {
  unsigned long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL) return 0;
  if (fscanf(f, "%*s %lu", &pages) != 1) pages = 0;
  fclose(f);
  return pages * (size_t)sysconf(_SC_PAGESIZE) - (size_t)large_pages_kb() * 1024;
}

static void untouched(void) {
  const int set_to_zero = strcmp(upc_stride_conduit(), "other") == 0;
  size_t before, after;
  upc_stride_array_t A;
  upc_barrier;
  before = resident();
  A = allocate(LARGE);
  after = resident();
  if (!set_to_zero && after > before + LARGE / 4) {
    printf("thread %d: %d bytes were allocated, and %zu touched\n", (int)MYTHREAD, LARGE, after - before);
    failures++;
  }
  upc_barrier;
  expect_zeros(own_part(A), LARGE);
  memset(own_part(A), 1, LARGE);
  upc_stride_all_free(A);
}

/* Each thread's own memory, of another size on each. */
static void use_own(void) {
  static shared [] char *own[OWN];
  size_t i = below(OWN), bytes = UNIT * (1 + (below(8) + MYTHREAD) % 8);
  if (own[i] != NULL) upc_free(own[i]);
  own[i] = (shared [] char *)upc_alloc(bytes);
  if (own[i] != NULL) memset((char *)own[i], 2, bytes);
}

static void one_round(void) {
  static upc_stride_array_t kept[ARRAYS];
  size_t i = below(ARRAYS), bytes = UNIT * (1 + below(40)) - below(100);
  if (kept[i] != NULL) upc_stride_all_free(kept[i]);
  use_own();
  kept[i] = allocate(bytes);
  expect_zeros(own_part(kept[i]), bytes);
  memset(own_part(kept[i]), 3, bytes);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 100, k;
  state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  untouched();
  for (k = 0; k < rounds; k++) one_round();
  return world_verdict();
}
