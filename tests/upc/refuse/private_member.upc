// SPDX-License-Identifier: BSD-3-Clause
// A list of shared structs whose member leads to private memory: the message says how to declare it.
// expect: 10: declare the member 'shared struct node *next'
// expect: 11: a pointer for it is declared 'shared struct node *name'
struct node {
  int value;
  struct node *next;
};
shared struct node *head;
void pop(void) { head = head->next; }
void push(shared struct node *n) { n->next = head; }
