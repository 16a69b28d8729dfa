// SPDX-License-Identifier: BSD-3-Clause
// ++ and -- on pointers-to-shared, before and after, alone, under * and through other pointers.
#include "../check.h"

shared [3] int A[20 * THREADS];

struct cursor { shared [3] int *at; };

int main(void) {
  for (int i = MYTHREAD; i < 20 * THREADS; i += THREADS) A[i] = 5 * i;
  upc_barrier;
  shared [3] int *p = A, *q, **pp = &p;
  CHECK_EQ(*p++, 0); CHECK_EQ(*p++, 5); CHECK_EQ(*p, 10); CHECK_EQ(*++p, 15); CHECK_EQ(*--p, 10); CHECK_EQ(*p--, 10);
  CHECK(p == A + 1);
  q = p++; CHECK_EQ(p - q, 1);
  q = ++p; CHECK(p == q);
  CHECK_EQ(upc_phaseof(p), 0);
  q = p--; CHECK_EQ(upc_phaseof(p), 2); CHECK_EQ(q - p, 1);
  CHECK_EQ(*(*pp)++, 10); CHECK_EQ(**pp, 15);
  CHECK_EQ(*++*pp, 20);
  struct cursor c = {A}, *cp = &c;
  CHECK_EQ(*c.at++, 0); CHECK_EQ(*cp->at++, 5); CHECK_EQ(*++cp->at, 15); CHECK(cp->at-- == A + 3);
  shared [3] int *v[2] = {A, A + 10};
  int k = 0;
  CHECK_EQ(*v[k++]++, 0); CHECK_EQ(k, 1); CHECK_EQ(*v[k--]--, 50); CHECK_EQ(k, 0);
  CHECK_EQ(*v[0], 5); CHECK_EQ(*v[1], 45);
  int total = 0;
  for (p = A; p < A + 20 * THREADS; p++) total += *p / 5;
  CHECK_EQ(total, 10 * THREADS * (20 * THREADS - 1));
  for (p = A + 20 * THREADS, total = 0; p-- > A;) total += *p / 5;
  CHECK_EQ(total, 10 * THREADS * (20 * THREADS - 1));
  upc_barrier;
  /* *p++ = ..., (*p)++ : each thread in a row of its own */
  for (p = A + 20 * MYTHREAD, k = 0; k < 20; k++) *p++ = k;
  for (p = A + 20 * MYTHREAD, k = 0; k < 20; k++, p++) CHECK_EQ((*p)++, k);
  for (p = A + 20 * MYTHREAD, k = 0; k < 20; k++) CHECK_EQ(++*p++, k + 2);
  for (p = A + 20 * MYTHREAD, k = 0; k < 20; k++) *p++ -= 2;
  q = A + 20 * MYTHREAD;
  p = A + 20 * ((MYTHREAD + 1) % THREADS);
  upc_barrier;
  total = 0;
  for (k = 0; k < 20; k++) total += *p++ * 100 + *q++;
  CHECK_EQ(total, 190 * 101);
  return done();
}
