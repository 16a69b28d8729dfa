// SPDX-License-Identifier: BSD-3-Clause
// sizeof of shared objects where only a declaration has it: alignments, and parameters of pointers to functions.
#include <stddef.h>
#include "../check.h"

shared double x;
shared [3] int A[3 * THREADS];
struct aligned { char first; _Alignas(sizeof(x)) char c, d; int last; };
_Alignas(2 * sizeof(x)) char whole, other;
typedef int function(char a[sizeof(x)], int (*inner)(char b[sizeof(A[0])]));
int (*pointer)(char (*a)[sizeof(x)]);
struct table { int (*member)(char (*a)[sizeof(A[0])]); shared int *p; };

static int eight(char (*a)[8]) { return (int)sizeof *a; }
static int four(char (*a)[4]) { return (int)sizeof *a; }
static int four_as_pointer(char b[4]) { return b[3]; }
static int both(char a[8], int (*inner)(char b[4])) { return a[7] + inner(a); }
static int taken(int (*f)(char (*a)[sizeof(x)])) { char text[8] = ""; return f(&text); }

int main(void) {
  _Alignas(sizeof(x)) char local;
  struct table t = {four, NULL};
  char text[8] = {0, 0, 0, 5, 0, 0, 0, 7}, small[4] = "";
  function *f = both;
  pointer = eight;
  CHECK_EQ(offsetof(struct aligned, c), sizeof(double)); CHECK_EQ(offsetof(struct aligned, d) % sizeof(double), 0);
  CHECK_EQ((size_t)&whole % 16, 0); CHECK_EQ((size_t)&other % 16, 0); CHECK_EQ((size_t)&local % 8, 0);
  CHECK_EQ(pointer(&text), 8); CHECK_EQ(t.member(&small), 4); CHECK_EQ(f(text, four_as_pointer), 12);
  CHECK_EQ(taken(eight), 8); CHECK_EQ(((int (*)(char (*)[sizeof(x)]))pointer)(&text), 8);
  return done();
}
