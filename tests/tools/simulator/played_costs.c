/* SPDX-License-Identifier: BSD-3-Clause
 * What upc-stride-tune takes for the time of a call on a machine, in microseconds, a line for each number of bytes:
 * played_costs MACHINE MEMBERS OPERATION SCHEDULE BYTES... */
#include "../../../tools/tune/network.h"
#include "torus/torus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static machine_file_t file;
  network_t N;
  upc_stride_choice_t choice;
  upc_stride_selector_t m = {.dimensions = 1, .in_sync = 1, .one_block = 1, .each_has_src = 1, .conduit = "sim"};
  if (argc < 6) return 2;
  m.members = atoi(argv[2]);
  const char *wrong = machine_read(&file, argv[1]);
  if (!wrong) wrong = network_of_machine(&N, &file, m.members);
  if (wrong) return fprintf(stderr, "%s\n", wrong), 2;
  m.per_node = file.number.threadsPerNode;
  if (getenv("TORUS")) upc_stride_torus_set(getenv("TORUS"), NULL);
  while (m.operation < UPC_STRIDE_OPS && strcmp(upc_stride_operation_name(m.operation) + strlen("upc_stride_"),
                                                argv[3]))
    m.operation++;
  if (m.operation == UPC_STRIDE_OPS || !upc_stride_schedule_named(m.operation, argv[4], &choice)) return 2;
  for (int i = 5; i < argc; i++) {
    m.bytes = strtoul(argv[i], NULL, 10);
    printf("%s %zu %.3f\n", argv[3], m.bytes, 1e6 * cost_of(&N, &choice, &m, 0));
  }
  return 0;
}
