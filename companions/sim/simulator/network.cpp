// SPDX-License-Identifier: BSD-3-Clause
// Flows, and the times at which they end; loads of links.
#include "network.h"
#include "detours.h"
#include "fail.h"
#include "injection_zone.h"
#include "routes.h"
#include "shapes.h"
#include "shares.h"
#include "zones.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <simgrid/Exception.hpp>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>
#include <unordered_map>
#include <xbt/log.h>

namespace sg = simgrid::s4u;

// A route that is found; its links are kept elsewhere.
struct Found { Route route; std::vector<int> links; };

struct Network::Parts {
  Machine machine;
  std::unique_ptr<sg::Engine> engine;
  std::vector<sg::Host *> hosts;
  std::string shape;
  std::function<void()> step;
  Routes routes;
  uint64_t latestKey = UINT64_MAX;              // a message asks for its route some times in a row
  Route latest;
  struct Flow { sg::CommPtr comm; std::function<void()> done; };
  std::unordered_map<const void *, Flow> flows;
  std::vector<sg::CommPtr> over;                // freed at the next step: SimGrid still uses them in its callback
  double armed = -1;                            // the time of the earliest timer; -1: there is none
  std::vector<double> linkSent, linkBytes;      // by link; see count
  std::vector<uint64_t> linkMessages;
  std::vector<sg::Link *> links;                // those of known routes
  bool byShares = false;                        // flows and time are not SimGrid's
  double clock = 0;                             // byShares: the time
  Shares shares;                                // its links have the same numbers
  std::unordered_map<sg::Link *, int> linkNumbers;
  std::unique_ptr<Detours> detours;             // null: all routes are minimal

  const Route &route(int from, int to, int detour = 0); // until another one is asked for
  Found minimal(int from, int to);
  Found overGroup(int from, int to, int detour);
  size_t injected() const { return machine.injectionBandwidth > 0 ? 1 : 0; } // links before those between switches
  double ofOneLink(int link) const;
  size_t waiting(const Route &route) const;
};

// "node-10" after "node-9".
static bool natural(const sg::Host *a, const sg::Host *b) {
  return strverscmp(a->get_cname(), b->get_cname()) < 0;
}

Network::Network(const Machine &machine, int nodes, int threads) : parts(new Parts) {
  Parts &p = *parts;
  p.machine = machine;
  bool isMinimal = machine.routing == "minimal";
  p.byShares = !isMinimal || (machine.linkShares > 0 && threads >= machine.linkShares);
  // What SimGrid adds to a network for TCP's sake is left out; latency is added by the caller.
  static const char *settings[] = {"simulator", "--log=root.thres:critical", "--cfg=network/bandwidth-factor:1",
      "--cfg=network/latency-factor:0", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
      "--cfg=network/weight-S:0", "--cfg=surf/precision:1e-13"};
  std::vector<char *> arguments;
  for (auto s : settings) arguments.push_back(strdup(s));
  int count = (int)arguments.size();
  arguments.push_back(nullptr);
  p.engine = std::make_unique<sg::Engine>(&count, arguments.data());
  try {
    if (machine.network == "platform") {
      p.engine->load_platform(machine.file->shapes);
      p.shape = std::string("SimGrid's platform ") + machine.file->shapes;
    } else {
      bool flat = machine.network == "flat";
      std::string shape = flat ? std::to_string(nodes) + (nodes == 1 ? " node" : " nodes")
                               : fittingShape(machine, (unsigned long)nodes);
      createZone(machine, p.engine->get_netzone_root(), nodes, shape);
      p.shape = (flat ? "" : machine.network + " ") + shape;
      if (!isMinimal) p.detours = std::make_unique<Detours>(shape);
    }
  } catch (const std::exception &e) {
    std::string why = e.what();
    std::replace(why.begin(), why.end(), '\n', ' ');
    fail(2, "machine '%s': SimGrid cannot use it: %s", machine.name.c_str(), why.c_str());
  }
  p.hosts = p.engine->get_all_hosts();
  std::sort(p.hosts.begin(), p.hosts.end(), natural);
  if ((int)p.hosts.size() < nodes)
    fail(2, "machine '%s' has %zu nodes of %d thread%s each; %d nodes are needed", machine.name.c_str(),
         p.hosts.size(), machine.threadsPerNode, machine.threadsPerNode == 1 ? "" : "s", nodes);
  if (machine.injectionBandwidth > 0) {
    if (isMinimal) p.hosts.resize((size_t)nodes); // detours name nodes that have no threads
    p.hosts = withInjection(p.hosts, machine.injectionBandwidth);
  }
  sg::Activity::on_completion_cb([this](const sg::Activity &activity) {
    auto flow = parts->flows.find(&activity);
    if (flow == parts->flows.end()) return;
    auto done = std::move(flow->second.done);
    parts->over.push_back(std::move(flow->second.comm));
    parts->flows.erase(flow);
    done();
  });
}

