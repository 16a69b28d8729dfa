// SPDX-License-Identifier: BSD-3-Clause
// _Complex, long double, vectors, overflow builtins, math and fenv, float formats, rounding.
#include <complex.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <inttypes.h>
#include <stdio.h>

typedef float v4f __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));
typedef double v4d __attribute__((ext_vector_type(4)));
static double complex rotate(double complex z, double a) { return z * cexp(a * I); }
static v4f scale(v4f v, float by) { return v * by + (v4f){1, 0, 0, 1}; }
static double horner(const double *c, int n, double x) { double r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void) {
  double complex z = 1 + 2 * I, w = rotate(z, M_PI / 2); float _Complex fz = z; long double complex lz = z * z;
  printf("%.3f %.3f %.3f %.3f %.3f\n", creal(w), cimag(w), cabs(z), crealf(fz * fz), (double)cimagl(lz));
  __real__ z = 5; __imag__ z *= -1; printf("%g %g %d %g\n", creal(z), cimag(z), z == conj(conj(z)), creal(~z * z));
  z += 1; z /= 2 * I; printf("%g %g\n", creal(z), cimag(z));
  v4f v = {1, 2, 3, 4}; v = scale(v, 2); v4i mask = v > 5; v4i s = (v4i){1, 2, 3, 4} << 2;
  printf("%g %g %d %d %d\n", v[0], v[3], mask[0], mask[2], s[3]);
  v4d d = {1, 2, 3, 4}; d.xy = d.wz; printf("%g %g %g\n", d.x, d[1], (d * d).w);
  v4i sh = __builtin_shufflevector(s, s, 3, 2, 1, 0); printf("%d %d\n", sh[0], sh[3]);
  long double ld = 1.0L / 3; printf("%.20Lf %Lg %d\n", ld, LDBL_MAX > DBL_MAX ? 1.0L : 0.0L, LDBL_DIG);
  int r; printf("%d %d\n", __builtin_add_overflow(2147483647, 1, &r), r); long lr;
  printf("%d %ld\n", __builtin_mul_overflow(3L, 4L, &lr), lr);
  printf("%g %g %g %g\n", fma(2, 3, 4), hypot(3, 4), remainder(7, 4), round(-2.5));
  printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(INFINITY) != 0, signbit(-0.0) != 0,
      fpclassify(1e-310) == FP_SUBNORMAL);
  fesetround(FE_UPWARD); volatile double one = 1, three = 3; double up = one / three; fesetround(FE_TONEAREST);
  printf("%d %ld\n", up > one / three, lrint(2.5));
  printf("%.17g %a %.3e %G\n", 0.1, 1.0 / 3, 123456.789, 1e-10);
  printf("%" PRId64 " %" PRIu32 " %" PRIxMAX "\n", INT64_MIN, UINT32_MAX, (uintmax_t)255);
  double c[] = {1, -3, 0, 2}; printf("%g %g\n", horner(c, 4, 2), frexp(10, &r));
  printf("%d %.10f %.10f\n", r, erf(0.5), lgamma(4.5));
  float f = 0.1f; double fd = f; printf("%d %d %.9g\n", f == 0.1, fd == f, fd); _Float16 h = 1.5f16;
  printf("%g\n", (double)(h * h));
  printf("%d %u %lld\n", (int)-2.9, (unsigned)3e9, (long long)1e18); printf("%d\n", (_Bool)0.1);
  __int128 big = 1; for (int i = 0; i < 30; i++) big *= 10;
  printf("%llu\n", (unsigned long long)(big / 1000000000000000ULL));
  return 0;
}
