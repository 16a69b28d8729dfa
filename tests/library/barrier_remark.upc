/* SPDX-License-Identifier: BSD-3-Clause
 * Loops of calls with ALLSYNC and with MYSYNC, for barrier_remark.sh: each call is alone in its loop.
 * usage: barrier_remark CALL FLAGS TIMES */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { SIDE = 4 };
static double around[SIDE + 2][SIDE + 2];

/* A block of SIDE x SIDE on each thread. */
static upc_stride_array_t array(void) {
  size_t shape[] = {SIDE, SIDE}, block[] = {SIDE, SIDE};
  shape[0] *= THREADS;
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
}

#define ALL(array) UPC_SECTION(array, UPC_STRIDE_ALL, UPC_STRIDE_ALL)

int main(int argc, char **argv) {
  const char *call = argv[1];
  const upc_flag_t flags = strcmp(argv[2], "mysync") == 0 ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : 0;
  const upc_stride_array_t A = array(), B = array();
  const size_t first[] = {0, 0}, second[] = {SIDE, 0};
  int i, times = atoi(argv[3]);
  (void)argc;
  for (i = 0; i < times; i++) {
    if (strcmp(call, "halo") == 0) upc_stride_halo(around, ALL(A), 1, 0, flags);
    if (strcmp(call, "broadcast") == 0) upc_stride_broadcast(ALL(B), upc_stride_at(A, first), 64, flags);
    if (strcmp(call, "exchange") == 0) upc_stride_exchange(ALL(B), ALL(A), 8, flags);
    if (strcmp(call, "halo_far") == 0) upc_stride_halo(around, ALL(A), 1, UPC_STRIDE_FAR_ONLY, flags);
    if (strcmp(call, "odd") != 0 || MYTHREAD % 2 == 0) continue;
    upc_stride_broadcast(UPC_SECTION(B, UPC_STRIDE_STEP(1, 2, THREADS - 1), UPC_STRIDE_ALL),
                         upc_stride_at(A, second), 64, flags);
  }
  upc_barrier;
  return 0;
}
