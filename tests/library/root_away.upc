/* SPDX-License-Identifier: BSD-3-Clause
 * The members of a split-phase broadcast receive a long message while the root computes and makes no call. Some members
 * may use the blocking form. Threads must be near for this: a far root opens its channels inside its calls alone. */
#include "world.h"
#include "base/near.h"
#include "base/port.h"

enum { BYTES = 1 << 20, TURNS = 8 };
static strict shared int turns[THREADS]; /* done by each thread */

static void await_members(int turn) {
  int t;
  for (t = 0; t < THREADS; t++)
    while (turns[t] < turn) upc_stride_poll(); /* another runtime may need it, to allocate */
}

int main(int argc, char **argv) {
  size_t shape[1], block[1] = {BYTES}, start[1] = {0};
  upc_stride_array_t A, B;
  upc_stride_section_t all;
  int turn, i;
  world_start(argc, argv, 1);
  if (!upc_stride_all_near()) {
    printf("wants near threads\n");
    return 77;
  }
  shape[0] = (size_t)THREADS * BYTES;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  start[0] = (size_t)MYTHREAD * BYTES;
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  for (turn = 1; turn <= TURNS; turn++) {
    const unsigned char *mine = (const unsigned char *)upc_stride_at(A, start);
    upc_flag_t flags = turn % 4 < 2 ? UPC_IN_MYSYNC | UPC_OUT_MYSYNC : UPC_IN_NOSYNC | UPC_OUT_MYSYNC;
    size_t first[1] = {0};
    upc_stride_handle_t handle = NULL;
    memset((void *)mine, POISON, BYTES);
    if (MYTHREAD == 0) memset((char *)upc_stride_at(B, first), turn, BYTES);
    upc_barrier;
    if (turn % 2 && MYTHREAD > 0) upc_stride_broadcast(all, upc_stride_at(B, first), BYTES, flags);
    else handle = upc_stride_broadcast_nb(all, upc_stride_at(B, first), BYTES, flags);
    if (MYTHREAD > 0) upc_stride_wait(&handle);
    turns[MYTHREAD] = turn;
    if (MYTHREAD == 0) await_members(turn);
    upc_stride_wait(&handle);
    for (i = 0; i < BYTES; i++)
      if (mine[i] != turn) world_fail("byte", 0, i, turn, mine[i]), i = BYTES;
  }
  return world_verdict();
}
