// SPDX-License-Identifier: BSD-3-Clause
// Without upc.h its functions are unknown too; the statements need no header.
// expect: 7: 'upc_all_alloc' is not declared; it is in <upc.h>: #include <upc.h>
shared int *p;
int main(void) {
  upc_barrier;
  p = upc_all_alloc(THREADS, sizeof(int));
  return upc_my_own(3); /* another file's, as in old programs */
}
