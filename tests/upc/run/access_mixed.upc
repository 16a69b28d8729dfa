// SPDX-License-Identifier: BSD-3-Clause
// Shared values in the company of other types: variadic promotion, vectors, complex parts, unions, chains, logic on
// doubles.
#include <complex.h>
#include <stdarg.h>
#include "../check.h"

typedef float v4 __attribute__((vector_size(16)));
shared char c[THREADS]; shared float f[THREADS]; shared double d[THREADS]; shared short h[THREADS];
shared long l[THREADS];
shared double _Complex z[THREADS]; shared v4 v[THREADS]; shared unsigned char u[THREADS];
shared struct { unsigned low : 4; signed mid : 6; char t; float x[3]; } s[THREADS];
shared union { double d; unsigned long bits; unsigned char byte[8]; } w[THREADS];
shared int wide __attribute__((aligned(64))), I2[THREADS][2];
shared [4] char lines[4 * THREADS][4];

static double add(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double t = va_arg(ap, int) + va_arg(ap, double) + va_arg(ap, int) + va_arg(ap, int) + va_arg(ap, long)
      + va_arg(ap, double);
  va_end(ap);
  return t * n;
}
static float half(float x) { return x / 2; }
static unsigned char narrow(unsigned char x) { return x; }

int main(void) {
  int t = MYTHREAD, o = (t + 1) % THREADS;
  c[t] = 'a'; f[t] = 1.5f; h[t] = -3; l[t] = 1L << 33; s[t].low = 9; s[t].mid = -20; s[t].x[1] = 2.5f; u[t] = 200;
  d[t] = .25;
  CHECK_D(add(2, c[t], f[t], h[t], s[t].low, l[t], d[t]), 2 * ('a' + 1.5 - 3 + 9 + 8589934592.0 + .25));
  char text[80]; snprintf(text, sizeof text, "%c %.1f %d %u %ld %d %g", c[t], f[t], h[t], s[t].low, l[t], s[t].mid,
      s[t].x[1]); CHECK(!strcmp(text, "a 1.5 -3 9 8589934592 -20 2.5"));
  CHECK_D(half(d[t]), .125); CHECK_EQ(narrow(u[t] + u[t]), 144); CHECK_D(t >= 0 ? d[t] : c[t], .25);
  CHECK_D(t < 0 ? d[t] : c[t], 97); CHECK_D(h[t] / f[t], -2); CHECK_EQ(u[t] > h[t], 1); CHECK_EQ(s[t].low - 10 < 0, 1);
  z[t] = 1 + 2 * I; z[t] *= I; CHECK(z[t] == -2 + I); __real__ z[t] = 5; CHECK(creal(z[t]) == 5); __imag__ z[t] += 3;
  CHECK(cimag(z[t]) == 4); z[t] /= 2; CHECK(-z[t] == -2.5 - 2 * I);
  v[t] = (v4){1, 2, 3, 4}; v[t] += v[t]; v[t][2] = 9; v[t][0]++;
  CHECK_D(v[t][0] + v[t][1] + v[t][2] + v[t][3], 3 + 4 + 9 + 8); v4 k = v[t] * 2; CHECK_D(k[2], 18);
  w[t].d = 1.0; CHECK(w[t].bits == 0x3ff0000000000000ul); w[t].byte[7] |= 0x80; CHECK_D(w[t].d, -1);
  w[t].bits ^= 1ul << 63; CHECK_D(w[t].d, 1); CHECK_EQ(upc_addrfield(&wide) % 64, 0);
  d[t] = 0; CHECK_EQ(!d[t], 1); d[t] = -0.0; CHECK_EQ(d[t] ? 1 : 2, 2); d[t] = 1; int n = 0; while (d[t] -= .25) n++;
  CHECK_EQ(n, 3); if (d[t] || f[t]) n = 5; CHECK_EQ(n, 5);
  l[t] = h[t] = c[t] = u[t] = 300; CHECK_EQ(l[t], 44); CHECK_EQ(u[t], 44); d[t] = l[t] = 2.9; CHECK_D(d[t], 2);
  f[t] = d[t] = 0.1; CHECK(f[t] == 0.1f); c[t] = (h[t] += 300); CHECK_EQ(c[t], (char)344);
   I2[t][0] = 3; I2[t][1] = I2[t][0]++; I2[t][0]++; I2[t][1] -= -I2[t][1]; CHECK_EQ(I2[t][0] * 10 + I2[t][1], 56);
  for (int i = 0; i < 4; i++) for (char ch = 'a'; ch < 'e'; ch++) lines[4 * o + i][ch - 'a'] = ch + i;
  upc_barrier;
  switch (lines[4 * t][2]) { case 'c': break; default: CHECK(0); } CHECK_EQ(lines[4 * t + 3][3], 'g');
  CHECK_EQ(upc_threadof(lines[4 * t + 1]), (4 * t + 1) % THREADS);
  upc_barrier;
  shared [4] char *p = lines[4 * o]; *p++ = 'x'; (*p)++; p[1] ^= p[2]; *(p + 2) = '!', p += 2; CHECK_EQ(*p, '!');
  (void)(c[t] == c[t] && (d[t], f[t]) > 0 ? wide : I2[t][0]); CHECK_EQ(sizeof(c[t] ? f[t] : d[t]), 8);
  CHECK_EQ((int)f[t] + (unsigned char)l[t] + (_Bool)d[t], 3); CHECK_EQ(l[t] << 2 | 1, 9); CHECK_EQ(~l[t] & 0xff, 0xfd);
  upc_barrier;
  return done();
}
