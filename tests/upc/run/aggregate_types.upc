// SPDX-License-Identifier: BSD-3-Clause
// Updates of elements whose types have 16 bytes, one or three, or are no whole numbers: those of some types are sent to
// the owners together, those of others are not.
#include <upc_relaxed.h>
#include "../check.h"

typedef __int128 wide_t;
shared wide_t W[64 * THREADS];
shared long double L[64 * THREADS];
shared _Bool F[64 * THREADS];
shared float C[64 * THREADS];
struct three { char c[3]; };
shared struct three S[64 * THREADS];

int main(void) {
  const int n = 64 * THREADS;
  upc_forall (int i = 0; i < n; i++; i) W[i] = L[i] = C[i] = i, F[i] = 0, S[i].c[1] = 0;
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    for (int i = 0; i < n; i++) W[i] += (wide_t)1 << 70;
    for (int i = 0; i < n; i++) W[i] ^= i;
    for (int i = 0; i < n; i++) L[i] *= 2;
    for (int i = 0; i < n; i++) F[i] ^= i & 1;
    for (int i = 0; i < n; i++) F[i] = F[i] | (i % 3 == 0);
    for (int i = 0; i < n; i++) C[i] -= 1;
    for (int i = 0; i < n; i++) S[i].c[1] += i;
    for (int i = 0; i < n; i++) S[i].c[1] ^= 5;
  }
  upc_barrier;
  for (int i = 0; i < n; i++) {
    wide_t w = (i + ((wide_t)1 << 70)) ^ i;
    CHECK_EQ(W[i] == w, 1);
    CHECK_EQ(L[i] == 2 * i, 1);
    CHECK_EQ(F[i], (i & 1) | (i % 3 == 0));
    CHECK_EQ(C[i], i - 1);
    CHECK_EQ(S[i].c[1], (char)((char)i ^ 5));
  }
  return done();
}
