// SPDX-License-Identifier: BSD-3-Clause
// The generic pointer-to-shared takes no layout qualifier (6.5.1.1), whatever it says and wherever it stands.
// expect: 13: the generic pointer-to-shared takes no layout qualifier; write 'shared void *'
// expect: 15: takes no layout qualifier
// expect: 16: takes no layout qualifier
// expect: 17: takes no layout qualifier
// expect: 18: takes no layout qualifier
// expect: 19: takes no layout qualifier
// expect: 20: takes no layout qualifier
// expect: 22: takes no layout qualifier
// expect: 23: takes no layout qualifier
#include <upc.h>
shared [3] void *p;
shared void *fine;
void f(shared [1] void *x);
shared [] void *a;
const void shared [0] *b;
typedef shared [] void *typed;
struct s { shared [] void *member; };
shared [] void *returned(void);
int main(void) {
  shared void *q = (shared [] void *)p;
  return q == 0 && sizeof(shared [] void *) > 0;
}
