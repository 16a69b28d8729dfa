// SPDX-License-Identifier: BSD-3-Clause
// THREADS and MYTHREAD name no macro (6.7.2, 6.10.8 of C) and no member; #pragma upc has one word, and its place
// (6.7.1).
// expect: 11: warning: 'MYTHREAD' is a keyword of UPC and should be no macro's name
// expect: 13: 'THREADS' is a keyword of UPC and cannot be a name
// expect: 14: warning: '#pragma upc strict' takes no more words
// expect: 15: warning: unknown '#pragma upc lax': it must be strict or relaxed
// expect: 16: warning: 'THREADS' is a keyword of UPC and should be no macro's name
// expect: 20: warning: '#pragma upc relaxed' belongs before all declarations and statements of its block
#include <upc.h>
#define MYTHREAD 3
#undef MYTHREAD
struct s { int THREADS; };
#pragma upc strict relaxed
#pragma upc lax
#define THREADS 4
int f(void) {
#pragma upc strict
  int x = 0;
#pragma upc relaxed
  return x;
}
