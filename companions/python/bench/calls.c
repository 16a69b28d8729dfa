/* SPDX-License-Identifier: BSD-3-Clause
 * The time of a broadcast from C, with sections that were made before. calls.py does the same from Python.
 *   upcrun -n 2 calls [bytes [calls]]        microseconds a call, the fastest of 20 rounds */
#include <stdio.h>
#include <stdlib.h>
#include <upc_stride.h>
#include "measure/clock.h"

int main(int argc, char **argv) {
  size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 8, zero[] = {0};
  int calls = argc > 2 ? atoi(argv[2]) : 2000;
  double best = 1e30;
  upc_stride_init(NULL);
  size_t shape[] = {bytes * (size_t)upc_stride_threads()}, block[] = {bytes};
  upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL);
  upc_stride_pointer_t first = upc_stride_at(A, zero);
  for (int round = 0; round < 20; round++) {
    upc_stride_barrier_all();
    double start = now();
    for (int i = 0; i < calls; i++) upc_stride_broadcast(&all, first, bytes, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    double each = 1e6 * (now() - start) / calls;
    if (each < best) best = each;
  }
  if (upc_stride_mythread() == 0) printf("%.3f\n", best);
  upc_stride_finalize();
  return 0;
}
