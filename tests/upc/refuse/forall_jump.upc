// SPDX-License-Identifier: BSD-3-Clause
// Nothing jumps into the body of upc_forall (6.6.2): not goto, not a switch, not a computed goto.
// expect: 10: this jumps to 'inside', into the body of upc_forall
// expect: 14: this jumps to 'deeper', into the body of upc_forall
// expect: 21: this label is a jump into the body of upc_forall: its switch stands outside
// expect: 28: this jumps to 'computed', into the body of upc_forall
#include <upc.h>
void f(int n) {
  int i, j;
  if (n) goto inside;
  upc_forall (i = 0; i < n; i++; i) {
    inside:
    n--;
    if (n == 3) goto deeper;
    upc_forall (j = 0; j < n; j++;) { deeper: if (n) goto deeper; if (j) goto inside; }
    switch (n) { case 1: n++; break; default: goto out; }
  }
  out: ;
}
void g(int n, int i) {
  switch (n) { upc_forall (i = 0; i < n; i++; i) { case 2: n--; } }
}
void h(int n, int i) {
  void *to = &&computed;
  upc_forall (i = 0; i < n; i++; continue) {
    computed: n++;
  }
  goto *to;
}
