// SPDX-License-Identifier: BSD-3-Clause
// Shared scalars: one object for all threads, zero at the start, on thread 0, whatever their layout qualifier.
#include "../check.h"

shared char c;
shared signed char sc;
shared short s;
shared int i;
shared long l;
shared long long ll;
shared unsigned char uc;
shared unsigned u;
shared float f;
shared double d;
shared long double ld;
shared _Bool b;
shared enum colour { RED, GREEN = 7, BLUE } e;
int shared after;
shared [5] int with_block;
shared [] int with_indefinite;
static shared int hidden;
shared int *shared pointer;

int main(void) {
  CHECK_EQ(c + sc + s + i + uc + b + e + after + with_block + with_indefinite + hidden, 0);
  CHECK_EQ(l + ll + u, 0);
  CHECK_D(f + d + ld, 0);
  CHECK(pointer == NULL);
  CHECK_EQ(upc_threadof(&c), 0);
  CHECK_EQ(upc_threadof(&ld), 0);
  CHECK_EQ(upc_threadof(&with_block), 0);
  CHECK_EQ(upc_threadof(&with_indefinite), 0);
  CHECK_EQ(upc_threadof(&hidden), 0);
  CHECK_EQ(upc_threadof(&pointer), 0);
  CHECK_EQ(upc_phaseof(&i), 0);
  CHECK_EQ(upc_phaseof(&with_block), 0);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    c = 'x'; sc = -3; s = -300; i = -70000; l = -5000000000L; ll = 1LL << 62; uc = 250; u = 4000000000u;
    f = 1.5f; d = -2.25; ld = 1e300L; b = 42; e = BLUE; after = 1; with_block = 2; with_indefinite = 3; hidden = 4;
    pointer = &i;
  }
  upc_barrier;
  CHECK_EQ(c, 'x'); CHECK_EQ(sc, -3); CHECK_EQ(s, -300); CHECK_EQ(i, -70000); CHECK_EQ(l, -5000000000L);
  CHECK_EQ(ll, 1LL << 62); CHECK_EQ(uc, 250); CHECK_EQ(u, 4000000000u); CHECK_D(f, 1.5); CHECK_D(d, -2.25);
  CHECK(ld == 1e300L); CHECK_EQ(b, 1); CHECK_EQ(e, BLUE);
  CHECK_EQ(after * 1000 + with_block * 100 + with_indefinite * 10 + hidden, 1234);
  CHECK(pointer == &i);
  CHECK_EQ(*pointer, -70000);
  return done();
}
