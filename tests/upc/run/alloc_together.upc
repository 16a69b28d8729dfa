// SPDX-License-Identifier: BSD-3-Clause
// Threads ask for more memory than there is, and get null, while one asks for little, which it always gets: of all
// threads' memory, and of its own. Their lines about that are expected. alloc_together [ROUNDS]
#include "../check.h"

enum { HEAP = 64 << 20, HELD = HEAP / 4, LITTLE = HEAP / 16, MUCH = HEAP - HELD };

static int shared done_so_far;

static shared void *ask(int global, size_t bytes) {
  return global ? upc_global_alloc(THREADS, bytes) : upc_alloc(bytes);
}

// The first thread asks for little, the others for too much.
static void compete(int little_global, int much_global, int rounds) {
  const int goal = done_so_far + 1;
  long refused = 0;
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < rounds; i++) {
      shared void *p = ask(little_global, LITTLE);
      refused += p == NULL;
      upc_free(p);
    }
    CHECK_EQ(refused, 0);
    *(strict shared int *)&done_so_far = goal;
  } else {
    while (*(strict shared int *)&done_so_far != goal) CHECK(ask(much_global, MUCH) == NULL);
  }
  upc_barrier;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 300000;
  shared void *held = upc_all_alloc(THREADS, HELD);
  CHECK(held != NULL && (MYTHREAD == 0 || upc_alloc(1) != NULL));
  compete(1, 0, rounds);
  compete(0, 1, rounds);
  compete(1, 1, rounds / 10);
  return done();
}
