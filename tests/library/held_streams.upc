/* SPDX-License-Identifier: BSD-3-Clause
 * A thread may have several messages under way to another one that has taken none of them. None of them may wait for
 * one of a later call: thread 1 takes part in the later calls only after the first call is complete.
 *
 * The first call goes from thread 2 over thread 0 to thread 1, and thread 2 is late. So thread 0 sends the messages of
 * the later calls to thread 1 before that of the first one. On 3 threads, with UPC_STRIDE_SCHEDULE=broadcast=chain. */
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include "upc_stride_coll.h"
#include "../upc/check.h"

enum { BYTES = 16 << 10, LATER = 9, CALLS = LATER + 1, SYNC = UPC_IN_NOSYNC | UPC_OUT_MYSYNC };

/* The root of a call: thread 2 for the first one, thread 0 for the others. */
static size_t root(int call) { return call == 0 ? 2 : 0; }

int main(void) {
  const size_t shape = 3, one = 1, mine = (size_t)MYTHREAD;
  const int grid = 3;
  upc_stride_array_t from = upc_stride_all_alloc(1, &shape, &one, BYTES, 1, &grid), to[CALLS];
  upc_stride_handle_t call[CALLS];
  int k;
  memset(upc_stride_near_block(from, &mine), MYTHREAD + 1, BYTES);
  for (k = 0; k < CALLS; k++) to[k] = upc_stride_all_alloc(1, &shape, &one, BYTES, 1, &grid);
  upc_barrier;
  if (MYTHREAD == 2) usleep(300000);
  for (k = 0; k < CALLS; k++) {
    const size_t place = root(k);
    upc_stride_section_t all = UPC_SECTION(to[k], UPC_STRIDE_ALL), two = UPC_SECTION(to[k], UPC_STRIDE_RANGE(0, 1));
    call[k] = upc_stride_broadcast_nb(k == 0 ? all : two, upc_stride_at(from, &place), BYTES, SYNC);
    if (MYTHREAD != 0) upc_stride_wait(&call[k]);
  }
  for (k = 0; k < CALLS; k++) {
    const char *got = upc_stride_near_block(to[k], &mine);
    if (MYTHREAD == 0) upc_stride_wait(&call[k]);
    if (k == 0 || MYTHREAD < 2) CHECK(got[0] == (char)(root(k) + 1) && got[BYTES - 1] == got[0]);
  }
  return done();
}
