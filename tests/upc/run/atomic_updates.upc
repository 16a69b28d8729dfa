// SPDX-License-Identifier: BSD-3-Clause
// upc_stride_update and upc_atomic.h on the same elements: no addition is lost. Each thread does both, in turn.
#include "../check.h"
#include <upc_atomic.h>
#include <upc_stride_coll.h>

enum { TIMES = 2000, ELEMENTS = 3 };
shared [ELEMENTS] long words[ELEMENTS * THREADS];
shared [ELEMENTS] double reals[ELEMENTS * THREADS];

int main(void) {
  upc_atomicdomain_t *of_words = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  upc_atomicdomain_t *of_reals = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD, 0);
  long one = 1;
  double half = 0.5;
  upc_barrier;
  for (int i = 0; i < TIMES; i++) {
    size_t at = (size_t)(i * 7 + MYTHREAD) % (ELEMENTS * THREADS);
    upc_stride_update(&words[at], UPC_ADD, UPC_LONG, &one);
    upc_atomic_relaxed(of_words, NULL, UPC_ADD, &words[at], &one, NULL);
    upc_atomic_relaxed(of_reals, NULL, UPC_ADD, &reals[at], &half, NULL);
    if (i % 10 == 0) upc_stride_update(&reals[at], UPC_ADD, UPC_DOUBLE, &half);
  }
  upc_stride_update_fence();
  upc_barrier;
  if (MYTHREAD == 0) {
    long sum = 0;
    double all = 0;
    for (int i = 0; i < ELEMENTS * THREADS; i++) sum += words[i], all += reals[i];
    CHECK_EQ(sum, 2L * TIMES * THREADS);
    CHECK_EQ((long)all, (TIMES + TIMES / 10) * THREADS / 2);
  }
  upc_all_atomicdomain_free(of_words);
  upc_all_atomicdomain_free(of_reals);
  return done();
}
