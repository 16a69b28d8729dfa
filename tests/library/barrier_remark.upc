/* SPDX-License-Identifier: BSD-3-Clause
 * Loops of calls with ALLSYNC and with MYSYNC, for barrier_remark.sh: each call is alone in its loop.
 * usage: barrier_remark CALL FLAGS TIMES */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { SIDE = 4 };
shared [SIDE][SIDE] double A[SIDE * THREADS][SIDE], B[SIDE * THREADS][SIDE];
static double around[SIDE + 2][SIDE + 2];

int main(int argc, char **argv) {
  const char *call = argv[1];
  const upc_flag_t flags = strcmp(argv[2], "mysync") == 0 ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : 0;
  int i, times = atoi(argv[3]);
  (void)argc;
  for (i = 0; i < times; i++) {
    if (strcmp(call, "halo") == 0) upc_stride_halo(around, A<:, :>, 1, 0, flags);
    if (strcmp(call, "broadcast") == 0) upc_stride_broadcast(B<:, :>, &A[0][0], 64, flags);
    if (strcmp(call, "exchange") == 0) upc_stride_exchange(B<:, :>, A<:, :>, 8, flags);
    if (strcmp(call, "odd") != 0 || MYTHREAD % 2 == 0) continue;
    upc_stride_broadcast(B<1:2:THREADS-1, :>, &A[SIDE][0], 64, flags);
  }
  upc_barrier;
  return 0;
}
