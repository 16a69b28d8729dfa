// SPDX-License-Identifier: BSD-3-Clause
// shared behind the type: behind a struct's body, before and behind a storage class, in K&R definitions.
#include "../check.h"

struct { int x, y; } shared point[THREADS];
enum { NO, YES } shared answer;
union { int a; char c[4]; } static shared bytes;
typedef struct node { int x; struct node shared *next; } shared node_t;
typedef struct { short s; } strict shared [2] pair_t;
struct pin { long l; } const shared [3] *pin;
node_t nodes[THREADS];
pair_t pairs[2 * THREADS];
shared int A[THREADS];
shared [4] int B[4 * THREADS];

int first(p, n, q) shared int *p; int n; shared [4] int *q; { return *p + q[n]; }
int later(n, p, s) int n; shared const int *p; struct node shared *s; { return n + *p + s->x; }
shared [4] int *moved(n, p) char n; register shared [4] int *p; { return p + n; }
static __attribute__((noinline)) int called(f, p) int (*f)(int); strict shared int *p; { return f(1) + *p; }
int (*nothing(p, q))(int) shared strict int *p; shared [2 + 2] int *q; { return p || q ? 0 : abs; }

int plus(int x) { return x + 1; }

int main(void) {
  struct local { int z; } shared *l = 0;
  struct local2 { int z; } m = {3};
  CHECK(!l);
  CHECK_EQ(m.z, 3);
  CHECK_EQ(upc_blocksizeof(pair_t), 2);
  CHECK_EQ(upc_blocksizeof(*pin), 3);
  point[MYTHREAD].y = MYTHREAD;
  nodes[MYTHREAD].next = &nodes[(MYTHREAD + 1) % THREADS];
  nodes[MYTHREAD].x = 3 * MYTHREAD;
  pairs[2 * MYTHREAD + 1].s = MYTHREAD;
  if (MYTHREAD == 0) answer = YES, bytes.a = 2, A[0] = 7, B[1] = 5;
  upc_barrier;
  CHECK_EQ(answer, YES);
  CHECK_EQ(bytes.c[0], 2);
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(point[t].y, t);
    CHECK_EQ(nodes[t].next->x, 3 * ((t + 1) % THREADS));
    CHECK_EQ(pairs[2 * t + 1].s, t);
    CHECK_EQ(upc_threadof(&pairs[2 * t + 1]), t);
  }
  CHECK_EQ(first(A, 1, B), 12);
  CHECK_EQ(later(1, A, nodes), 8);
  CHECK(moved(1, B) == B + 1);
  CHECK_EQ(called(plus, (strict shared int *)A), 9);
  CHECK(!nothing(A, B));
  return done();
}
