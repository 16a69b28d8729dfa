// SPDX-License-Identifier: BSD-3-Clause
// Barriers whose values differ end the job (UPC 1.3, 6.6.1).
// threads: 2 3
// fails: barrier mismatch
#include <upc.h>
int main(void) {
  upc_barrier 3;
  upc_barrier MYTHREAD + 1;
  return 0;
}
