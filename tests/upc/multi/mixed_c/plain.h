// SPDX-License-Identifier: BSD-3-Clause
extern int plain_counter;
int plain_sum(int n, int (*read)(int));
int plain_calls_back(int x);
int plain_bump(void);
void plain_scale(int *v, int n, int by);
int called_from_c(int x);
