/* SPDX-License-Identifier: BSD-3-Clause
 * Broadcasts of `number` shapes, one after another. usage: shapes [number] */
#include "world.h"

int main(int argc, char **argv) {
  size_t shape[1], block[1], at[1] = {0}, number = argc > 1 ? strtoul(argv[1], NULL, 10) : 100, i;
  upc_stride_array_t A, B;
  world_start(1, argv, 1);
  block[0] = number;
  shape[0] = number * THREADS;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  B = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  for (i = 1; i <= number; i++) upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_ALL), upc_stride_at(B, at), i, 0);
  return world_verdict();
}
