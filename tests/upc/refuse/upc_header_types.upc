// SPDX-License-Identifier: BSD-3-Clause
// Types and macros of UPC without their headers.
// expect: 8: 'upc_tick_t' is not declared; it is in <upc_tick.h>: #include <upc_tick.h>
// expect: 9: 'upc_handle_t' is not declared; it is in <upc_nb.h>: #include <upc_nb.h>
// expect: 10: 'UPC_RDONLY' is not declared; it is in <upc_io.h>: #include <upc_io.h>
#include <upc.h>
int main(void) {
  upc_tick_t now;
  upc_handle_t handle;
  int how = UPC_RDONLY;
}
