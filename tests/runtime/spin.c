/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting by loops of the program's own, with more threads than cores: strict reads, fences, lock attempts. Each
 * turn of the token would take a scheduler's slice (milliseconds) if the waiting threads kept their cores. */
#include "check.h"

SHARED(token, 64);

int urt_main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 100;
  urt_ptr_t p = urt_static_at(token);
  urt_ptr_t lock = upc_all_lock_alloc();
  uint64_t start = upc_ticks_now();
  for (long i = 0; i < rounds; i++) {
    long mine = i * urt_threads + urt_mythread;
    if (i % 2) while (URT_GET_STRICT(long, p) != mine) {}
    else while (URT_GET(volatile long, p) != mine) urt_fence();
    while (!upc_lock_attempt(lock)) {}
    URT_PUT_STRICT(long, p, mine + 1);
    upc_unlock(lock);
  }
  barrier();
  double us = (double)upc_ticks_to_ns(upc_ticks_now() - start) / 1e3 / (double)(rounds * urt_threads);
  if (urt_mythread == 0) printf("%.1f us a turn\n", us);
  return passed();
}
