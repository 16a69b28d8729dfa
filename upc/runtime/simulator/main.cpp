// SPDX-License-Identifier: BSD-3-Clause
// The simulator of conduit sim: upc-stride-simulator MACHINE FILE READY. A program for that conduit starts it
// (conduits/sim/start.c), with a memory file and a pipe: a byte in it says that the machine's description is good.
#include "fail.h"
#include "job.h"
#include "machine.h"
#include "network.h"
#include "placement.h"
#include "report.h"
#include "simulation.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

void fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("upc: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  _exit(status);
}

// How many messages of a few words a thread can send until the first one, to a node half of the machine away, may have
// been answered.
static uint32_t roundTrip(const Machine &m, Network &network, int nodes) {
  const double bytes = 128, most = 1000;
  auto ofBytes = [&](double rate) { return rate > 0 ? bytes / rate : 0; };
  double send = m.sendTime + ofBytes(m.sendBandwidth), receive = m.receiveTime + ofBytes(m.receiveBandwidth);
  double between = std::max(send, receive), way = send + network.latency(0, nodes / 2) + receive;
  return nodes == 1 ? 1 : 2 * way < between * most ? (uint32_t)std::lround(2 * way / between) : (uint32_t)most;
}

// Threads of a node up to which the rules of machines were compared with simulated times.
static const int mostOfNode = 8;

// Rules that come with a machine are for jobs whose costs are known: the library is told of the machine's torus, and of
// which threads share a node (tools/tune/network_of_machine.c).
static bool hasRules(const Machine &m, Network &network, int nodes, const std::string &torus) {
  if (m.threadsPerNode > mostOfNode || (m.threadsPerNode > 1 && m.placement == "random")) return false;
  if (nodes < 3 || (!network.torus().empty() && torus.empty())) return false;
  return m.sendTime + m.receiveTime + network.latency(0, nodes / 2) > 0;
}

static sim_copies copies(double bandwidth, const Machine::Times &times) {
  sim_copies c = {};
  c.byte = bandwidth > 0 ? 1 / bandwidth : 0;
  for (auto &known : times) c.known[c.lengths++] = {known.first, known.second};
  return c;
}

static void describe(const Machine &m, Network &network, sim_control &c, int nodes) {
  c.nodes = nodes;
  c.costs.send = m.sendTime;
  c.costs.send_byte = m.sendBandwidth > 0 ? 1 / m.sendBandwidth : 0;
  c.costs.near_copies = copies(m.nearBandwidth, m.nearBytesTime);
  c.costs.own_copies = copies(m.ownBandwidth > 0 ? m.ownBandwidth : m.nearBandwidth, m.ownBytesTime);
  c.costs.shared_copies = m.nodeBandwidth > 0 ? m.cache : SIM_FOREVER;
  c.costs.near_word = m.nearTime;
  c.costs.near_latency = m.nearLatency;
  c.costs.look = m.lookTime;
  c.costs.host_factor = m.hostFactor;
  c.arrival_asked = m.arrivalAsked;
  c.helper = m.helper;
  c.round_trip = roundTrip(m, network, nodes);
  c.flop_seconds = 1 / m.flops;
  size_t kinds = 0;
  for (auto &kind : m.efficiency) { // as many as a machine file may have
    strcpy(c.work[kinds].name, kind.first.c_str());
    c.work[kinds].half = kind.second.half;
    c.work[kinds++].seconds = 1 / (m.flops * kind.second.part);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) fail(2, "the simulator is started by programs for conduit sim: upcrun -machine=NAME -n N PROGRAM");
  std::set_new_handler([] { fail(1, "the simulator has no memory left for the machine"); });
  for (int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(s, SIG_IGN); // the job's monitor sees to them
  Machine machine = readMachine(argv[1]);
  Job job(atoi(argv[2]));
  if (job.control().version != SIM_VERSION)
    fail(1, "the program was linked for another version of the simulator; link it again");
  int threads = job.control().threads, ready = atoi(argv[3]);
  int nodes = (threads + machine.threadsPerNode - 1) / machine.threadsPerNode;
  Network network(machine, nodes, threads);
  std::string torus;
  placeThreads(machine, network, job, torus);
  snprintf(job.control().torus, sizeof job.control().torus, "%s", torus.c_str());
  if (hasRules(machine, network, nodes, torus) && machine.rules.size() < sizeof job.control().rules)
    strcpy(job.control().rules, machine.rules.c_str());
  job.control().most_near = threads < machine.threadsPerNode ? threads : machine.threadsPerNode;
  describe(machine, network, job.control(), nodes);
  if (write(ready, "", 1) != 1) return 1;
  close(ready);
  job.awaitThreads();
  Simulation simulation(machine, job, network);
  simulation.run();
  report(machine, job, network, simulation);
  fflush(nullptr);
  _exit(0);
}
