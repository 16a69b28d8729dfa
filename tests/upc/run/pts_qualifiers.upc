// SPDX-License-Identifier: BSD-3-Clause
// const, volatile, restrict, strict and relaxed mixed with shared, in any order, around any declarator.
#include "../check.h"

const shared int a = 5;
int const shared b = 6;
shared volatile int v;
volatile strict shared int vs;
relaxed shared [3] const volatile int many[6 * THREADS];
int strict shared [2] after[2 * THREADS];
static const int *shared volatile pv;
shared int *const restrict cr = 0;
extern shared [4] int ext[4 * THREADS];
shared [4] int ext[4 * THREADS];
unsigned shared long int scattered;
shared struct { const int k; volatile double d; } s = {3, .5};
const char *const shared names[THREADS];

static int read(const shared int *p, int n) {
  int sum = 0;
  while (n--) sum += *p++;
  return sum;
}
static void fill(shared int *restrict to, const shared int *restrict from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}
static void put(strict shared volatile int *p, int x) { *p = x; }
static int get(relaxed shared const volatile int *p) { return *p; }

int main(void) {
  static shared int A[3 * THREADS], B[3 * THREADS];
  if (MYTHREAD == 0) {
    v = 1; vs = 2; scattered = 1ul << 50; s.d = 1.5;
    for (int i = 0; i < 3 * THREADS; i++) A[i] = i;
  }
  upc_barrier;
  CHECK_EQ(a * 10 + b, 56); CHECK_EQ(v + vs, 3); CHECK_EQ(scattered, 1ul << 50); CHECK_EQ(s.k, 3); CHECK_D(s.d, 1.5);
  CHECK_EQ(read(A, 3 * THREADS), 3 * THREADS * (3 * THREADS - 1) / 2);
  CHECK_EQ(read(&a, 1), 5); CHECK_EQ(get(&v), 1); CHECK(cr == 0);
  for (int i = 0; i < 6 * THREADS; i++) CHECK_EQ(upc_threadof((shared void *)&many[i]), i / 3 % THREADS);
  for (int i = 0; i < 2 * THREADS; i++) CHECK_EQ(upc_phaseof(after + i), i % 2);
  CHECK(pv == 0 && names[MYTHREAD] == 0);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) fill(B, A, 3 * THREADS), put(&v, 9), put((strict shared int *)&after[1], 8);
  upc_barrier;
  CHECK_EQ(read(B, 3 * THREADS), read(A, 3 * THREADS)); CHECK_EQ(v, 9); CHECK_EQ(after[1], 8);
  volatile shared int *vp = A;
  const volatile shared int *const cvp = &A[1];
  shared int *const *pp = &(shared int *const){&A[2]};
  CHECK_EQ(*vp++, 0); CHECK_EQ(*vp, 1); CHECK_EQ(*cvp, 1); CHECK_EQ(**pp, 2);
  strict shared int *sp = A; relaxed shared int *rp = A;
  CHECK(sp == A && rp == A); CHECK_EQ(*sp + rp[1] + sp[2], 3);
  upc_barrier;
  sp[3 * MYTHREAD] += 100; rp[3 * MYTHREAD + 1] -= 100; sp[3 * MYTHREAD + 2]++;
  upc_barrier;
  for (int i = 0; i < 3 * THREADS; i++) CHECK_EQ(A[i], i + (i % 3 == 0 ? 100 : i % 3 == 1 ? -100 : 1));
  return done();
}
