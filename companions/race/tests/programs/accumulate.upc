// SPDX-License-Identifier: BSD-3-Clause
// race: 21 23
// race: 28 30
// Threads accumulate to one element, and others update one: no race. Operations of upc_atomic.h are atomic to both. An
// element that is accumulated to and updated has a race.
// says: accumulating
#include <upc_atomic.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#pragma processors line(THREADS)
shared [4] (line) double sums[4 * THREADS];

int main(void) {
  const size_t both[] = {0, 1}, patch[] = {2};
  double one[] = {1, 1};
  upc_stride_acc_elements(sums, both, 1, UPC_ADD, UPC_DOUBLE, one);
  upc_barrier;
  upc_stride_update(&sums[2], UPC_ADD, UPC_DOUBLE, one);
  upc_stride_update_fence();
  if (MYTHREAD == 0) upc_stride_acc_elements(sums, both, 2, UPC_ADD, UPC_DOUBLE, one);
  ORDER(upc_barrier);
  if (MYTHREAD == THREADS - 1) upc_stride_update(&sums[1], UPC_ADD, UPC_DOUBLE, one);
  upc_stride_update_fence();
  if (MYTHREAD == 1) upc_stride_put_patch(sums<6:6>, one, patch);
  upc_barrier;
  if (MYTHREAD == 0)
    upc_stride_acc_patch(sums<6:7>, UPC_ADD, UPC_DOUBLE, one, patch);
  ORDER(upc_barrier);
  if (MYTHREAD == THREADS - 1) sums[7] = 2;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD, 0);
  upc_stride_acc_patch(sums<4:5>, UPC_ADD, UPC_DOUBLE, one, NULL);
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &sums[4], one, NULL);
  upc_barrier;
  upc_stride_update(&sums[5], UPC_ADD, UPC_DOUBLE, one);
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &sums[5], one, NULL);
  upc_stride_update_fence();
  upc_all_atomicdomain_free(domain);
  return 0;
}
