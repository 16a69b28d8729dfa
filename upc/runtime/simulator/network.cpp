// SPDX-License-Identifier: BSD-3-Clause
// Shapes of networks and their nodes; SimGrid's zones for them; flows, and the times at which they end; loads of links.
#include "network.h"
#include "choice/network_groups.h"
#include "fail.h"
#include "shares.h"
#include "torus_zone.h"

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
using simgrid::kernel::routing::NetPoint;

struct Route { double latency, bandwidth; std::vector<int> links; };

struct Network::Parts {
  Machine machine;
  std::unique_ptr<sg::Engine> engine;
  std::vector<sg::Host *> hosts;
  std::string shape;
  std::function<void()> step;
  std::unordered_map<uint64_t, Route> routes;
  struct Flow { sg::CommPtr comm; std::function<void()> done; };
  std::unordered_map<const void *, Flow> flows;
  std::vector<sg::CommPtr> over;                // freed at the next step: SimGrid still uses them in its callback
  double armed = -1;                            // the time of the earliest timer
  std::vector<double> linkBytes;                // by link
  std::vector<uint64_t> linkMessages;
  std::vector<sg::Link *> links;                // those of known routes
  bool byShares = false;                        // flows are not SimGrid's
  Shares shares;                                // its links have the same numbers
  std::unordered_map<sg::Link *, int> linkNumbers;

  const Route &route(int from, int to);
};

// ---- shapes ----

static std::vector<unsigned long> numbers(const std::string &text, char between) {
  std::vector<unsigned long> list;
  const char *at = text.c_str();
  for (;;) {
    char *end;
    unsigned long n = strtoul(at, &end, 10);
    if (end == at || n == 0 || n > 1 << 20) return {};
    list.push_back(n);
    if (!*end) return list;
    if (*end != between) return {};
    at = end + 1;
  }
}

static std::vector<std::string> split(const std::string &text, char between) {
  std::vector<std::string> list(1);
  for (char c : text)
    if (c == between) list.emplace_back();
    else list.back() += c;
  return list;
}

static unsigned long product(const std::vector<unsigned long> &list) {
  unsigned long p = 1;
  for (auto n : list) p *= n;
  return p;
}

// The nodes of a shape; 0 if it is no shape of that network.
static unsigned long nodesOf(const std::string &network, const std::string &shape) {
  auto parts = split(shape, ';');
  if (network == "torus") {
    auto sizes = numbers(shape, 'x');
    return sizes.empty() ? 0 : product(sizes);
  }
  if (network == "fat-tree") { // levels;down;up;links, of each level
    if (parts.size() != 4 || numbers(parts[0], ',').size() != 1) return 0;
    size_t levels = numbers(parts[0], ',')[0];
    for (int i = 1; i < 4; i++)
      if (numbers(parts[i], ',').size() != levels) return 0;
    return product(numbers(parts[1], ','));
  }
  if (network == "dragonfly") { // groups,links;chassis,links;routers,links;nodes
    if (parts.size() != 4 || numbers(parts[3], ',').size() != 1) return 0;
    unsigned long nodes = numbers(parts[3], ',')[0];
    for (int i = 0; i < 3; i++) {
      auto pair = numbers(parts[i], ',');
      if (pair.size() != 2) return 0;
      nodes *= pair[0];
    }
    return nodes;
  }
  return 0;
}

static const char *example(const std::string &network) {
  return network == "torus" ? "8x8x8" : network == "fat-tree" ? "2;18,36;1,18;1,1" : "9,4;4,4;4,2;4";
}

static std::string fittingShape(const Machine &m, unsigned long nodes) {
  unsigned long most = 0;
  if (m.shapes.empty())
    fail(2, "machine '%s': %s needs a shape, such as %s", m.name.c_str(), m.network.c_str(), example(m.network));
  for (auto &shape : m.shapes) {
    unsigned long has = nodesOf(m.network, shape);
    if (!has)
      fail(2, "machine '%s': %s has shape '%s'; it must be like %s", m.name.c_str(), m.network.c_str(), shape.c_str(),
           example(m.network));
    if (has >= nodes) return shape;
    most = std::max(most, has);
  }
  fail(2, "machine '%s' has %lu nodes of %d thread%s each; %lu nodes are needed", m.name.c_str(), most,
       m.threadsPerNode, m.threadsPerNode == 1 ? "" : "s", nodes);
}

// ---- zones ----

