/* SPDX-License-Identifier: BSD-3-Clause
 * The blocks of each thread, listed by upc_stride_layout_owned_block: each block of the array once, on the thread and
 * at the place that upc_stride_layout_block gives. */
#include "upc_stride_layout.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void layout(int threads, int first, int ngrid, const int *grid, size_t rows, size_t columns, size_t height,
                   size_t width) {
  size_t shape[] = {rows, columns}, block[] = {height, width}, all = 0;
  upc_stride_layout_t L;
  char seen[1000] = "";
  upc_stride_layout_init(&L, 2, shape, block, 8, ngrid, grid, threads, first);
  for (size_t t = 0; t < (size_t)threads; t++) {
    size_t owned = upc_stride_layout_owned(&L, t);
    for (size_t n = 0; n < owned; n++, all++) {
      size_t at[2], slot, place = upc_stride_layout_owned_block(&L, t, n, at);
      size_t owner = upc_stride_layout_block(&L, at, &slot), number = at[0] * L.nblocks[1] + at[1];
      if (owner == t && slot == place && number < sizeof seen && !seen[number]++) continue;
      printf("%d threads, first %d: block %zu of thread %zu is (%zu, %zu)\n", threads, first, n, t, at[0], at[1]);
      failures++;
    }
  }
  if (all == L.blocks) return;
  printf("%d threads, first %d: %zu blocks of %zu\n", threads, first, all, L.blocks);
  failures++;
}

int main(void) {
  const int grids[][3] = {{1, 1, 1}, {2, 1, 2}, {3, 3, 1}, {4, 2, 2}, {6, 2, 3}, {12, 3, 4}, {7, 7, 1}};
  for (int g = 0; g < 7; g++)
    for (size_t rows = 1; rows < 12; rows += 2)
      for (size_t columns = 1; columns < 12; columns++) {
        layout(grids[g][0], 0, 2, &grids[g][1], rows, columns, 2, 3);
        layout(grids[g][0], 0, 0, NULL, rows, columns, 2, 3);
        layout(grids[g][0], grids[g][0] - 1, 0, NULL, rows, columns, 1, 2);
        layout(grids[g][0], grids[g][0] / 2, 0, NULL, rows, columns, 3, 3);
      }
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
