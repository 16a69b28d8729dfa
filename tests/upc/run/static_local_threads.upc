// SPDX-License-Identifier: BSD-3-Clause
// Initialised static shared arrays of a function that grow with THREADS, also with types that are declared there.
#include "../check.h"

static int at(int i) {
  struct pair { int a; double b; };
  static shared [2] struct pair pairs[3 * THREADS] = {{1, 2}, {3, 4}, {5, 6}};
  static shared int rows[THREADS][2] = {{7, 8}};
  static shared [4] char word[4 * THREADS] = "four";
  static shared [] char three[3] = "xyz";
  return pairs[i].a + 10 * (int)pairs[i].b + 100 * rows[0][i % 2] + (word[3] == 'r') + (three[2] == 'z');
}

int main(void) {
  CHECK_EQ(at(0), 1 + 20 + 700 + 2);
  CHECK_EQ(at(2), 5 + 60 + 700 + 2);
  return done();
}
