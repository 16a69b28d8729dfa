// SPDX-License-Identifier: BSD-3-Clause
// What threads keep back of the memory that they have freed is given away when any thread needs it, by each call that
// allocates. Who kept it does not free it again. Run with a heap of 64 units.
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>

#ifndef UNIT
#define UNIT (1 << 20)
#endif
enum { EACH = 3, LARGE = 50, ROUNDS = 3 };
shared [] char *shared block[EACH][THREADS];

static int failed;

static void need(shared void *p, const char *what) {
  if (p == NULL) failed = 1, printf("thread %d: %s returns null\n", MYTHREAD, what);
}

// Each thread frees memory of thread 0, and some that all have, and keeps it back.
static void free_some(void) {
  for (int i = 0; i < EACH; i++)
    for (int t = 0; t < THREADS && MYTHREAD == 0; t++) need(block[i][t] = upc_alloc(UNIT), "upc_alloc");
  shared void *of_all = upc_global_alloc(THREADS, UNIT / THREADS);
  need(of_all, "upc_global_alloc");
  upc_barrier;
  for (int i = 0; i < EACH; i++) upc_free(block[i][MYTHREAD]);
  upc_free(of_all);
  upc_barrier;
}

// Frees so much of its own that all that it kept before is gone.
static void free_own(void) {
  for (int i = 0; i < 16; i++) {
    shared void *p = upc_alloc(UNIT / 2);
    need(p, "upc_alloc");
    upc_free(p);
  }
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    free_some();
    shared [] char *p = NULL;
    if (MYTHREAD == 0) {
      need(p = upc_alloc((size_t)LARGE * UNIT), "upc_alloc");
      if (p != NULL) memset((char *)p, round + 1, (size_t)LARGE * UNIT);
    }
    upc_barrier;
    if (MYTHREAD > 0) free_own();
    upc_barrier;
    for (size_t i = 0; p != NULL && i < (size_t)LARGE * UNIT; i++)
      if (p[i] != round + 1) return puts("what thread 0 has written is gone"), 1;
    upc_free(p);
    free_some();
    shared void *all = upc_all_alloc(THREADS, (size_t)LARGE * UNIT);
    need(all, "upc_all_alloc");
    upc_barrier;
    upc_all_free(all);
    upc_barrier; // thread 0 has freed it
  }
  if (MYTHREAD == 0) puts("PASS");
  return failed;
}
