// SPDX-License-Identifier: BSD-3-Clause
// A list in the shared heap that all threads push to and pop from under a lock; nodes owned by whoever pushed.
#include "../check.h"
#define EACH 40

typedef shared struct node node_t;
struct node { int key, from; node_t *next; };
node_t *shared head;
shared int length, popped_sum;
upc_lock_t *lock;

static void push(int key) {
  node_t *n = upc_alloc(sizeof(struct node));
  n->key = key;
  n->from = MYTHREAD;
  upc_lock(lock);
  n->next = head;
  head = n;
  length++;
  upc_unlock(lock);
}

static int pop(int *key) {
  upc_lock(lock);
  node_t *n = head;
  if (n) {
    head = n->next;
    length--;
  }
  upc_unlock(lock);
  if (!n) return 0;
  *key = n->key;
  CHECK_EQ(upc_threadof(n), n->from);
  upc_free(n);
  return 1;
}

int main(void) {
  lock = upc_all_lock_alloc();
  for (int k = 0; k < EACH; k++) push(MYTHREAD * EACH + k);
  upc_barrier;
  CHECK_EQ(length, EACH * THREADS);
  /* everybody sees the same list, with every key once */
  char *seen = calloc(EACH * THREADS, 1);
  int n = 0;
  for (node_t *p = head; p != NULL; p = p->next, n++) seen[p->key]++;
  CHECK_EQ(n, EACH * THREADS);
  for (int k = 0; k < EACH * THREADS; k++) CHECK_EQ(seen[k], 1);
  free(seen);
  upc_barrier;
  /* reverse it in place, by one thread */
  if (MYTHREAD == THREADS - 1) {
    node_t *back = NULL;
    for (node_t *p = head, *next; p; p = next) next = p->next, p->next = back, back = p;
    head = back;
  }
  upc_barrier;
  int key, sum = 0;
  while (pop(&key)) sum += key;
  upc_lock(lock); popped_sum += sum; upc_unlock(lock);
  upc_barrier;
  CHECK_EQ(popped_sum, EACH * THREADS * (EACH * THREADS - 1) / 2);
  CHECK(head == 0); CHECK_EQ(length, 0);
  return done();
}
