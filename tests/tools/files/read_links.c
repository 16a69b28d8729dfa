/* SPDX-License-Identifier: BSD-3-Clause
 * The description of a machine, as upc-stride-show reads it for the links of a torus. */
#include <math.h>
#include "each.h"
#include "show.h"
#include "torus/torus.h"

const char *const file_name = "damaged.machine";

int read_file(void) {
  const request_t r = {.machine = file_name, .threads = 64};
  double rate = use_machine(&r);
  const upc_stride_torus_t *M = upc_stride_torus();
  if (!(rate > 0) || isinf(rate)) nonsense("links of %g bytes a second", rate);
  if (!M || upc_stride_torus_places(M) != r.threads) nonsense("a torus of another size");
  return ACCEPTED;
}
