// SPDX-License-Identifier: BSD-3-Clause
// Shared objects declared in one file and defined in another, complete and incomplete, of every layout.
#include "../../check.h"
#include "shapes.h"

int main(void) {
  extern shared int only_here[THREADS];
  CHECK_EQ(one, 5);
  CHECK(finder == &incomplete[2]);
  fill();
  upc_barrier;
  for (int i = 0; i < 5 * THREADS; i++) { CHECK_PLACE(&blocked[i], blocked, i, 3); CHECK_EQ(blocked[i], i * i); }
  for (int i = 0; i < 7 * THREADS; i++) { CHECK_EQ(incomplete[i], -i);
    CHECK_EQ(upc_threadof(&incomplete[i]), i % THREADS); }
  for (int i = 0; i < 2 * THREADS; i++) { CHECK_D(rows[i][3], i + .75); CHECK_EQ(upc_threadof(rows[i]), i % THREADS);
    CHECK_EQ(upc_threadof(&rows[i][2]), i % THREADS); }
  for (int i = 0; i < 3 * THREADS; i++) { CHECK_EQ(shapes[i].sides, i); CHECK_D(shapes[i].area, i / 2.0);
    CHECK_EQ(upc_phaseof(&shapes[i]), i % 2); }
  CHECK_EQ(text[1], 'e'); CHECK_EQ(*find(3), -3); CHECK(find(0) == incomplete); CHECK(link == &one);
  CHECK_EQ(only_here[MYTHREAD], 77);
  upc_barrier;
  blocked[MYTHREAD] = 1000;
  flag = 1;
  upc_barrier;
  int want = 1000 * THREADS;
  for (int i = THREADS; i < 5 * THREADS; i++) want += i * i;
  CHECK_EQ(sum_blocked(), want);
  CHECK_EQ(flag, 1);
  return done();
}
