// SPDX-License-Identifier: BSD-3-Clause
// No affinity, `continue`, and a missing one: every thread runs every iteration.
#include "../check.h"

int main(void) {
  int i, n = 0;
  upc_forall (i = 0; i < 10; i++; continue) n++;
  CHECK_EQ(n, 10); CHECK_EQ(i, 10);
  upc_forall (i = 0; i < 10; i++;) n++;
  CHECK_EQ(n, 20);
  upc_forall (int j = 0; j < 10; j++; continue) { if (j % 2) continue; n++; }
  CHECK_EQ(n, 25);
  upc_forall (int j = 0, k = 9; j < k; j++, k--;) n += k - j;
  CHECK_EQ(n, 25 + 9 + 7 + 5 + 3 + 1);
  return done();
}
