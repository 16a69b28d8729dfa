// SPDX-License-Identifier: BSD-3-Clause
// The network, by SimGrid. A message is a flow from one node to another: flows on one link share its bandwidth, by
// SimGrid or by the arithmetic of shares.h. The latency of a route is no part of a flow; whoever starts one adds it.
#pragma once
#include "machine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class Network {
public:
  // For so many nodes, with so many threads in all; ends with a line if the machine has fewer nodes.
  Network(const Machine &machine, int nodes, int threads);
  ~Network();

  // The route of a message that starts now: 0 is the minimal one, others are detours (detours.h).
  int choose(int from, int to);
  double latency(int from, int to, int route = 0); // seconds
  double bandwidth(int from, int to, int route = 0); // of its slowest link, the way into the network included
  double linkBandwidth(int from, int to, int route); // of its slowest link without that
  std::string narrowest(int from, int to);      // the slowest link of the minimal route
  double forwarding(int from, int to, int route, double bytes); // seconds: its switches send the last whole packet on
  // Starts a flow now. `done` is called when all bytes are on their way.
  void start(int from, int to, int route, double bytes, std::function<void()> done);
  // Counts a message on the links of its route: the bytes sent, and those at the links' bandwidth in the same time.
  void count(int from, int to, int route, double sent, double bytes);
  std::string shape() const;                    // in words
  std::string torus() const;                    // its sizes, "8x8x16", the last one the fastest; "": it is none

  // Runs the simulation: `step` is called at each time that was asked for, and at the end of flows.
  void run(std::function<void()> step);
  double now() const;
  double nextEnd() const;                       // no flow ends before; infinity if there is none
  void wakeAt(double time);

  struct Load { std::string link; double bytes, busy; }; // bytes sent, and the seconds that the link took for them
  struct Class { std::string name; double bytes = 0, busy = 0; uint64_t messages = 0; int links = 0; Load busiest; };
  std::vector<Class> loads() const;             // by class of links

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};
