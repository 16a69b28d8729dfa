/* SPDX-License-Identifier: BSD-3-Clause
 * ordered.upc: updates by UPC's atomic operations, each of which is complete before the next one. */
#include "randomaccess.h"
#include "../common/timing.h"

#ifdef __UPC_ATOMIC__
#include <upc_atomic.h>

/* The benchmark's operation. Another one takes other times on machines whose network makes it at once. */
#ifndef ORDERED_OP
#define ORDERED_OP UPC_XOR
#endif

int has_ordered(void) { return 1; }

void update_ordered(void *problem) {
  const problem_t *q = problem;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_UINT64, ORDERED_OP, 0);
  uint64_t r = sequence_start(q->first), n;
  const double start = app_begin();
  for (n = 0; n < q->updates; n++, r = sequence_next(r))
    upc_atomic_relaxed(domain, NULL, ORDERED_OP, &q->table[r & q->mask], &r, NULL);
  app_end(APP_COMPUTE, start);
  upc_all_atomicdomain_free(domain);
}

#else

int has_ordered(void) { return 0; }

void update_ordered(void *problem) { (void)problem; }

#endif
