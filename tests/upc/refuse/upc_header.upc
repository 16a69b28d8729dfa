// SPDX-License-Identifier: BSD-3-Clause
// Names of UPC without their headers. C would declare a function as one of integers.
// expect: 16: 'upc_all_reduceD' is not declared; it is in <upc_collective.h>: #include <upc_collective.h>
// expect: 17: 'upc_memget_nbi' is not declared; it is in <upc_nb.h>
// expect: 18: 'upc_ticks_now' is not declared; it is in <upc_tick.h>
// expect: 19: 'upc_all_fopen' is not declared; it is in <upc_io.h>
// expect: 20: 'upc_lock_atempt' is not declared; did you mean 'upc_lock_attempt'?
// expect: 21: 'upc_tick_t' is not declared; it is in <upc_tick.h>: #include <upc_tick.h>
// expect: 22: 'upc_handle_t' is not declared; it is in <upc_nb.h>: #include <upc_nb.h>
// expect: 23: 'UPC_RDONLY' is not declared; it is in <upc_io.h>: #include <upc_io.h>
// expect: 24: 'upc_all_sum' is not declared; names like it are in <upc_collective.h>
#include <upc.h>
shared double s;
int main(void) {
  double d;
  upc_all_reduceD(&s, &s, 1, 1, 1, NULL, 0);
  upc_memget_nbi(&d, &s, sizeof d);
  upc_ticks_now();
  upc_all_fopen("file", 1, 0, NULL);
  upc_lock_atempt(NULL);
  upc_tick_t now;
  upc_handle_t handle;
  int how = UPC_RDONLY;
  upc_all_sum(&s);
}
