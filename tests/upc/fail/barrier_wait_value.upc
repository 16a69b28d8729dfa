// SPDX-License-Identifier: BSD-3-Clause
// upc_wait with another value than upc_notify's ends the job.
// threads: 1 2
// fails: 4 to upc_notify and 5 to upc_wait
#include <upc.h>
int main(void) {
  upc_notify 4;
  upc_wait 5;
  return 0;
}
