// SPDX-License-Identifier: BSD-3-Clause
// Words of UPC's first years: forall, barrier and its kin as statements, functions used before they are declared,
// upc_local_alloc, assert, PRId64 and PATH_MAX by upc.h alone. The same words are names elsewhere.
#include "../check.h"

shared int a[5 * THREADS];
struct s { int barrier, wait; };
static int forall(int x) { return x + 1; }

int main(void) {
  int fence = 3;
  struct s notify = {4, 5};
  forall (int i = 0; i < 5 * THREADS; i++; &a[i]) a[i] = i;
  barrier;
  for (int i = 0; i < 5 * THREADS; i++) CHECK_EQ(a[i], i);
  notify; wait; fence; barrier
  ;
  CHECK_EQ(forall(1) + notify.barrier + notify.wait + fence, 14);
  CHECK_EQ(later(3), 6);
  assert(fence == 3 && fence < PATH_MAX && sizeof PRId64 > 1);
  shared [] int *p = upc_local_alloc(3, sizeof(int));
  p[2] = MYTHREAD;
  CHECK_EQ(upc_threadof(p + 2), MYTHREAD); CHECK_EQ(p[2], MYTHREAD);
  upc_free(p);
  return done();
}

int later(int x) { return 2 * x; }
