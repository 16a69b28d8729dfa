// SPDX-License-Identifier: BSD-3-Clause
// A list of pointers-to-shared: each waits for the one before, so its address is computed by a product and not read
// from a table.
// flags: -fno-unroll-loops
// smp every loop: one branch, no call, no table
#include <upc_relaxed.h>

typedef struct node {
  shared struct node *next;
  double value;
} node_t;

double sum(shared node_t *p) {
  double s = 0;
  for (; p; p = p->next) s += p->value;
  return s;
}

void add(shared node_t *p, double v) {
  for (; p; p = p->next) p->value += v;
}
