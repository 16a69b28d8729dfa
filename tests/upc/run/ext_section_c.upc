// SPDX-License-Identifier: BSD-3-Clause
// Outside section arguments < > : and , are C's, digraphs are digraphs, and a macro may build a section.
#include <upc_stride_coll.h>
#include "../check.h"

shared [2][2] int A[4][4];
static int f(int x, int y) { return x * 10 + y; }
static int g(int x) { return x; }
static int h(int x, int y, int z) { return x * 100 + y * 10 + z; }
#define ROW(i) A<(i), :>
#define HAVE(...) upc_haveaffinity(__VA_ARGS__)
#define WHOLE A

int main(void) {
  int a = 1, b = 2, c = 3, d = 4;
  CHECK_EQ(f(a<b, c>(d)), 10);
  CHECK_EQ(f(a<b, c>d), 10);
  CHECK_EQ(h(a < b, c > (d), a<c), 101);
  CHECK_EQ(g(a<b), 1);
  CHECK_EQ(f(g(a<b), c>a), 11);
  int v<:3:> = <%1, 2, 3%>; /* digraphs */
  CHECK_EQ(v<:1:>, 2);
  CHECK_EQ(g(v<:2:>), 3);
  CHECK_EQ(a<b ? c>d : 5, 0);
  CHECK_EQ(upc_haveaffinity(ROW(1)), THREADS == 1 || 2 % THREADS == MYTHREAD || 3 % THREADS == MYTHREAD);
  CHECK_EQ(HAVE(WHOLE<:,1>), 1 % THREADS == MYTHREAD || 3 % THREADS == MYTHREAD);
  CHECK_EQ(HAVE(ROW(g(a<b))), 2 % THREADS == MYTHREAD || 3 % THREADS == MYTHREAD);
  CHECK_EQ(f(upc_haveaffinity(A<0,0>), a<b), 10 * (MYTHREAD == 0) + 1);
  CHECK_EQ(f((A[0][0]<b), (c>A[0][0])), 11);
  return done();
}
