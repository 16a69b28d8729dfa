// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's atomics: every operation, type and form alone, then fetchadd, cswap and the bits under contention.
#include "../../../../tests/upc/check.h"

#define FORM(T, P, read, set, swap, cswap, mswap, fetchadd, fetchand, fetchor, fetchxor, fetchnot) \
  do {                                                        \
    set(P, 5);                                                \
    CHECK_EQ(read(P), 5);                                     \
    CHECK_EQ(swap(P, 9), 5);                                  \
    CHECK_EQ(cswap(P, 8, 1), 9);                              \
    CHECK_EQ(cswap(P, 9, 12), 9);                             \
    CHECK_EQ(mswap(P, 6, 0xff), 12);                          \
    CHECK_EQ(fetchadd(P, (T)-3), 14);                         \
    CHECK_EQ(fetchand(P, 10), 11);                            \
    CHECK_EQ(fetchor(P, 3), 10);                              \
    CHECK_EQ(fetchxor(P, 6), 11);                             \
    CHECK_EQ(fetchnot(P), 13);                                \
    CHECK_EQ(read(P), (T)~13);                                \
    CHECK_EQ(fetchadd(P, 14), (T)~13);                        \
    CHECK_EQ(read(P), 0);                                     \
  } while (0)

#define INTEGERS(T, X)                                        \
  do {                                                        \
    static shared T at[THREADS];                              \
    T private[2] = {0, 77};                                   \
    shared T *p = &at[(MYTHREAD + 1) % THREADS];              \
    FORM(T, p, X##_read_relaxed, X##_set_relaxed, X##_swap_relaxed, X##_cswap_relaxed, X##_mswap_relaxed, \
         X##_fetchadd_relaxed, X##_fetchand_relaxed, X##_fetchor_relaxed, X##_fetchxor_relaxed, X##_fetchnot_relaxed); \
    FORM(T, p, X##_read_strict, X##_set_strict, X##_swap_strict, X##_cswap_strict, X##_mswap_strict, \
         X##_fetchadd_strict, X##_fetchand_strict, X##_fetchor_strict, X##_fetchxor_strict, X##_fetchnot_strict); \
    upc_barrier;                                              \
    T *mine = (T *)&at[MYTHREAD];                             \
    FORM(T, mine, X##_read_private, X##_set_private, X##_swap_private, X##_cswap_private, X##_mswap_private, \
         X##_fetchadd_private, X##_fetchand_private, X##_fetchor_private, X##_fetchxor_private, X##_fetchnot_private); \
    FORM(T, private, X##_read_private, X##_set_private, X##_swap_private, X##_cswap_private, X##_mswap_private, \
         X##_fetchadd_private, X##_fetchand_private, X##_fetchor_private, X##_fetchxor_private, X##_fetchnot_private); \
    CHECK_EQ(private[1], 77);                                 \
    upc_barrier;                                              \
    for (int i = 0; i < 20000; i++) {                           \
      T bit = (T)((T)1 << MYTHREAD), seen;                    \
      X##_fetchadd_relaxed(&at[0], 1);                        \
      if (THREADS > 1) CHECK_EQ(X##_fetchxor_strict(&at[1], bit) >> MYTHREAD & 1, i & 1); \
      if (THREADS > 2) while ((seen = X##_read_relaxed(&at[2])), X##_cswap_strict(&at[2], seen, seen + 2) != seen) {} \
    }                                                         \
    upc_barrier;                                              \
    CHECK_EQ(at[0], 20000 * THREADS);                           \
    if (THREADS > 1) CHECK_EQ(at[1], 0);                      \
    if (THREADS > 2) CHECK_EQ(at[2], 40000 * THREADS);         \
    upc_barrier;                                              \
  } while (0)

#define FLOATING(P, F)                                        \
  do {                                                        \
    F(set)(P, 1.5);                                           \
    CHECK_D(F(read)(P), 1.5);                                 \
    CHECK_D(F(swap)(P, -2.25), 1.5);                          \
    CHECK_D(F(cswap)(P, 1, 3), -2.25);                        \
    CHECK_D(F(cswap)(P, -2.25, 0.5), -2.25);                  \
    CHECK_D(F(read)(P), 0.5);                                 \
  } while (0)
#define D_RELAXED(op) bupc_atomicD_##op##_relaxed
#define D_STRICT(op) bupc_atomicD_##op##_strict
#define D_PRIVATE(op) bupc_atomicD_##op##_private
#define F_RELAXED(op) bupc_atomicF_##op##_relaxed
#define F_STRICT(op) bupc_atomicF_##op##_strict
#define F_PRIVATE(op) bupc_atomicF_##op##_private

static shared double doubles[THREADS];
static shared float floats[THREADS];

int main(void) {
  INTEGERS(uint64_t, bupc_atomicU64);
  INTEGERS(int64_t, bupc_atomicI64);
  INTEGERS(uint32_t, bupc_atomicU32);
  INTEGERS(int32_t, bupc_atomicI32);
  INTEGERS(unsigned long, bupc_atomicUL);
  INTEGERS(long, bupc_atomicL);
  INTEGERS(unsigned int, bupc_atomicUI);
  INTEGERS(int, bupc_atomicI);
  shared double *d = &doubles[(MYTHREAD + 1) % THREADS];
  shared float *f = &floats[(MYTHREAD + 1) % THREADS];
  double own = 0;
  float small = 0;
  FLOATING(d, D_RELAXED);
  FLOATING(d, D_STRICT);
  FLOATING(&own, D_PRIVATE);
  FLOATING(f, F_RELAXED);
  FLOATING(f, F_STRICT);
  FLOATING(&small, F_PRIVATE);
  return done();
}
