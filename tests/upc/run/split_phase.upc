// SPDX-License-Identifier: BSD-3-Clause
// Between notify and wait a thread may run ahead into the phase, but not past it.
#include "../check.h"
#define ROUNDS 200

strict shared int phase[THREADS];

int main(void) {
  for (int r = 1; r <= ROUNDS; r++) {
    phase[MYTHREAD] = r;
    upc_notify r;
    for (int t = 0; t < THREADS; t++) {
      int seen = phase[t];
      CHECK(seen == r - 1 || seen == r);
    }
    upc_wait r;
    for (int t = 0; t < THREADS; t++) {
      int seen = phase[t];
      CHECK_EQ(seen, r);
    }
    upc_notify;
    upc_wait;
  }
  return done();
}
