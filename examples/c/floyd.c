/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floyd and Warshall's algorithm: the shortest ways between all towns. In step k the owner of line k sends it to all
 * threads, and each makes its own lines shorter. The lines are blocks. */
#include <stdio.h>
#include <upc_stride.h>

enum { N = 48, FAR = 1000000 };

int main(void) {
  upc_stride_init(NULL);
  const int p = upc_stride_threads(), grid[] = {p};
  const size_t towns[] = {N, N}, line[] = {1, N}, lines[] = {(size_t)p * N}, *each = &line[1];
  upc_stride_array_t way = upc_stride_all_alloc(2, towns, line, sizeof(int), 1, grid); /* line i is on thread i mod p */
  upc_stride_array_t line_k = upc_stride_all_alloc(1, lines, each, sizeof(int), 0, NULL);
  const upc_stride_section_t copies = UPC_SECTION(line_k, UPC_STRIDE_ALL);
  const int *through = upc_stride_own_block(line_k, 0, NULL);
  const size_t own = upc_stride_own_blocks(way);
  int wrong = 0;
  for (size_t b = 0; b < own; b++) { /* a street from each town to the next one, and to the one 7 on */
    size_t from[2];
    int *to = upc_stride_own_block(way, b, from);
    for (size_t j = 0; j < N; j++) to[j] = FAR;
    to[from[0]] = 0, to[(from[0] + 1) % N] = 1, to[(from[0] + 7) % N] = 3;
  }
  for (size_t k = 0; k < N; k++) {
    const size_t start[] = {k, 0};
    upc_stride_broadcast(&copies, upc_stride_at(way, start), sizeof(int[N]), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    for (size_t b = 0; b < own; b++) {
      int *to = upc_stride_own_block(way, b, NULL);
      for (size_t j = 0; j < N; j++)
        if (to[k] + through[j] < to[j]) to[j] = to[k] + through[j];
    }
  }
  for (size_t b = 0; b < own; b++) { /* d towns on: d / 7 long streets, d % 7 short ones */
    size_t from[2];
    const int *to = upc_stride_own_block(way, b, from);
    for (int d = 0; d < N; d++) wrong += to[(from[0] + (size_t)d) % N] != d / 7 * 3 + d % 7;
  }
  wrong = upc_stride_sum(wrong);
  if (upc_stride_mythread() == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return upc_stride_finalize() || wrong != 0;
}
