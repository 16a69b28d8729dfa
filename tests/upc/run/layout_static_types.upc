// SPDX-License-Identifier: BSD-3-Clause
// Initialised static shared variables of a function, with types that are declared in the function.
// flags: -T 3
#include "../check.h"

static int first(void) {
  struct pair { int a, b; };
  static shared [] struct pair x = {1, 2};
  static shared [] struct { int q; } one = {5};
  return x.b + one.q;
}

static int second(void) {
  typedef struct { char c; double d[2]; } mixed;
  enum places { HERE = 3, THERE };
  static shared [] struct pair { int q; struct { int z; } in; } x = {6, {7}};
  static shared [] enum places place = THERE;
  static shared [] int list[THERE] = {1, [HERE] = 9};
  static shared [2] mixed rows[1][2 * 3] = {{{'a', {1, 2}}, {.c = 'b'}, {'c'}, {0}, {0}, {'f', {8}}}};
  return x.in.z + place + list[HERE] + (rows[0][1].c == 'b' && rows[0][5].d[0] == 8 && rows[0][0].d[1] == 2);
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    static shared [] int once = 4;
    CHECK_EQ(first(), 7); CHECK_EQ(second(), 21); CHECK_EQ(once, 4);
  }
  return done();
}
