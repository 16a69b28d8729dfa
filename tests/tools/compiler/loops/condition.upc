// SPDX-License-Identifier: BSD-3-Clause
// The end of the loop depends on what it reads: the pointer is still made once.
// smp every loop: no call, no division
// mpi some loop: no call, no division
#include <upc.h>
long f(shared [] char *text) {
  long n;
  for (n = 0; text[n]; n++) ;
  return n;
}
