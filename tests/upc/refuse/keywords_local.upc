// SPDX-License-Identifier: BSD-3-Clause
// expect: 8: 'THREADS' is a keyword
// expect: 9: 'MYTHREAD' is a keyword
// expect: 11: 'x' cannot be both shared and thread-local
// expect: 12: a function cannot return a shared-qualified type
// expect: 15: inline assembly cannot write to shared 'shared int'
#include <upc.h>
int f(int THREADS) { return 0; }
int g(void) { int MYTHREAD = 2; return MYTHREAD; }
shared int s;
_Thread_local shared int x;
shared int (*by_pointer)(void);
int main(void) {
  __asm__("" : : "r"(s));
  __asm__("" : "+r"(s));
  return 0;
}
