// SPDX-License-Identifier: BSD-3-Clause
// MYTHREAD and THREADS as expressions, UPC_MAX_BLOCK_SIZE and the predefined macros.
#include "../check.h"
#if __UPC__ != 1
#error __UPC__
#endif
#if __UPC_VERSION__ != 201311L
#error __UPC_VERSION__
#endif
#if UPC_MAX_BLOCK_SIZE < 65535
#error UPC_MAX_BLOCK_SIZE
#endif
#if defined(__UPC_DYNAMIC_THREADS__) == defined(__UPC_STATIC_THREADS__)
#error exactly one of the two
#endif

shared int seen[THREADS];
static int twice(int x) { return 2 * x; }
static int of(int THREADS_not, int mythread) { return THREADS_not + mythread; }

int main(void) {
  CHECK(MYTHREAD >= 0 && MYTHREAD < THREADS && THREADS >= 1);
  seen[MYTHREAD] = MYTHREAD + 1;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK_EQ(seen[t], t + 1);
  int a[THREADS]; /* a variable-length array in dynamic translation */
  for (int t = 0; t < THREADS; t++) a[t] = t;
  CHECK_EQ(sizeof a, THREADS * sizeof(int)); CHECK_EQ(a[MYTHREAD], MYTHREAD);
  CHECK_EQ(twice(THREADS) - THREADS, THREADS);
  CHECK_EQ(-MYTHREAD + MYTHREAD, 0); CHECK_EQ((MYTHREAD + THREADS - 1) % THREADS,
      MYTHREAD == 0 ? THREADS - 1 : MYTHREAD - 1);
  CHECK_EQ(!MYTHREAD, MYTHREAD == 0); CHECK_EQ(of(THREADS, MYTHREAD), THREADS + MYTHREAD);
  CHECK_D(1.0 / THREADS * THREADS, 1); CHECK(MYTHREAD < (unsigned)THREADS); CHECK(MYTHREAD - THREADS < 0);
  CHECK(!strcmp("THREADS MYTHREAD shared", "THREADS " "MYTHREAD " "shared"));
  CHECK_EQ(sizeof("upc_forall"), 11);
  switch (MYTHREAD) { case 0: CHECK_EQ(MYTHREAD, 0); break; default: CHECK(MYTHREAD > 0); }
  return done();
}
