// SPDX-License-Identifier: BSD-3-Clause
// The simulator of conduit sim: upc-stride-simulator MACHINE FILE READY. A program for that conduit starts it
// (conduits/sim/start.c), with a memory file and a pipe: a byte in it says that the machine's description is good.
// Where threads are contexts, the program loads this file as a library instead (conduits/sim/one_process.c).
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

// True: the rules that come with the machine fit this job. They were chosen by computed costs. These costs are right if
// the library knows the machine's torus, and which threads share a node (companions/tune/network_of_machine.c).
static bool hasRules(const Machine &m, Network &network, int nodes, const std::string &torus) {
  if (m.threadsPerNode > mostOfNode || (m.threadsPerNode > 1 && m.placement == "random")) return false;
  if (nodes < 3 || (!network.torus().empty() && torus.empty())) return false;
  return m.sendTime + m.receiveTime + network.latency(0, nodes / 2) > 0;
}

static void giveRules(const Machine &m, sim_control &c) {
  std::string wrong = m.rulesWrong;
  if (m.rules.size() >= sizeof c.rules) wrong = "more than " + std::to_string(sizeof c.rules - 1) + " characters";
  if (wrong.empty())
    strcpy(c.rules, m.rules.c_str());
  else
    machine_rules_are_left_out("upc", m.name.c_str(), wrong.c_str());
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
  c.costs.shared_copies = m.nodeBandwidth > 0 && m.nearBandwidth > 0 ? m.cache : SIM_FOREVER;
  c.costs.combined_byte = m.combineBandwidth > 0 ? 1 / m.combineBandwidth : 0;
  c.costs.near_word = m.nearTime;
  c.costs.near_latency = m.nearLatency;
  c.costs.look = m.lookTime;
  c.costs.noise_interval = m.noiseInterval;
  c.costs.noise_time = m.noiseTime;
  c.costs.noise_seed = (uint64_t)m.noiseSeed;
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

// What of a job exists before its threads do.
struct Simulator {
  Machine machine;
  Job job;
  Network network;
  int nodes;

  Simulator(const char *name, int file)
      : machine(readMachine(name)), job(file), network(machine, countNodes(), job.control().threads) {
    std::string torus;
    sim_control &c = job.control();
    placeThreads(machine, network, job, torus);
    job.noteLeaders();
    snprintf(c.torus, sizeof c.torus, "%s", torus.c_str());
    if (hasRules(machine, network, nodes, torus)) giveRules(machine, c);
    c.most_near = std::min(c.threads, machine.threadsPerNode);
    describe(machine, network, c, nodes);
  }
  void run() {
    Simulation simulation(machine, job, network);
    simulation.run();
    report(machine, job, network, simulation);
    fflush(nullptr);
  }

private:
  int countNodes() {
    if (job.control().version != SIM_VERSION)
      fail(1, "the program was linked for another version of the simulator; link it again");
    return nodes = (job.control().threads + machine.threadsPerNode - 1) / machine.threadsPerNode;
  }
};

static void noMemory() { fail(1, "the simulator has no memory left for the machine"); }

// ---- for threads that are contexts of this process ----

#define FOR_PROGRAMS extern "C" __attribute__((visibility("default")))

FOR_PROGRAMS void *upc_simulator_open(const char *path, const char *machine, int file) {
  machine_reader = realpath(path, nullptr); // a symbolic link may lead to the installation
  std::set_new_handler(noMemory);
  return new Simulator(machine, file);
}

FOR_PROGRAMS void upc_simulator_run(void *simulator, char *memory, sim_run *run) {
  auto *s = static_cast<Simulator *>(simulator);
  s->job.useContexts(memory, run);
  s->run();
}

// ---- for threads that are processes ----

int main(int argc, char **argv) {
  if (argc != 4) fail(2, "the simulator is started by programs for conduit sim: upcrun -machine=NAME -n N PROGRAM");
  std::set_new_handler(noMemory);
  for (int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(s, SIG_IGN); // the job's monitor sees to them
  Simulator simulator(argv[1], atoi(argv[2]));
  int ready = atoi(argv[3]);
  if (write(ready, "", 1) != 1) return 1;
  close(ready);
  simulator.job.awaitThreads();
  simulator.run();
  _exit(0);
}

// The file is a program, and a library for dlopen as well.
#if defined __x86_64__
extern "C" const char interpreter[] __attribute__((section(".interp"), used)) = "/lib64/ld-linux-x86-64.so.2";
#elif defined __aarch64__
extern "C" const char interpreter[] __attribute__((section(".interp"), used)) = "/lib/ld-linux-aarch64.so.1";
#endif
