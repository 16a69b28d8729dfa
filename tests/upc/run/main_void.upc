// SPDX-License-Identifier: BSD-3-Clause
// A main without return, with local statics, called with no arguments; falls off its end with status 0.
#include <stdio.h>
#include <upc.h>

int main() {
  static int n;
  n++;
  upc_barrier 1;
  if (MYTHREAD == 0) puts(n == 1 ? "PASS" : "FAIL");
}
