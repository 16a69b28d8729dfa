// SPDX-License-Identifier: BSD-3-Clause
// An exchange among all threads of a simulated torus, without data, beside what its bisection allows: half of all bytes
// cross the middle of the longest ring, which is cut in two places. Prints the part of the bound that is reached.
//   bisection BYTES LONGEST BANDWIDTH     of a piece; places of the longest ring; bytes a second of a link
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>

static double now(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }

static shared double ends[THREADS];

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  size_t piece = strtoul(argv[1], NULL, 10), shape = THREADS, one = 1;
  double longest = atof(argv[2]), bandwidth = atof(argv[3]), bound, start, end = 0, n = THREADS;
  int grid = THREADS;
  upc_machine_without_data(1);
  upc_stride_array_t from = upc_stride_all_alloc(1, &shape, &one, piece * THREADS, 1, &grid);
  upc_stride_array_t to = upc_stride_all_alloc(1, &shape, &one, piece * THREADS, 1, &grid);
  upc_flag_t sync = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  for (int warm = 1; warm >= 0; warm--) { // the first call opens channels
    upc_barrier;
    start = now();
    upc_stride_exchange(UPC_SECTION(to, UPC_STRIDE_ALL), UPC_SECTION(from, UPC_STRIDE_ALL), piece, sync);
    ends[MYTHREAD] = now() - start;
    upc_barrier;
  }
  if (MYTHREAD == 0) {
    for (int t = 0; t < THREADS; t++) end = ends[t] > end ? ends[t] : end;
    bound = n * n / 4 * (double)piece / (2 * n / longest * bandwidth);
    printf("%zu bytes: %.3f ms, %.3f of the bound\n", piece, end * 1e3, bound / end);
  }
  upc_barrier;
  return 0;
}
