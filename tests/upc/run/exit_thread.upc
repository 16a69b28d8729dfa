// SPDX-License-Identifier: BSD-3-Clause
// exit() and returning end one thread, after a barrier with the others; output of all of them arrives.
#include "../check.h"

shared int seen[THREADS];
static void at_exit(void) { seen[MYTHREAD]++; }

int main(int argc, char **argv) {
  CHECK_EQ(argc, 1); CHECK(argv[0] != NULL); CHECK(argv[1] == NULL);
  atexit(at_exit);
  seen[MYTHREAD] = 1;
  upc_barrier;
  if (check_failures) return 1;
  if (MYTHREAD == 0) puts("PASS");
  if (MYTHREAD % 2) exit(0);
}
