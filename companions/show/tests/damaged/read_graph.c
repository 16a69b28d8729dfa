/* SPDX-License-Identifier: BSD-3-Clause
 * The picture of a graph of steps, as upc-stride-show --flow reads it. */
#include <stddef.h>
#include "each.h"
#include "show.h"

const char *const file_name = "damaged.dot";

int read_file(void) {
  draw_flow(file_name, NULL);
  return ACCEPTED;
}
