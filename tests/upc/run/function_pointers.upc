// SPDX-License-Identifier: BSD-3-Clause
// flags: -no-pie
// Pointers to functions in shared memory, which other threads call: far threads are programs of their own, and linked
// with -no-pie they have each function at the same address.
#include "../check.h"

typedef int function(int);
static int plus_one(int x) { return x + 1; }
int twice(int x) { return 2 * x; }
shared struct { int number; function *f; } S[THREADS];

int main(void) {
  function *const table[] = {plus_one, twice};
  S[MYTHREAD].f = table[MYTHREAD % 2];
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    function *f = S[t].f;
    CHECK_EQ(f(5), t % 2 ? 10 : 6);
    CHECK_EQ(S[t].f(7), t % 2 ? 14 : 8);
    CHECK(S[t].f == table[t % 2]);
  }
  return done();
}
