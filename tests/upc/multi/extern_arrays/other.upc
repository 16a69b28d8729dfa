// SPDX-License-Identifier: BSD-3-Clause
#include "shapes.h"
shared int one = 5;
shared [3] int blocked[5 * THREADS];
shared int incomplete[7 * THREADS];
shared [4] double rows[2 * THREADS][4];
shared [2] struct shape shapes[3 * THREADS];
shared [] char *shared text;
shared int *finder = &incomplete[2];
shared int *shared link;
strict shared int flag;
shared int only_here[THREADS];

int sum_blocked(void) {
  int sum = 0;
  for (int i = 0; i < 5 * THREADS; i++) sum += blocked[i];
  return sum;
}
shared int *find(int i) { return incomplete + i; }
void fill(void) {
  upc_forall (int i = 0; i < 5 * THREADS; i++; &blocked[i]) blocked[i] = i * i;
  upc_forall (int i = 0; i < 7 * THREADS; i++; &incomplete[i]) incomplete[i] = -i;
  upc_forall (int i = 0; i < 2 * THREADS; i++; rows[i]) for (int j = 0; j < 4; j++) rows[i][j] = i + j / 4.0;
  upc_forall (int i = 0; i < 3 * THREADS; i++; &shapes[i]) shapes[i] = (struct shape){i, i / 2.0};
  only_here[MYTHREAD] = 77;
  if (MYTHREAD == 0) {
    text = upc_alloc(6);
    upc_memput(text, "hello", 6);
    link = &one;
  }
}
