// SPDX-License-Identifier: BSD-3-Clause
// upc_notify between upc_notify and upc_wait is an error.
// threads: 1 2
// fails: upc_notify
#include <upc.h>
int main(void) {
  upc_notify;
  upc_barrier;
  upc_wait;
  return 0;
}
