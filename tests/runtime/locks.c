/* SPDX-License-Identifier: BSD-3-Clause
 * Locks exclude, attempts fail while held, many locks at once, freeing. locks [rounds] */
#include "check.h"

SHARED(counter, 3 * sizeof(long));

static long get(int i) { return URT_GET(long, at(counter + (size_t)i * sizeof(long), 0)); }
static void add(int i, long n) { URT_PUT(long, at(counter + (size_t)i * sizeof(long), 0), get(i) + n); }

int urt_main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 3000, tries = 0;
  urt_ptr_t a = upc_all_lock_alloc(), b = upc_all_lock_alloc();
  CHECK(!urt_eq(a, b), "two locks are one");
  for (long i = 0; i < rounds; i++) {
    upc_lock(a);
    add(0, 1);
    if (i % 3 == 0) {
      upc_lock(b);
      add(1, 1);
      upc_unlock(b);
    }
    upc_unlock(a);
    if (upc_lock_attempt(b)) {
      add(1, 1), tries++;
      upc_unlock(b);
    }
  }
  upc_lock(a);
  add(2, tries);
  upc_unlock(a);
  barrier();
  long n = urt_threads;
  CHECK(get(0) == n * rounds, "%ld, expected %ld", get(0), n * rounds);
  CHECK(get(1) == n * ((rounds + 2) / 3) + get(2), "%ld, expected %ld", get(1), get(2));

  barrier();
  if (urt_mythread == 0) upc_lock(a);
  barrier();
  if (urt_mythread != 0) CHECK(!upc_lock_attempt(a), "attempt got a held lock");
  barrier();
  if (urt_mythread == 0) upc_unlock(a);
  barrier();
  upc_all_lock_free(a);
  upc_lock_free(URT_NULL);
  if (urt_mythread == 0) upc_lock_free(b);

  urt_ptr_t own[50];
  for (int i = 0; i < 50; i++) own[i] = upc_global_lock_alloc(), upc_lock(own[i]);
  for (int i = 49; i >= 0; i--) upc_unlock(own[i]), upc_lock_free(own[i]);
  return passed();
}
