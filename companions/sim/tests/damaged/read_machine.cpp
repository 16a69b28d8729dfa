// SPDX-License-Identifier: BSD-3-Clause
// The description of a machine, as the simulator reads it, and the network that it makes of it.
#include "fail.h"
#include "machine.h"
#include "network.h"
extern "C" {
#include "each.h"
}

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

extern "C" {
extern const char *const file_name;
const char *const file_name = "damaged.machine";
}

void fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  _Exit(status);
}

static void checkRate(const char *what, double rate, bool mayBeZero) {
  if (!std::isfinite(rate) || rate < 0 || (rate == 0 && !mayBeZero)) nonsense("%s: %g", what, rate);
}

int read_file() {
  const int threads = 60;
  Machine m = readMachine(file_name);
  for (double time : {m.linkLatency, m.sendTime, m.receiveTime, m.serveTime, m.nearTime,
                      m.nearLatency, m.lookTime, m.barrierTime, m.barrierRoundTime, m.hostFactor})
    if (!(time >= 0 && time < 1e7)) nonsense("a time of %g s", time);
  checkRate("link-bandwidth", m.linkBandwidth, false);
  checkRate("flops", m.flops, false);
  for (double rate : {m.injectionBandwidth, m.sendBandwidth, m.receiveBandwidth, m.nearBandwidth})
    checkRate("a bandwidth", rate, true);
  for (auto &kind : m.efficiency)
    if (!(kind.second.part > 0 && kind.second.part <= 1) || !(kind.second.half >= 0 && kind.second.half < 1e9))
      nonsense("efficiency %g %g", kind.second.part, kind.second.half);
  int nodes = (threads + m.threadsPerNode - 1) / m.threadsPerNode;
  Network network(m, nodes, threads);
  for (int i = 0; i < nodes; i++) {
    double latency = network.latency(0, i), bandwidth = network.bandwidth(0, i);
    if (!(latency >= 0 && latency < 1e8) || !(bandwidth > 0))
      nonsense("to node %d: %g s, %g B/s", i, latency, bandwidth);
  }
  fflush(stderr);
  _Exit(ACCEPTED);
}
