// SPDX-License-Identifier: BSD-3-Clause
// upc_stride_fetch takes the name of a declared array, as the other calls that take an array do.
#include "../check.h"
#include <upc_stride_coll.h>

shared [3] int row[7 * THREADS];
shared [2][2] long tiles[5][6];

int main(void) {
  size_t index[3] = {0, 7 * THREADS - 1, 4}, corner[2] = {29, 7};
  int values[3];
  long corners[2];
  for (int i = MYTHREAD; i < 7 * THREADS; i += THREADS) row[i] = 10 * i;
  if (MYTHREAD == 0)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 6; j++) tiles[i][j] = 100 * i + j;
  upc_barrier;
  upc_stride_fetch(values, row, index, 3, 0);
  upc_stride_fetch(corners, (tiles), corner, 2, 0);
  upc_stride_handle_t again = upc_stride_fetch_init(values, row, index, 3, 0);
  CHECK_EQ(values[0], 0);
  CHECK_EQ(values[1], 10 * (7 * THREADS - 1));
  CHECK_EQ(values[2], 40);
  CHECK_EQ(corners[0], 405);
  CHECK_EQ(corners[1], 101);
  upc_stride_start_call(again);
  upc_stride_wait(&again);
  CHECK_EQ(values[1], 10 * (7 * THREADS - 1));
  upc_stride_free_call(&again);
  return done();
}
