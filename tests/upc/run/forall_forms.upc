// SPDX-License-Identifier: BSD-3-Clause
// The shape of the statement: clauses evaluated on every thread as in `for`, commas, empty clauses, `continue`, else.
#include "../check.h"

shared int A[10 * THREADS];
shared int bound;
static int a, b, c, d;
static int tests(int ok) { b++; return ok; }
static int affinity(int i) { d++; return i; }

int main(void) {
  int i, j, n = 0, mine = 0;
  for (int k = 0; k < 10; k++) mine += k % THREADS == MYTHREAD;
  /* example 2 of UPC 1.3, 6.6.2 */
  upc_forall ((a++, i = 0); (b++, i < 10); (c++, i++); i) n++;
  CHECK_EQ(a, 1); CHECK_EQ(b, 11); CHECK_EQ(c, 10); CHECK_EQ(n, mine); CHECK_EQ(i, 10);
  b = n = 0;
  upc_forall (i = 0; tests(i < 10); i++; affinity(i)) n++;
  CHECK_EQ(b, 11); CHECK_EQ(d, 10); CHECK_EQ(n, mine);
  /* two counters */
  n = 0;
  upc_forall (i = 0, j = 20; i < j; i++, j--; i) { CHECK_EQ(i + j, 20); n++; }
  CHECK_EQ(n, mine); CHECK_EQ(i, 10); CHECK_EQ(j, 10);
  /* empty clauses; the step in the body is private */
  i = 0; n = 0;
  upc_forall (; i < 10; i++; i) n++;
  CHECK_EQ(n, mine);
  n = 0;
  upc_forall (i = 0; i < 10; i++; i) { if (i % 2) continue; n += 1; }
  int even = 0;
  for (int k = 0; k < 10; k += 2) even += k % THREADS == MYTHREAD;
  CHECK_EQ(n, even);
  /* as the body of other statements, with no braces anywhere */
  n = 0;
  if (mine >= 0)
    upc_forall (i = 0; i < 10; i++; i)
      if (i < 5) n++;
      else n += 100;
  else
    n = -1;
  int want = 0;
  for (int k = 0; k < 10; k++) want += k % THREADS == MYTHREAD ? (k < 5 ? 1 : 100) : 0;
  CHECK_EQ(n, want);
  n = 0;
  for (int r = 0; r < 3; r++) upc_forall (i = 0; i < 10; i++; i) n++;
  CHECK_EQ(n, 3 * mine);
  do upc_forall (i = 0; i < 10; i++; i) n--; while (0);
  CHECK_EQ(n, 2 * mine);
  upc_forall (i = 0; i < 10; i++; i);
  CHECK_EQ(i, 10);
  /* break and continue of an inner loop, switch, the body leaves only by its end */
  n = 0;
  upc_forall (i = 0; i < 10; i++; i) {
    for (int k = 0; k < 10; k++) { if (k == 2) continue; if (k == 5) break; n++; }
    switch (i) { case 3: n += 1000; break; default: continue; }
    n += 10000;
  }
  CHECK_EQ(n, 4 * mine + (3 % THREADS == MYTHREAD ? 11000 : 0));
  /* a shared bound and a condition with a call */
  if (MYTHREAD == 0) bound = 10;
  upc_barrier;
  n = 0;
  upc_forall (i = 0; i < bound; i++; i) n++;
  CHECK_EQ(n, mine);
  n = 0;
  upc_forall (i = 0; i < bound && i * i < 50; i++; &A[i]) n += i;
  want = 0;
  for (int k = 0; k < 8; k++) want += k % THREADS == MYTHREAD ? k : 0;
  CHECK_EQ(n, want);
  /* labels and goto inside the body; declarations that shadow the counter */
  n = 0;
  upc_forall (i = 0; i < 10; i++; i) {
    int k = 0;
  again:
    if (k++ < 2) goto again;
    int i = 7;
    n += i + k;
  }
  CHECK_EQ(n, 10 * mine);
  /* the address of the counter is taken; the counter is static, a member, an element */
  n = 0;
  upc_forall (int k = 0; k < 10; k++; k) { int *at = &k; n += *at; }
  want = 0;
  for (int k = 0; k < 10; k++) want += k % THREADS == MYTHREAD ? k : 0;
  CHECK_EQ(n, want);
  static int s; struct { int x; } m; int v[1];
  n = 0;
  upc_forall (s = 0; s < 10; s++; s) n += s;
  upc_forall (m.x = 0; m.x < 10; m.x++; m.x) n += m.x;
  upc_forall (v[0] = 0; v[0] < 10; v[0]++; v[0]) n += v[0];
  CHECK_EQ(n, 3 * want); CHECK_EQ(s + m.x + v[0], 30);
  upc_barrier;
  return done();
}
