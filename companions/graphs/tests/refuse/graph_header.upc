// SPDX-License-Identifier: BSD-3-Clause
// Functions of the extensions without their headers: the message names the header.
// expect: 8: 'upc_stride_graph_new' is not declared; it is in <upc_stride_graph.h>
// expect: 9: 'upc_task_yield' is not declared; it is in <upc_task.h>
// expect: 10: 'upc_machine_compute' is not declared; it is in <upc_machine.h>
#include <upc.h>
int main(void) {
  upc_stride_graph_new();
  upc_task_yield();
  upc_machine_compute(1.0, "dgemm");
}
