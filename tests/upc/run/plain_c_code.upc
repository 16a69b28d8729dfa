// SPDX-License-Identifier: BSD-3-Clause
// Words of UPC are names of C under #pragma upc c_code.
#include "../check.h"
#pragma upc c_code
#define MYTHREADS 3
int shared = 1, *strict = &shared, relaxed;
struct upc_forall { int upc_fence, THREADS; } upc_elemsizeof = {4, 5};
static int upc_wait(int THREADS) { int MYTHREAD = 3; return THREADS + MYTHREAD + MYTHREADS; }
int upc_notify = 1, upc_localsizeof = 2;
enum { upc_blocksizeof = 7 };
static int upc_barrier(int upc_fence) {
  int THREADS[3] = {upc_fence, 1, 2};
  goto barrier;
barrier:
  return THREADS[0] + upc_notify;
}
static int all(void) {
  return shared + *strict + relaxed + upc_elemsizeof.upc_fence + upc_elemsizeof.THREADS + upc_wait(1)
      + upc_localsizeof +
         upc_blocksizeof + upc_barrier(10);
}
#if defined THREADS || THREADS
#error THREADS is no macro in C
#endif
#pragma upc upc_code
shared int a[THREADS];
#if defined __UPC_STATIC_THREADS__ && THREADS != 3
#error THREADS is 3 with -T 3
#endif

int main(void) {
  a[MYTHREAD] = all();
  upc_barrier; upc_fence; upc_notify; upc_wait;
  CHECK_EQ(a[THREADS - 1], 38);
  return done();
}