Network::~Network() = default;

Found Network::Parts::minimal(int from, int to) {
  std::vector<sg::Link *> links_;
  Found found;
  Route &r = found.route;
  r.bandwidth = 1e300, r.linkBandwidth = from == to ? machine.linkBandwidth : 1e300;
  try {
    if (from != to) hosts[(size_t)from]->route_to(hosts[(size_t)to], links_, &r.latency); // within a node: nothing
  } catch (const std::exception &) {
  }
  if (links_.empty() && from != to)
    fail(2, "machine '%s': there is no route from %s to %s", machine.name.c_str(), hosts[(size_t)from]->get_cname(),
         hosts[(size_t)to]->get_cname());
  for (auto *link : links_) {
    auto number = linkNumbers.emplace(link, (int)links.size());
    if (number.second) {
      links.push_back(link);
      linkSent.push_back(0), linkBytes.push_back(0), linkMessages.push_back(0);
      shares.addLink(link->get_bandwidth(), link->get_sharing_policy() != sg::Link::SharingPolicy::FATPIPE);
    }
    found.links.push_back(number.first->second);
    r.bandwidth = std::min(r.bandwidth, link->get_bandwidth());
    if (found.links.size() > injected()) r.linkBandwidth = std::min(r.linkBandwidth, link->get_bandwidth());
  }
  return found;
}

// To a node of the router where it comes into the other group, and on from there, but not over that node's own link.
Found Network::Parts::overGroup(int from, int to, int detour) {
  int between = detours->nodeBetween(from, detour);
  Found there = minimal(from, between), onward = minimal(between, to);
  size_t skipped = injected() + 1;               // the way to the router
  there.links.pop_back();
  there.links.insert(there.links.end(), onward.links.begin() + (long)skipped, onward.links.end());
  there.route.latency += onward.route.latency - 2 * machine.linkLatency;
  there.route.bandwidth = std::min(there.route.bandwidth, onward.route.bandwidth);
  there.route.linkBandwidth = std::min(there.route.linkBandwidth, onward.route.linkBandwidth);
  return there;
}

const Route &Network::Parts::route(int from, int to, int detour) {
  uint64_t key = ((uint64_t)from << 24 | (uint64_t)to) << 16 | (uint64_t)detour;
  if (key == latestKey) return latest;
  latestKey = key;
  if (routes.find(key, latest)) return latest;
  if (routes.isFull()) routes.clear();
  Found found = detour ? overGroup(from, to, detour) : minimal(from, to);
  found.route.links = found.links.data(), found.route.count = found.links.size();
  routes.add(key, found.route);
  routes.find(key, latest);
  return latest;
}

// The parallel links of a dragonfly are one link of SimGrid's, which is wider.
double Network::Parts::ofOneLink(int link) const {
  double width = links[(size_t)link]->get_bandwidth();
  return machine.network == "platform" ? width : std::min(width, machine.linkBandwidth);
}

// The most flows on one of its links between switches, counted once for each of these.
size_t Network::Parts::waiting(const Route &route) const {
  size_t most = 0;
  for (size_t i = injected(); i < route.count; i++) {
    int link = route.links[i];
    auto parallel = (size_t)std::llround(links[(size_t)link]->get_bandwidth() / ofOneLink(link));
    most = std::max(most, (size_t)shares.flowsOn(link) / parallel);
  }
  return most * (route.count - injected());
}

// UGAL: the detour is taken if fewer flows wait on it.
int Network::choose(int from, int to) {
  int detour = parts->detours ? parts->detours->draw(from, to) : 0;
  if (detour == 0 || parts->machine.routing == "valiant") return detour;
  size_t direct = parts->waiting(parts->route(from, to));
  return direct <= parts->waiting(parts->route(from, to, detour)) ? 0 : detour;
}