static sg::ClusterCallbacks callbacks(const Machine &m) {
  auto host = [](sg::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
    auto *h = zone->create_host("node-" + std::to_string(id), 1e9);
    return std::make_pair(h->get_netpoint(), (NetPoint *)nullptr);
  };
  auto loopback = [m](sg::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
    return zone->create_link("loopback-" + std::to_string(id), m.loopbackBandwidth)
        ->set_latency(m.loopbackLatency)->set_sharing_policy(sg::Link::SharingPolicy::SHARED)->seal();
  };
  auto limiter = [m](sg::NetZone *zone, const std::vector<unsigned long> &, unsigned long id) {
    return zone->create_link("injection-" + std::to_string(id), m.injectionBandwidth)
        ->set_sharing_policy(sg::Link::SharingPolicy::SHARED)->seal();
  };
  if (m.injectionBandwidth > 0) return sg::ClusterCallbacks(host, loopback, limiter);
  return sg::ClusterCallbacks(host, loopback, {});
}

static void createStar(const Machine &m, int nodes) {
  auto *zone = sg::create_star_zone("flat");
  for (int i = 0; i < nodes; i++) {
    std::string id = std::to_string(i);
    auto *host = zone->create_host("node-" + id, 1e9)->seal();
    auto *link = zone->create_split_duplex_link("link-" + id, m.linkBandwidth)->set_latency(m.linkLatency / 2)->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {{link, sg::LinkInRoute::Direction::UP}}, true);
    auto *loopback = zone->create_link("loopback-" + id, m.loopbackBandwidth)->set_latency(m.loopbackLatency)->seal();
    zone->add_route(host->get_netpoint(), host->get_netpoint(), nullptr, nullptr,
                    {{loopback, sg::LinkInRoute::Direction::NONE}});
  }
  zone->seal();
}

static void createZone(const Machine &m, sg::NetZone *root, int nodes, const std::string &shape) {
  const auto shared = sg::Link::SharingPolicy::SPLITDUPLEX;
  auto parts = split(shape, ';');
  auto ints = [&](size_t i) {
    std::vector<unsigned int> list;
    for (auto n : numbers(parts[i], ',')) list.push_back((unsigned int)n);
    return list;
  };
  auto pair = [&](size_t i) { return std::make_pair(ints(i)[0], ints(i)[1]); };
  if (m.network == "flat") {
    createStar(m, nodes);
  } else if (m.network == "torus") {
    createTorus(m, numbers(shape, 'x'));
  } else if (m.network == "fat-tree") {
    sg::create_fatTree_zone("fat-tree", root, sg::FatTreeParams(ints(0)[0], ints(1), ints(2), ints(3)), callbacks(m),
                            m.linkBandwidth, m.linkLatency, shared)->seal();
  } else {
    sg::create_dragonfly_zone("dragonfly", root, sg::DragonflyParams(pair(0), pair(1), pair(2), ints(3)[0]),
                              callbacks(m), m.linkBandwidth, m.linkLatency, shared)->seal();
  }
}

// "node-10" after "node-9".
static bool natural(const sg::Host *a, const sg::Host *b) {
  return strverscmp(a->get_cname(), b->get_cname()) < 0;
}

