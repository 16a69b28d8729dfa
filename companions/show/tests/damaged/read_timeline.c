/* SPDX-License-Identifier: BSD-3-Clause
 * The timeline of a run of a graph, as upc-stride-show --trace reads it. The graph itself is whole. */
#include "each.h"
#include "show.h"

const char *const file_name = "damaged.json";

int read_file(void) {
  draw_flow("graph.dot", file_name);
  return ACCEPTED;
}
