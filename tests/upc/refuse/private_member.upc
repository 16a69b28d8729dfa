// SPDX-License-Identifier: BSD-3-Clause
// A shared struct whose member leads to private memory: the message says how to declare it, wherever it is used.
// expect: 14: declare the member 'shared struct node *next'
// expect: 15: declare the member 'shared struct node *next'
// expect: 16: 'struct node *shared []' without a cast; declare the member 'shared struct node *next'
// expect: 17: compared with a private pointer; declare the member 'shared struct node *next'
// expect: 18: a private pointer; declare the member 'shared struct node *next'
// expect: 19: cast to the pointer-to-shared 'shared struct node *'; declare the member 'shared struct node *next'
// expect: 20: a pointer for it is declared 'shared struct node *name'
#include <upc.h>
typedef struct node { int value; struct node *next; } node_t;
shared node_t *head;
struct node *own;
void pop(void) { head = head->next; }
void push(shared node_t *n) { n->next = head; }
void grow(shared node_t *n) { n->next = upc_alloc(sizeof *n); }
int ends(shared node_t *n) { return n->next == head; }
shared node_t *after(shared node_t *n, int c) { return c ? n->next : n; }
shared node_t *cast(shared node_t *n) { return (shared node_t *)n->next; }
void keep(shared node_t *n) { own = n; }
