// SPDX-License-Identifier: BSD-3-Clause
// A list of neighbours made of sections: each thread fetches what lies around its block, strip by strip, and gets what
// upc_stride_halo puts there. Strips overlap, run backwards, and go over blocks of several threads.
#include <upc_stride_coll.h>
#include <upc_relaxed.h>
#include <stdlib.h>
#include "../../upc/check.h"

enum { B = 4, ROUNDS = 3 };            /* rows and columns of a block; starts of the call */
shared [B][B] long G[B * THREADS][2 * B];

static long value(long row, long column, long round) { return 1000 * row + 10 * column + round; }

static void fill(long round) {
  upc_barrier;
  upc_stride_forall(block, G)
    for (long i = 0; i < B; i++)
      for (long j = 0; j < B; j++)
        ((long *)block.data)[i * B + j] = value((long)block.lo[0] + i, (long)block.lo[1] + j, round);
  upc_barrier;
}

int main(void) {
  const long rows = B * THREADS, first = B * MYTHREAD, last = first + B - 1;
  const int above = first > 0, below = last < rows - 1;
  size_t index[8 * B], n = 0;
  long around[8 * B], expected = 0;
  if (above) n += upc_stride_element_numbers(G<first - 1, :>, index + n);
  if (below) n += upc_stride_element_numbers(G<last + 1, 2 * B - 1:-1:0>, index + n);
  n += upc_stride_element_numbers(G<first:3:last, 1:2:3>, index + n); // its own, too
  CHECK_EQ(n, (size_t)((above + below) * 2 * B + 4));
  CHECK_EQ(upc_stride_element_numbers(G<:, 0>, NULL), (size_t)rows);
  CHECK_EQ(upc_stride_element_numbers(G<1:0, :>, index + n), 0);
  upc_stride_handle_t neighbours = upc_stride_fetch_init(around, G, index, n, 0);
  for (long round = 0; round < ROUNDS; round++) {
    size_t at = 0;
    fill(round);
    upc_stride_start_call(neighbours);
    upc_stride_wait(&neighbours);
    for (long j = 0; j < 2 * B && above; j++) CHECK_EQ(around[at++], value(first - 1, j, round));
    for (long j = 2 * B; j-- > 0 && below;) CHECK_EQ(around[at++], value(last + 1, j, round));
    for (long i = 0; i < 2; i++)
      for (long j = 0; j < 2; j++) CHECK_EQ(around[at++], value(first + 3 * i, 1 + 2 * j, round));
    expected += (long)at;
  }
  CHECK_EQ(expected, (long)(ROUNDS * n));
  upc_stride_free_call(&neighbours);
  upc_barrier;
  return done();
}
