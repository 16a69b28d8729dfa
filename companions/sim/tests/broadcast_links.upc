// SPDX-License-Identifier: BSD-3-Clause
// A broadcast on a simulated torus, without data, beside what the links allow that its trees use: each brings an equal
// part of the message to every member. Prints the part of that rate that is reached.
//   broadcast_links BYTES LINKS BANDWIDTH [MEMBERS]
// BYTES of the message; LINKS out of a node that the trees use; bytes a second of a link. The first MEMBERS threads are
// the team (all of them). The root is the first thread, and its own block is the source.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_stride_coll.h>
#include <upc_tick.h>

static double now(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }

static shared double ends[THREADS];

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  size_t bytes = strtoul(argv[1], NULL, 10), shape = THREADS, one = 1, zero = 0;
  double bound = (double)bytes / (atof(argv[2]) * atof(argv[3])), start, end = 0;
  int grid = THREADS, members = argc > 4 ? atoi(argv[4]) : THREADS;
  upc_machine_without_data(1);
  upc_stride_array_t to = upc_stride_all_alloc(1, &shape, &one, bytes, 1, &grid);
  for (int warm = 1; warm >= 0; warm--) { // the first call opens channels
    upc_barrier;
    start = now();
    if (MYTHREAD < members)
      upc_stride_broadcast(UPC_SECTION(to, UPC_STRIDE_RANGE(0, members - 1)), upc_stride_at(to, &zero), bytes,
                           UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    ends[MYTHREAD] = now() - start;
    upc_barrier;
  }
  if (MYTHREAD == 0) {
    for (int t = 0; t < THREADS; t++) end = ends[t] > end ? ends[t] : end;
    printf("%zu bytes: %.3f ms, %.3f of %s links\n", bytes, end * 1e3, bound / end, argv[2]);
  }
  upc_barrier;
  return 0;
}
