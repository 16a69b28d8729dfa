/* SPDX-License-Identifier: BSD-3-Clause
 * The description of a machine, as upc-stride-show reads it for the links of a torus. */
#include <math.h>
#include "each.h"
#include "show.h"
#include "torus/torus.h"

/* What upc-stride-show does with a machine that it has read, which is not tried here. */
void upc_stride_rule_set(const char *files) { (void)files; }
const char *network_of_machine(network_t *N, const machine_file_t *m, int threads) {
  (void)N, (void)m, (void)threads;
  return "not asked for";
}

const char *const file_name = "damaged.machine";

int read_file(void) {
  const request_t r = {.machine = file_name, .threads = 64};
  static machine_t m;
  use_machine(&m, &r);
  const double rate = m.file.number.linkBandwidth;
  if (!(rate > 0) || isinf(rate)) nonsense("links of %g bytes a second", rate);
  if (!m.is_torus || m.no_torus) return ACCEPTED; /* another network, or a torus that the threads do not fill */
  const upc_stride_torus_t *M = upc_stride_torus();
  if (!M || upc_stride_torus_places(M) != r.threads) nonsense("a torus of another size");
  return ACCEPTED;
}
