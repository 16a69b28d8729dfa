// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared as conditions: if, while, for, !, &&, ||, ?:, and _Bool.
#include "../check.h"

struct node { int value; shared [] struct node *next; };
shared [] struct node nodes[5];
shared int x;
static shared int *find(int want) { return want ? &x : NULL; }

int main(void) {
  if (MYTHREAD == 0)
    for (int i = 0; i < 5; i++) nodes[i].value = i, nodes[i].next = i < 4 ? &nodes[i + 1] : NULL;
  upc_barrier;
  shared int *p = &x, *null = 0;
  int n = 0;
  if (p) n += 1;
  if (null) n += 100;
  if (!p) n += 100;
  if (!null) n += 2;
  if (p && null) n += 100;
  if (p || null) n += 4;
  if (null || !p) n += 100; else n += 8;
  CHECK_EQ(n, 15);
  CHECK_EQ(p ? 1 : 2, 1); CHECK_EQ(null ? 1 : 2, 2); CHECK((p ? p : null) == &x); CHECK((null ? null : p) == p);
  CHECK((p ? p : 0) == p); CHECK((null ? p : NULL) == NULL); CHECK((p ?: null) == p); CHECK((null ?: p) == p);
  CHECK_EQ(!!p, 1); CHECK_EQ(!!null, 0);
  _Bool b = p; CHECK_EQ(b, 1);
  b = null; CHECK_EQ(b, 0);
  b = (_Bool)find(1); CHECK_EQ(b, 1);
  CHECK_EQ(!!find(0) + !!find(1) * 2, 2);
  if (find(1) == p && find(0) == NULL) n = 1;
  CHECK_EQ(n, 1);
  int sum = 0, count = 0;
  shared [] struct node *q = nodes;
  while (q) sum += q->value, count++, q = q->next;
  CHECK_EQ(sum * 10 + count, 105);
  for (q = nodes, sum = 0; q; q = q->next) sum += q->value;
  CHECK_EQ(sum, 10);
  q = nodes; sum = 0;
  do sum += q->value; while ((q = q->next));
  CHECK_EQ(sum, 10);
  for (q = nodes; q && q->value != 3; q = q->next) {}
  CHECK(q == &nodes[3]);
  for (q = nodes, sum = 0; q != NULL && q->next; q = q->next->next) sum += q->value;
  CHECK_EQ(sum, 2);
  if (nodes[4].next) CHECK(0);
  if (!nodes[3].next) CHECK(0);
  CHECK_EQ(nodes[4].next || nodes[0].next, 1);
  switch (!p) { case 0: n = 7; }
  CHECK_EQ(n, 7);
  return done();
}
