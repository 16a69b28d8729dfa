// SPDX-License-Identifier: BSD-3-Clause
#include "report.h"

#include <cstdio>

// "154.0 MB"
static std::string human(double bytes) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  char text[32];
  while (bytes >= 1000 && unit < 5) bytes /= 1000, unit++;
  snprintf(text, sizeof text, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
  return text;
}

void report(const Machine &machine, const Network &network, const Simulation &simulation) {
  const Totals &sums = simulation.totals();
  double seconds = simulation.end();
  fprintf(stderr, "machine %s, %s: %.9f s; %llu messages, %s\n", machine.name.c_str(), network.shape().c_str(), seconds,
          (unsigned long long)sums.messages, human(sums.bytes).c_str());
  for (auto &c : network.loads())
    fprintf(stderr, "  %d links %s*: %llu messages, %s, busy %.1f%% of the time; busiest %s: %s, %.1f%%\n", c.links,
            c.name.c_str(), (unsigned long long)c.messages, human(c.bytes).c_str(), 100 * c.busy / c.links / seconds,
            c.busiest.link.c_str(), human(c.busiest.bytes).c_str(),
            100 * c.busiest.bytes / c.busiest.bandwidth / seconds);
}
