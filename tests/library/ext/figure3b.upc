/* SPDX-License-Identifier: BSD-3-Clause
 * Figure 3(b) of the paper with matching counts: the first column of src into the first row of dst, ordinary arrays
 * with THREADS fixed when they are compiled, as UPC 1.3 wants it for shared [10] int src[100][100].
 * flags: -T 4
 */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

shared [10] int src[100][100];
shared [10] int dst[100][100];

int main(void) {
  int i, j, wrong = 0;
  for (i = 0; i < 100; i++)
    upc_forall (j = 0; j < 100; j++; &src[i][j]) src[i][j] = i * 100 + j;
  for (i = 0; i < 100; i++)
    upc_forall (j = 0; j < 100; j++; &dst[i][j]) dst[i][j] = -1;

  upc_stride_exchange(dst<0,:>, src<0:9,0>,
                      sizeof(int), 0);

  upc_barrier;
  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++) wrong += dst[i][j] != (i == 0 ? j % 10 * 100 + j / 10 : -1);
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
