// SPDX-License-Identifier: BSD-3-Clause
// p + n, p - n, p - q and relations for each kind of block size, against the model, over all pairs of elements.
#include "../check.h"

struct odd { char c[5]; };
shared int cyclic[6 * THREADS];
shared [2] double two[6 * THREADS];
shared [3] char three[7 * THREADS];
shared [5] struct odd five[7 * THREADS];
shared [64] short large[5 * THREADS];
shared [] int indefinite[20];
shared [*] long star[5 * THREADS];

#define ALL_PAIRS(T, A, n, block)                                                               \
  do {                                                                                          \
    for (long i = 0; i < (n); i++)                                                              \
      for (long j = 0; j < (n); j++) {                                                          \
        T *p = &A[i], *q = p + (j - i), *r = p;                                                 \
        CHECK_PLACE(q, A, j, block);                                                            \
        CHECK(q == &A[j]);                                                                      \
        CHECK((q != p) == (i != j));                                                            \
        CHECK_EQ(q - p, j - i);                                                                 \
        CHECK_EQ(p - q, i - j);                                                                 \
        CHECK_PLACE(p - (i - j), A, j, block);                                                  \
        CHECK_EQ(p < q, i < j);                                                                 \
        CHECK_EQ(p <= q, i <= j);                                                               \
        CHECK_EQ(p > q, i > j);                                                                 \
        CHECK_EQ(p >= q, i >= j);                                                               \
        r += j - i;                                                                             \
        CHECK_PLACE(r, A, j, block);                                                            \
        r -= (int)(j - i);                                                                      \
        CHECK_PLACE(r, A, i, block);                                                            \
        CHECK(&p[j - i] == q);                                                                  \
        CHECK((j - i) + p == q);                                                                \
      }                                                                                         \
    T *walk = A;                                                                                \
    for (long i = 0; i < (n); i++) {                                                            \
      CHECK_PLACE(walk, A, i, block);                                                           \
      T *back = walk++;                                                                         \
      CHECK(back == &A[i]);                                                                     \
    }                                                                                           \
    CHECK_EQ(walk - A, n);                                                                      \
    for (long i = (n) - 1; i >= 0; i--) {                                                       \
      T *next = --walk;                                                                         \
      CHECK_PLACE(next, A, i, block);                                                           \
    }                                                                                           \
  } while (0)

int main(void) {
  ALL_PAIRS(shared int, cyclic, 6 * THREADS, 1);
  ALL_PAIRS(shared [2] double, two, 6 * THREADS, 2);
  ALL_PAIRS(shared [3] char, three, 7 * THREADS, 3);
  ALL_PAIRS(shared [5] struct odd, five, 7 * THREADS, 5);
  ALL_PAIRS(shared [64] short, large, 5 * THREADS, 64);
  ALL_PAIRS(shared [] int, indefinite, 20, 0);
  ALL_PAIRS(shared [5] long, star, 5 * THREADS, 5);
  return done();
}
