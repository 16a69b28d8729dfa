// SPDX-License-Identifier: BSD-3-Clause
// Functions of UPC without their headers. C would declare them as functions of integers.
// expect: 14: 'upc_all_reduceD' is not declared; it is in <upc_collective.h>: #include <upc_collective.h>
// expect: 15: 'upc_memget_nbi' is not declared; it is in <upc_nb.h>
// expect: 16: 'upc_ticks_now' is not declared; it is in <upc_tick.h>
// expect: 17: 'upc_all_fopen' is not declared; it is in <upc_io.h>
// expect: 18: 'upc_lock_atempt' is not declared; did you mean 'upc_lock_attempt'?
// expect: 19: call to undeclared function 'upc_all_sum'
// expect: 20: 'upc_all_brodcast' is not declared; did you mean 'upc_all_broadcast'?
#include <upc.h>
shared double s;
int main(void) {
  double d;
  upc_all_reduceD(&s, &s, 1, 1, 1, NULL, 0);
  upc_memget_nbi(&d, &s, sizeof d);
  upc_ticks_now();
  upc_all_fopen("file", 1, 0, NULL);
  upc_lock_atempt(NULL);
  upc_all_sum(&s);
  upc_all_brodcast(&s, &s, 1, 0);
}
