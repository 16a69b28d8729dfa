/* SPDX-License-Identifier: BSD-3-Clause
 * The time of a call by upc-stride-tune's closed forms, in microseconds, a line for each number of bytes:
 * closed_forms COSTS MEMBERS PER-NODE OPERATION SCHEDULE BYTES... */
#include "../../../tools/tune/cost.c"
#include "../../../tools/tune/network.c"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  network_t N;
  upc_stride_choice_t choice;
  upc_stride_selector_t m = {.dimensions = 1, .in_sync = 1, .one_block = 1, .each_has_src = 1, .conduit = "sim"};
  if (argc < 7 || !read_network(&N, argv[1])) return 2;
  m.members = atoi(argv[2]);
  m.per_node = atoi(argv[3]);
  while (m.operation < UPC_STRIDE_OPS && !strstr(upc_stride_operation_name(m.operation), argv[4])) m.operation++;
  if (m.operation == UPC_STRIDE_OPS || !upc_stride_schedule_named(m.operation, argv[5], &choice)) return 2;
  for (int i = 6; i < argc; i++) {
    m.bytes = strtoul(argv[i], NULL, 10);
    printf("%s %zu %.3f\n", argv[4], m.bytes, 1e6 * cost_of(&N, &choice, &m, 0));
  }
  return 0;
}
