// SPDX-License-Identifier: BSD-3-Clause
// upc_wait without upc_notify is an error.
// threads: 1 2
// fails: upc_wait
#include <upc.h>
int main(void) {
  upc_wait;
  return 0;
}
