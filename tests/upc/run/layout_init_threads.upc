// SPDX-License-Identifier: BSD-3-Clause
// Initialised shared arrays with THREADS in the first dimension, in the dynamic environment: the elements that are not
// named are zero.
#include "../check.h"

shared int one[THREADS] = {11};
shared int few[3 * THREADS] = {1, 2, 3};
shared [2] short rows[4 * THREADS][3] = {{1, 2}, [3] = {7, 8, 9}};
shared [4] char text[8 * THREADS] = "seven";
shared [*] struct { int x; double y; } s[2 * THREADS] = {{1, .5}, {.y = 2}};
shared int none[THREADS] = {};
shared int *shared pointers[2 * THREADS] = {&few[1], 0};
shared long counts[THREADS] = {THREADS};

static int counted(void) {
  static shared int n[THREADS] = {5};
  return n[0];
}

int main(void) {
  static const short want[4][3] = {{1, 2, 0}, {0, 0, 0}, {0, 0, 0}, {7, 8, 9}};
  for (int i = 0; i < THREADS; i++) { CHECK_EQ(one[i], i ? 0 : 11); CHECK_EQ(none[i], 0); }
  for (int i = 0; i < 3 * THREADS; i++) CHECK_EQ(few[i], i < 3 ? i + 1 : 0);
  for (int i = 0; i < 4 * THREADS; i++)
    for (int j = 0; j < 3; j++) CHECK_EQ(rows[i][j], i < 4 ? want[i][j] : 0);
  for (int i = 0; i < 8 * THREADS; i++) CHECK_EQ(text[i], i < 5 ? "seven"[i] : 0);
  CHECK_EQ(s[0].x, 1); CHECK_D(s[0].y, .5); CHECK_EQ(s[1].x, 0); CHECK_D(s[1].y, 2);
  CHECK(pointers[0] == &few[1]); CHECK(pointers[1] == NULL);
  CHECK_EQ(counts[0], THREADS); CHECK_EQ(counted(), 5);
  upc_barrier;
  return done();
}
