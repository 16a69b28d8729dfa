// SPDX-License-Identifier: BSD-3-Clause
#include "report.h"

#include <cstdio>

void report(const Machine &machine, const Network &network, const Simulation &simulation) {
  const Totals &sums = simulation.totals();
  fprintf(stderr, "machine %s, %s: %.9f s; %llu messages, %.0f bytes\n", machine.name.c_str(), network.shape().c_str(),
          simulation.end(), (unsigned long long)sums.messages, sums.bytes);
}
