/* SPDX-License-Identifier: BSD-3-Clause
 * Matrices of many kinds by formula: the well-known hard ones, those without an inverse, and those with no numbers. */
#ifndef TEST_KINDS_H
#define TEST_KINDS_H

#include "operands.h"

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

/* A number in (-1, 1) of a place. */
static double noise(int number, size_t i, size_t j) {
  unsigned long long x = ((unsigned long long)number << 40) + (i << 20) + j + 1;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (double)(x >> 12) * 0x1p-51 - 1;
}

static double gap(size_t i, size_t j) { return fabs((double)i - (double)j); }

/* A binomial coefficient (i + j, i) less 2^-(i + j): Pascal's matrix with its rows and columns scaled. */
static double pascal(size_t i, size_t j) {
  const double ln2 = 0.6931471805599453, x = (double)i, y = (double)j;
  return exp(lgamma(x + y + 1) - lgamma(x + 1) - lgamma(y + 1) - ln2 * (x + y));
}

static const char *const general_kinds[] = {
  "random", "identity", "zero", "ones", "Hilbert", "Pascal", "Wilkinson", "graded rows", "graded columns",
  "Vandermonde", "Frank", "Kahan", "Cauchy", "tridiagonal", "circulant", "Toeplitz", "Lotkin", "Hankel", "minima",
  "Lehmer", "companion", "upper triangle", "lower triangle", "permutation", "sparse", "rank 3", "huge", "tiny", "Grcar",
  "Clement", "Forsythe", "Hadamard", "NaN", "infinity"};
enum { GENERAL_KINDS = sizeof general_kinds / sizeof general_kinds[0] };

/* Element (i, j) of a general matrix of order n at most. */
static double general(int kind, size_t i, size_t j, size_t n) {
  const double x = (double)i, y = (double)j;
  unsigned bits = (unsigned)(i & j), ones = 0;
  switch (kind) {
    case 1: return i == j;
    case 2: return 0;
    case 3: return 1;
    case 4: return 1 / (x + y + 1);
    case 5: return pascal(i, j);
    case 6: return i == j || j + 1 == n ? 1 : i > j ? -1 : 0;
    case 7: return noise(kind, i, j) * pow(10, -x / 8);
    case 8: return noise(kind, i, j) * pow(10, -y / 8);
    case 9: return pow((x + 1) / (double)(n + 1), y);
    case 10: return i <= j + 1 ? (double)n - larger(x, y) : 0;
    case 11: return i > j ? 0 : pow(0.9, x) * (i == j ? 1 : -0.4);
    case 12: return 1 / (x + 1.5 * y + 1.25);
    case 13: return i == j ? 2 : gap(i, j) == 1 ? -1 : 0;
    case 14: return noise(kind, (i + n - j % (n + 1)) % (n + 1), 0);
    case 15: return noise(kind, i + n - j, 1);
    case 16: return i == 0 ? 1 : 1 / (x + y + 1);
    case 17: return noise(kind, i + j, 2);
    case 18: return smaller(x, y) + 1;
    case 19: return (smaller(x, y) + 1) / (larger(x, y) + 1);
    case 20: return i == 0 ? noise(kind, 0, j) : i == j + 1;
    case 21: return i <= j ? noise(kind, i, j) : 0;
    case 22: return i >= j ? noise(kind, i, j) : 0;
    case 23: return (i * 7 + 3) % (n + (n % 7 == 0)) == j;
    case 24: return (i * 5 + j * 3) % 11 == 0 ? noise(kind, i, j) : 0;
    case 25: return noise(1, i, 0) * noise(2, 0, j) + noise(3, i, 0) * noise(4, 0, j) + noise(5, i, 0) * noise(6, 0, j);
    case 26: return noise(kind, i, j) * 1e15;
    case 27: return noise(kind, i, j) * 1e-15;
    case 28: return i == j + 1 ? -1 : j >= i && j <= i + 3;
    case 29: return gap(i, j) == 1 ? (i < j ? (double)n - y : y + 1) : 0;
    case 30: return i == j + 1 ? 1 : i == 0 && j + 1 == n ? 1e-5 : 0;
    case 31:
      for (; bits > 0; bits &= bits - 1) ones++;
      return ones % 2 == 0 ? 1 : -1;
    case 32: return i == n / 2 && j == n / 3 ? NAN : noise(kind, i, j);
    case 33: return i == n / 3 && j == n / 2 ? INFINITY : noise(kind, i, j);
    default: return noise(kind, i, j);
  }
}

static const char *const positive_kinds[] = {
  "identity", "Hilbert", "Pascal", "minima", "Lehmer", "geometric", "second differences", "dominant", "graded",
  "nearly ones", "Moler", "huge", "tiny", "a negative minor", "zero", "NaN", "NaN beside the diagonal", "infinity"};
enum { POSITIVE_KINDS = sizeof positive_kinds / sizeof positive_kinds[0], FIRST_WITHOUT_FACTOR = 13 };

/* Element (i, j) of a symmetric matrix. Those before FIRST_WITHOUT_FACTOR are positive definite, some hardly. */
static double positive(int kind, size_t i, size_t j, size_t n) {
  const double x = (double)i, y = (double)j, d = gap(i, j);
  const size_t low = i < j ? i : j, high = i < j ? j : i, place = 2 * n / 3;
  switch (kind) {
    case 0: return i == j;
    case 1: return 1 / (x + y + 1);
    case 2: return pascal(i, j);
    case 3: return smaller(x, y) + 1;
    case 4: return (smaller(x, y) + 1) / (larger(x, y) + 1);
    case 6: return i == j ? 2 : d == 1 ? -1 : 0;
    case 7: return i == j ? (double)n + 1 : noise(kind, low, high);
    case 8: return pow(0.5, d) * pow(10, -(x + y) / 16);
    case 9: return 1 + (i == j ? 1e-3 : 0);
    case 10: return i == j ? x + 1 : smaller(x, y) - 1;
    case 11: return pow(0.5, d) * 1e15;
    case 12: return pow(0.5, d) * 1e-15;
    case 13: return i == j && i == place ? -1 : pow(0.25, d);
    case 14: return 0;
    case 15: return i == j && i == place ? NAN : pow(0.5, d);
    case 16: return high == place && low == n / 4 && high != low ? NAN : pow(0.5, d);
    case 17: return i == j && i == place ? INFINITY : pow(0.5, d);
    default: return pow(0.5, d);
  }
}

#endif
