// SPDX-License-Identifier: BSD-3-Clause
// upc.h alone declares errno: programs for other compilers do not include errno.h.
#include <upc.h>
#include <stdio.h>

int main(void) {
  errno = ERANGE;
  upc_barrier;
  if (MYTHREAD == 0) puts(errno == ERANGE ? "PASS" : "FAIL");
  return 0;
}
