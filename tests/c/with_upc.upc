/* SPDX-License-Identifier: BSD-3-Clause
 * UPC code for a shared library, called by a program in C (with_upc.c) and by one in UPC (with_upc_main.upc): a static
 * shared array, one with an initialiser, the library's collectives. */
#include <upc.h>
#include <upc_stride_coll.h>

static shared int numbers[THREADS];
shared int started = 5;
shared [2][2] double tiles[4][4];

shared void *upc_fill(int value) {
  numbers[MYTHREAD] = value - 5 + started;
  tiles[0][0] = 1;
  upc_barrier;
  upc_stride_broadcast(tiles<:, :>, &tiles[0][0], sizeof(double), 0);
  return &numbers[0];
}

int upc_sum(void) {
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += numbers[t];
  if (tiles[2][2] != 1) sum = -1;
  upc_barrier;
  return sum;
}
