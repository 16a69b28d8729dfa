// SPDX-License-Identifier: BSD-3-Clause
// What otf2.sh traces: short and long messages, split-phase calls that overlap, events of the program that nest, and
// one that does not.
#include <unistd.h>
#include <upc.h>
#include <pupc.h>
#include <upc_stride_coll.h>

enum { N = 1 << 17 };
shared [N] char A[N * THREADS];
shared [N] char B[N * THREADS];
shared [] char from[N];

int main(void) {
  unsigned int outer = pupc_create_event("outer", ""), inner = pupc_create_event("inner", ""),
               across = pupc_create_event("across", ""), mark = pupc_create_event("mark", "");
  int next[THREADS];
  for (int t = 0; t < THREADS; t++) next[t] = (t + 1) % THREADS;
  upc_barrier;
  pupc_event_start(outer);
  for (int bytes = 1; bytes <= N; bytes *= 16) {
    pupc_event_start(inner);
    upc_stride_broadcast(A<:>, (shared const void *)from, bytes, 0);
    upc_stride_gather_all(A<0>, B<0>, 1, 0);
    upc_stride_permute(B<:>, A<:>, next, bytes, 0);
    pupc_event_end(inner);
  }
  pupc_event_start(across);
  usleep(1); // the clock may tick seldom, and events with equal times nest
  pupc_event_end(outer);
  pupc_event_atomic(mark);
  upc_barrier;
  pupc_event_end(across);
  upc_stride_handle_t one = upc_stride_broadcast_nb(A<:>, (shared const void *)from, 100, 0);
  upc_stride_handle_t two = upc_stride_broadcast_nb(B<:>, (shared const void *)from, N, 0);
  upc_stride_wait(&two);
  upc_stride_wait(&one);
  upc_barrier;
  return 0;
}
