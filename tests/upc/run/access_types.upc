// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes of every arithmetic type, with C's conversions on the way in and out.
#include <complex.h>
#include "../check.h"

enum small { ZERO, BIG = 200 } __attribute__((packed));
shared char c[THREADS]; shared signed char sc[THREADS]; shared unsigned char uc[THREADS];
shared short s[THREADS]; shared unsigned short us[THREADS]; shared int i[THREADS]; shared unsigned u[THREADS];
shared long l[THREADS]; shared unsigned long ul[THREADS]; shared long long ll[THREADS];
shared unsigned long long ull[THREADS]; shared float f[THREADS]; shared double d[THREADS];
shared long double ld[THREADS]; shared _Bool b[THREADS]; shared enum small e[THREADS];
shared float _Complex fc[THREADS]; shared double complex dc[THREADS]; shared long double complex lc[THREADS];
shared __int128 wide[THREADS];
typedef float v4 __attribute__((vector_size(16)));
shared v4 v[THREADS];

static double half(double x) { return x / 2; }

int main(void) {
  int t = (MYTHREAD + 1) % THREADS, w = MYTHREAD;
  c[t] = 300; sc[t] = 200; uc[t] = -1; s[t] = 70000; us[t] = -2; i[t] = 3.99; u[t] = -1; l[t] = 1e15; ul[t] = -1;
  ll[t] = -5; ull[t] = ~0ull; f[t] = 1.0 / 3; d[t] = 1.0 / 3; ld[t] = 1.0L / 3; b[t] = 0.5; e[t] = BIG;
  fc[t] = 1 + 2 * I; dc[t] = 3 - 4 * I; lc[t] = I; wide[t] = (__int128)1 << 100; v[t] = (v4){1, 2, 3, t};
  upc_barrier;
  CHECK_EQ(c[w], (char)300); CHECK_EQ(sc[w], (signed char)200); CHECK_EQ(uc[w], 255); CHECK_EQ(s[w], (short)70000);
  CHECK_EQ(us[w], 65534); CHECK_EQ(i[w], 3); CHECK_EQ(u[w], 0xffffffffu); CHECK_EQ(l[w], 1000000000000000);
  CHECK(ul[w] == ~0ul); CHECK_EQ(ll[w], -5); CHECK(ull[w] == ~0ull); CHECK(f[w] == 1.f / 3); CHECK(d[w] == 1. / 3);
  CHECK(ld[w] == 1.L / 3); CHECK(b[w] == 1); CHECK_EQ(e[w], BIG);
  CHECK(fc[w] == 1 + 2 * I); CHECK(creal(dc[w]) == 3 && cimag(dc[w]) == -4); CHECK(lc[w] * lc[w] == -1);
  CHECK(__real__ dc[w] == 3); CHECK(cabs(dc[w]) == 5); CHECK((long long)(wide[w] >> 90) == 1024);
  CHECK(v[w][1] == 2); v4 sum = v[w] + v[w]; CHECK(sum[3] == 2 * w);
  /* the value of an assignment is that of the left operand, converted */
  double x = (i[w] = 2.75); CHECK_D(x, 2);
  int y = (uc[w] = 511); CHECK_EQ(y, 255);
  CHECK_EQ(c[w] = s[w] = 0x1234, 0x34); CHECK_EQ(b[w] = 77, 1); CHECK_EQ((sc[w] = 128) < 0, 1);
  /* promotions and usual conversions */
  uc[w] = 255; CHECK_EQ(uc[w] + 1, 256); CHECK_EQ(uc[w] << 4, 4080); CHECK_EQ(~uc[w], -256); CHECK_EQ(-uc[w], -255);
  u[w] = 1; CHECK(u[w] - 2 > 0); CHECK_EQ((-1 < u[w]), 0); sc[w] = -1; CHECK(sc[w] == -1); CHECK_EQ(sc[w] > u[w], 1);
  i[w] = 7; CHECK_D(i[w] / 2.0, 3.5); CHECK_EQ(i[w] / 2, 3); CHECK_D(half(i[w]), 3.5); CHECK_EQ(-i[w] % 4, -3);
  CHECK_EQ(sizeof(c[w] + c[w]), sizeof(int)); CHECK_EQ(sizeof(f[w] * 1), sizeof(float));
  CHECK_EQ((unsigned char)l[w], (unsigned char)1000000000000000); CHECK_EQ((int)ld[w], 0); CHECK_EQ((_Bool)d[w], 1);
  float g = d[w]; CHECK(g == 1.f / 3);
  return done();
}