Network::Network(const Machine &machine, int nodes, int threads) : parts(new Parts) {
  Parts &p = *parts;
  p.machine = machine;
  p.byShares = machine.linkShares > 0 && threads >= machine.linkShares;
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
      p.engine->load_platform(machine.shapes[0]);
      p.shape = "SimGrid's platform " + machine.shapes[0];
    } else {
      bool flat = machine.network == "flat";
      std::string shape = flat ? std::to_string(nodes) + " nodes" : fittingShape(machine, (unsigned long)nodes);
      createZone(machine, p.engine->get_netzone_root(), nodes, shape);
      p.shape = (flat ? "" : machine.network + " ") + shape;
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

const Route &Network::Parts::route(int from, int to) {
  uint64_t key = (uint64_t)from << 32 | (uint32_t)to;
  auto known = routes.find(key);
  if (known != routes.end()) return known->second;
  std::vector<sg::Link *> links_;
  Route r{0, 1e300, {}};
  try {
    hosts[(size_t)from]->route_to(hosts[(size_t)to], links_, &r.latency);
  } catch (const std::exception &) {
  }
  if (links_.empty() && from != to)
    fail(2, "machine '%s': there is no route from %s to %s", machine.name.c_str(), hosts[(size_t)from]->get_cname(),
         hosts[(size_t)to]->get_cname());
  if (links_.empty()) r.bandwidth = machine.loopbackBandwidth, r.latency = machine.loopbackLatency;
  for (auto *link : links_) {
    auto number = linkNumbers.emplace(link, (int)links.size());
    if (number.second) {
      links.push_back(link);
      linkBytes.push_back(0), linkMessages.push_back(0);
      shares.addLink(link->get_bandwidth());
    }
    r.links.push_back(number.first->second);
    r.bandwidth = std::min(r.bandwidth, link->get_bandwidth());
  }
  if (routes.size() > 1000000) routes.clear();
  return routes.emplace(key, std::move(r)).first->second;
}

double Network::latency(int from, int to) { return parts->route(from, to).latency; }
double Network::bandwidth(int from, int to) { return parts->route(from, to).bandwidth; }

// A message of many packets arrives when its last one has crossed the last link. A short last packet waits for the
// whole one before it.
double Network::forwarding(int from, int to, double bytes) {
  double seconds = 0, packet = std::min(bytes, (double)parts->machine.packet);
  if (packet == 0) return 0;
  const std::vector<int> &links = parts->route(from, to).links;
  for (size_t i = 1; i < links.size(); i++) seconds += packet / parts->links[(size_t)links[i]]->get_bandwidth();
  return seconds;
}

std::string Network::shape() const { return parts->shape; }
std::string Network::torus() const {
  return parts->machine.network == "torus" ? parts->shape.substr(parts->shape.find(' ') + 1) : "";
}
std::string Network::groups() const {
  const Machine &m = parts->machine;
  if (m.network == "flat") return "1:1";
  if (m.network != "fat-tree" && m.network != "dragonfly") return "";
  auto shape = split(parts->shape.substr(parts->shape.find(' ') + 1), ';');
  std::string text;
  unsigned long nodes = 1, links = 1, before = 0;
  int count = 0;
  auto add = [&](unsigned long links_) {
    if (nodes == before || count == UPC_STRIDE_NETWORK_GROUPS) return; // the same nodes: a level of one
    text += (text.empty() ? "" : "/") + std::to_string(nodes) + ":" + std::to_string(links_);
    before = nodes, count++;
  };
  if (m.network == "fat-tree") {
    auto down = numbers(shape[1], ','), up = numbers(shape[2], ','), cables = numbers(shape[3], ',');
    for (size_t i = 0; i + 1 < down.size(); i++) {
      nodes *= down[i], links *= up[i];
      add(links * up[i + 1] * cables[i + 1]);
    }
    return text.empty() ? "1:1" : text;
  }
  nodes = numbers(shape[3], ',')[0]; // of a router
  for (size_t i = 3; i-- > 0;) {     // routers of a chassis, chassis of a group, groups
    auto pair = numbers(shape[i], ',');
    if (i == 1) links = numbers(shape[2], ',')[0]; // each router has links to its like in other chassis
    if (pair[0] > 1) add(pair[1] * (i == 1 ? links : 1));
    nodes *= pair[0];
  }
  return text.empty() ? "1:1" : text;
}
double Network::now() const { return sg::Engine::get_clock(); }

void Network::count(int from, int to, double bytes) {
  for (int link : parts->route(from, to).links) {
    parts->linkBytes[(size_t)link] += bytes;
    parts->linkMessages[(size_t)link]++;
  }
}

void Network::start(int from, int to, double bytes, std::function<void()> done) {
  if (parts->byShares) {
    const Route &route = parts->route(from, to);
    return parts->shares.start(route.links, route.bandwidth, bytes, now(), std::move(done));
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
  simgrid::kernel::timer::Timer::set(time, [this, p, time] {
    if (p->armed == time) p->armed = -1;
    p->over.clear();
    if (p->byShares) p->shares.endFlows(time);
    p->step();
    if (!p->byShares) return;
    p->shares.share(time);
    if (p->shares.nextEnd() < std::numeric_limits<double>::infinity()) wakeAt(p->shares.nextEnd());
  });
}

void Network::run(std::function<void()> step) {
  parts->step = std::move(step);
  wakeAt(0);
  parts->engine->run();
}

// ---- loads ----

// Links are of one class if their names are the same up to the first digit.
std::vector<Network::Class> Network::loads() const {
  std::map<std::string, Class> classes;
  for (size_t i = 0; i < parts->links.size(); i++) {
    const char *name = parts->links[i]->get_cname();
    Class &c = classes[std::string(name, strcspn(name, "0123456789"))];
    Load load{name, parts->linkBytes[i], parts->links[i]->get_bandwidth()};
    c.bytes += load.bytes;
    c.links++;
    c.busy += load.bytes / load.bandwidth;
    c.messages += parts->linkMessages[i];
    if (c.links == 1 || load.bytes / load.bandwidth > c.busiest.bytes / c.busiest.bandwidth) c.busiest = load;
  }
  std::vector<Class> list;
  for (auto &c : classes) list.push_back(c.second), list.back().name = c.first;
  return list;
}
