// SPDX-License-Identifier: BSD-3-Clause
#include <stddef.h>
#include <upc.h>
struct shape { int sides; double area; };
extern shared int one;
extern shared [3] int blocked[5 * THREADS];
extern shared int incomplete[];
extern shared [4] double rows[][4];
extern shared [2] struct shape shapes[3 * THREADS];
extern shared [] char *shared text;
extern shared int *finder;
extern int shared *shared link;
extern strict shared int flag;
int sum_blocked(void);
shared int *find(int i);
void fill(void);
