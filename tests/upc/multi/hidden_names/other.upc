// SPDX-License-Identifier: BSD-3-Clause
#include <upc.h>
static shared int counter = 2;
static shared [5] double room[4 * THREADS];
static int private_counter = 2;
shared int *other_counter(void) { return &counter; }
void other_set(int x) { counter = x; room[1] = x; }
int other_private(void) { return private_counter; }
shared int *other_local(void) { static shared int here[THREADS]; return here; }
