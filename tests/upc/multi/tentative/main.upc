// SPDX-License-Identifier: BSD-3-Clause
// Tentative definitions of shared objects, repeated in one file and completed later; a redeclared layout that matches.
// Private ones, repeated in several files as the headers of old programs do.
#include "../../check.h"

int count;
shared [] double *pieces;

shared int a;
shared int a;
extern shared int a;
shared [2] int later[];
extern shared [2] int later[];
static shared int s;
static shared int s;
extern shared [1] double v[THREADS];
shared double v[THREADS];
shared [0] int w[5];
extern shared [] int w[5];
void other(void);

int main(void) {
  if (MYTHREAD == 0) a = 4, s = 5, w[4] = 6;
  v[MYTHREAD] = 1.5;
  other();
  CHECK_EQ(count, 7);
  CHECK(pieces == NULL);
  upc_barrier;
  CHECK_EQ(a * 100 + s * 10 + w[4], 456);
  CHECK_D(v[THREADS - 1], 1.5);
  for (int i = 0; i < 4 * THREADS; i++) { CHECK_EQ(later[i], i % 2 == 0 ? 9 : 0);
    CHECK_EQ(upc_phaseof(&later[i]), i % 2); }
  return done();
}

shared [2] int later[4 * THREADS];
