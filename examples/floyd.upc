/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floyd and Warshall's algorithm: the shortest ways between all towns. In step k the owner of line k sends it to all
 * threads, and each makes its own lines shorter. The lines are blocks, so a broadcast names one element of line k.
 *
 *   upcc -O2 floyd.upc -o floyd && upcrun -n 4 ./floyd
 */
#include <stdio.h>
#include <upc_stride_coll.h>

#define N 48
#define FAR 1000000

#pragma processors line(THREADS)
shared [1][N] (line) int way[N][N];               /* line i is on thread i mod THREADS */
shared [N] int line_k[THREADS * N];               /* a copy of one line on each thread */

int main(void) {
  const int *through = (const int *)&line_k[MYTHREAD * N];
  int i, j, k, wrong = 0;
  upc_stride_forall(line, way) {                  /* a street from each town to the next one, and to the one 7 on */
    int *to = line.data, from = (int)line.lo[0];
    for (j = 0; j < N; j++) to[j] = j == from ? 0 : j == (from + 1) % N ? 1 : j == (from + 7) % N ? 3 : FAR;
  }
  for (k = 0; k < N; k++) {
    upc_stride_broadcast(line_k<:>, &way[k][0], sizeof(int[N]), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    upc_stride_forall(line, way) {
      int *to = line.data;
      for (j = 0; j < N; j++)
        if (to[k] + through[j] < to[j]) to[j] = to[k] + through[j];
    }
  }
  upc_stride_forall(line, way) {                  /* d towns on: d / 7 long streets, d % 7 short ones */
    const int *to = line.data;
    for (i = 0; i < N; i++) wrong += to[((int)line.lo[0] + i) % N] != i / 7 * 3 + i % 7;
  }
  wrong = upc_stride_sum(wrong);
  if (MYTHREAD == 0) printf("%d wrong ways\n", wrong);
  return wrong != 0;
}
