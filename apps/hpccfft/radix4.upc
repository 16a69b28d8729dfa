/* SPDX-License-Identifier: BSD-3-Clause
 * radix4.upc: Stockham's transform by butterflies of four, and one of two if the length is no power of four. It needs
 * no reversal of bits: each pass reads four parts at a distance of a quarter and writes them next to each other. */
#include <upc.h>
#include "hpccfft.h"

static complex_t plus(complex_t a, complex_t b) {
  complex_t c;
  c.re = a.re + b.re, c.im = a.im + b.im;
  return c;
}

static complex_t minus(complex_t a, complex_t b) {
  complex_t c;
  c.re = a.re - b.re, c.im = a.im - b.im;
  return c;
}

/* -i a */
static complex_t turned(complex_t a) {
  complex_t c;
  c.re = a.im, c.im = -a.re;
  return c;
}

/* One butterfly of four with the factors w1, w1^2 and w1^3, on `count` adjacent numbers of each part. */
static void four(const complex_t *restrict x, size_t part, complex_t *restrict y, size_t count, complex_t w1,
                 complex_t w2, complex_t w3) {
  size_t i;
  for (i = 0; i < count; i++) {
    const complex_t a = x[i], b = x[i + part], c = x[i + 2 * part], d = x[i + 3 * part];
    const complex_t ac = plus(a, c), bd = plus(b, d), a_c = minus(a, c), b_d = turned(minus(b, d));
    y[i] = plus(ac, bd);
    y[i + count] = times(w1, plus(a_c, b_d));
    y[i + 2 * count] = times(w2, minus(ac, bd));
    y[i + 3 * count] = times(w3, minus(a_c, b_d));
  }
}

static void two(const complex_t *restrict x, size_t part, complex_t *restrict y) {
  size_t i;
  for (i = 0; i < part; i++) {
    const complex_t a = x[i], b = x[i + part];
    y[i] = plus(a, b);
    y[i + part] = minus(a, b);
  }
}

complex_t *radix4(size_t n, size_t width, complex_t *x, complex_t *work, const complex_t *roots, size_t every) {
  size_t left, count = width, p; /* left * count == n * width */
  complex_t *other = work;
  for (left = n; left > 1; left /= 4, count *= 4, every *= 4) {
    complex_t *const from = x;
    if (left == 2) {
      two(from, count, other);
    } else {
      for (p = 0; p < left / 4; p++)
        four(from + p * count, n * width / 4, other + 4 * p * count, count, roots[p * every], roots[2 * p * every],
             roots[3 * p * every]);
    }
    x = other;
    other = from;
    if (left == 2) break;
  }
  return x;
}
