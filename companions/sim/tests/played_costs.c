/* SPDX-License-Identifier: BSD-3-Clause
 * What upc-stride-tune takes for the time of a call on a machine, in microseconds, a line for each number of bytes:
 * played_costs MACHINE MEMBERS OPERATION SCHEDULE BYTES...
 * With - for a schedule: that of the rule that serves the call (UPC_STRIDE_RULE); behind it what the cheapest costs. */
#include "../../tune/network.h"
#include "choice/rule.h"
#include "torus/torus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the cheapest schedule costs. */
static double least_cost(const network_t *N, const upc_stride_selector_t *m) {
  const upc_stride_schedule_t *s;
  double least = 0;
  for (int i = 0; (s = upc_stride_schedule(i)); i++) {
    upc_stride_choice_t choice;
    char name[64];
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(s->name, ":"), s->name, strstr(s->name, ":k") ? ":4" : "");
    if (s->operation != m->operation || upc_stride_cannot_serve(s, m)) continue;
    if (!upc_stride_schedule_named(m->operation, name, &choice)) continue;
    const double cost = cost_of(N, &choice, m, 0);
    if (cost > 0 && (least == 0 || cost < least)) least = cost;
  }
  return least;
}

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
  const int chosen = strcmp(argv[4], "-") == 0;
  if (m.operation == UPC_STRIDE_OPS) return 2;
  if (!chosen && !upc_stride_schedule_named(m.operation, argv[4], &choice)) return 2;
  for (int i = 5; i < argc; i++) {
    m.bytes = strtoul(argv[i], NULL, 10);
    if (chosen) upc_stride_choose(&choice, &m);
    printf("%s %zu %.3f", argv[3], m.bytes, 1e6 * cost_of(&N, &choice, &m, 0));
    if (chosen) printf(" %.3f", 1e6 * least_cost(&N, &m));
    printf("\n");
  }
  return 0;
}
