// SPDX-License-Identifier: BSD-3-Clause
// race: 17 19
// race: 23 25
// race: 28 30
// says: has not waited for what it has begun
// What a thread has begun goes on until it has waited for it: it may not read what a call brings, nor write what a copy
// reads, also if it has written it before.
#include <upc_relaxed.h>
#include <upc_nb.h>
#include <upc_stride_coll.h>
#include <upc_stride_file.h>

shared [4] double A[4 * THREADS], B[4 * THREADS];

int main(void) {
  double seen = 0, *mine = (double *)&A[4 * MYTHREAD];
  upc_stride_handle_t call = upc_stride_broadcast_nb(B<:>, &A[0], sizeof(double[4]), 0);
  ORDER(upc_stride_wait(&call));
  seen += B[4 * MYTHREAD + 1];
  UNORDERED(upc_stride_wait(&call));
  upc_barrier;
  mine[2] = 3;
  upc_handle_t copy = upc_memput_nb(&B[4 * MYTHREAD], mine, sizeof(double[4]));
  ORDER(upc_sync(copy));
  mine[2] = 1;
  UNORDERED(upc_sync(copy));
  upc_barrier;
  upc_stride_handle_t file = upc_stride_write_nb("own_flight.npy", B<:>, "f8", NULL);
  ORDER(upc_stride_wait(&file));
  B[4 * MYTHREAD + 3] = 2;
  UNORDERED(upc_stride_wait(&file));
  upc_barrier;
  return seen > 100;
}