double Network::latency(int from, int to, int route) { return parts->route(from, to, route).latency; }
double Network::bandwidth(int from, int to, int route) { return parts->route(from, to, route).bandwidth; }
double Network::linkBandwidth(int from, int to, int route) { return parts->route(from, to, route).linkBandwidth; }

std::string Network::narrowest(int from, int to) {
  const sg::Link *least = nullptr;
  for (int number : parts->route(from, to)) {
    const sg::Link *link = parts->links[(size_t)number];
    if (!least || link->get_bandwidth() < least->get_bandwidth()) least = link;
  }
  return least ? least->get_cname() : "";
}

// A message of many packets arrives when its last one has crossed the last link. A short last packet waits for the
// whole one before it.
double Network::forwarding(int from, int to, int route, double bytes) {
  double seconds = 0, packet = std::min(bytes, (double)parts->machine.packet);
  if (packet == 0) return 0;
  const Route &taken = parts->route(from, to, route);
  for (size_t i = parts->injected() + 1; i < taken.count; i++) seconds += packet / parts->ofOneLink(taken.links[i]);
  return seconds;
}

std::string Network::shape() const { return parts->shape; }
std::string Network::torus() const {
  return parts->machine.network == "torus" ? parts->shape.substr(parts->shape.find(' ') + 1) : "";
}
double Network::now() const { return parts->byShares ? parts->clock : sg::Engine::get_clock(); }

// SimGrid does not tell.
double Network::nextEnd() const {
  if (parts->byShares && (parts->shares.isShared() || !parts->shares.hasFlows())) return parts->shares.nextEnd();
  return parts->byShares || !parts->flows.empty() ? now() : std::numeric_limits<double>::infinity();
}

void Network::count(int from, int to, int route, double sent, double bytes) {
  for (int link : parts->route(from, to, route)) {
    parts->linkSent[(size_t)link] += sent;
    parts->linkBytes[(size_t)link] += bytes;
    parts->linkMessages[(size_t)link]++;
  }
}

void Network::start(int from, int to, int route, double bytes, std::function<void()> done) {
  if (parts->byShares) {
    const Route &taken = parts->route(from, to, route);
    return parts->shares.start(taken, taken.bandwidth, bytes, now(), std::move(done));
  }
  auto comm = sg::Comm::sendto_init(parts->hosts[(size_t)from], parts->hosts[(size_t)to]);
  comm->set_payload_size((uint64_t)std::llround(bytes));
  const void *key = static_cast<const sg::Activity *>(comm.get());
  parts->flows[key] = {comm, std::move(done)};
  comm->start();
}

// ---- time ----

void Network::wakeAt(double time) {
  Parts *p = parts.get();
  time = std::max(time, now());
  if (p->armed >= 0 && p->armed <= time) return;
  p->armed = time;
  if (p->byShares) return;
  simgrid::kernel::timer::Timer::set(time, [p, time] {
    if (p->armed == time) p->armed = -1;
    p->over.clear();
    p->step();
  });
}

// SimGrid's engine would cost a seventh of a simulation.
static void runShares(Network &network, double &clock, double &armed, Shares &shares,
                      const std::function<void()> &step) {
  while (armed >= 0) {
    clock = armed;
    armed = -1;
    shares.endFlows(clock);
    step();
    shares.share(clock);
    if (shares.hasFlows()) network.wakeAt(shares.nextEnd());
  }
}

void Network::run(std::function<void()> step) {
  parts->step = std::move(step);
  wakeAt(0);
  if (parts->byShares) runShares(*this, parts->clock, parts->armed, parts->shares, parts->step);
  else parts->engine->run();
}

// ---- loads ----

// Links are of one class if their names are the same up to the first digit.
std::vector<Network::Class> Network::loads() const {
  std::map<std::string, Class> classes;
  for (size_t i = 0; i < parts->links.size(); i++) {
    const char *name = parts->links[i]->get_cname();
    Class &c = classes[std::string(name, strcspn(name, "0123456789"))];
    Load load{name, parts->linkSent[i], parts->linkBytes[i] / parts->links[i]->get_bandwidth()};
    c.bytes += load.bytes;
    c.links++;
    c.busy += load.busy;
    c.messages += parts->linkMessages[i];
    if (c.links == 1 || load.busy > c.busiest.busy) c.busiest = load;
  }
  std::vector<Class> list;
  for (auto &c : classes) list.push_back(c.second), list.back().name = c.first;
  return list;
}
