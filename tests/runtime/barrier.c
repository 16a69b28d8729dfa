/* SPDX-License-Identifier: BSD-3-Clause
 * Barriers: nobody leaves before everybody has come; split phase, tags, collective calls between notify and wait. */
#include "check.h"

SHARED(count, sizeof(long));

int urt_main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 2000;
  long *mine = urt_near(at(count, urt_mythread));
  for (long i = 1; i <= rounds; i++) {
    *mine = i;
    if (i % 3 == 0) {
      urt_notify(1, (int)i);
      if (i % 6 == 0) upc_all_free(upc_all_alloc(4, 8));
      urt_wait(i % 2, (int)i);
    } else {
      urt_barrier(i % 5 == 0 || (i % 7 == 0 && urt_mythread % 2), (int)-i);
    }
    for (int t = 0; t < urt_threads; t++) {
      long got = URT_GET(long, at(count, t));
      CHECK(got == i || got == i + 1, "round %ld: thread %d is in round %ld", i, t, got);
    }
  }
  return passed();
}
