// SPDX-License-Identifier: BSD-3-Clause
#include "plain.h"
int plain_counter;
int plain_sum(int n, int (*read)(int)) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += read(i);
  return sum;
}
int plain_calls_back(int x) { return called_from_c(x); }
int plain_bump(void) { return ++plain_counter; }
void plain_scale(int *v, int n, int by) { while (n--) *v++ *= by; }
