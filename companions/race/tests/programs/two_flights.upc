// SPDX-License-Identifier: BSD-3-Clause
// race: 18 20
// race: 24 27
// race: 32 35
// race: 39 44
// says: has not waited for what it has begun
// What a thread has begun is not over when something is that it has begun later. Two calls write one section; another
// call, or a wait for a later copy, comes between a start and its wait.
#include <upc_relaxed.h>
#include <upc_nb.h>
#include <upc_stride_coll.h>

shared [4] double A[4 * THREADS], B[4 * THREADS], C[4 * THREADS], D[4 * THREADS];

int main(void) {
  double seen = 0, mine[4] = {1};
  const int next = (MYTHREAD + 1) % THREADS;
  upc_stride_handle_t one = upc_stride_broadcast_nb(A<:>, &D[0], sizeof(double[4]), 0);
  ORDER(upc_stride_wait(&one));
  upc_stride_handle_t two = upc_stride_broadcast_nb(A<:>, &D[4], sizeof(double[4]), 0);
  UNORDERED(upc_stride_wait(&one));
  upc_stride_wait(&two);

  upc_stride_handle_t call = upc_stride_broadcast_nb(B<:>, &D[0], sizeof(double[4]), 0);
  upc_stride_broadcast(A<:>, &D[0], sizeof(double[4]), 0);
  ORDER(upc_stride_wait(&call));
  seen += B[4 * MYTHREAD + 1];
  UNORDERED(upc_stride_wait(&call));
  upc_barrier;

  // the second is waited for first
  upc_handle_t first = upc_memput_nb(&C[4 * next], mine, sizeof mine), second = upc_memput_nb(&A[4 * next], mine, 8);
  upc_sync(second);
  ORDER(upc_sync(first)); upc_barrier;
  seen += C[4 * MYTHREAD + 1];
  UNORDERED(upc_sync(first)); upc_barrier;

  // a copy of no bytes ends no other one
  upc_handle_t other = upc_memput_nb(&B[4 * next], mine, sizeof mine);
  upc_sync(upc_memput_nb(&B[4 * next], mine, 0));
  upc_handle_t later = upc_memput_nb(&A[4 * next], mine, 8);
  upc_sync(later);
  ORDER(upc_sync(other)); upc_barrier;
  seen += B[4 * MYTHREAD + 1];
  UNORDERED(upc_sync(other)); upc_barrier;
  return seen > 100;
}
