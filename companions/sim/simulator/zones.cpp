// SPDX-License-Identifier: BSD-3-Clause
#include "zones.h"
#include "dragonfly_zone.h"
#include "shapes.h"
#include "torus_zone.h"

namespace sg = simgrid::s4u;
using simgrid::kernel::routing::NetPoint;

static std::pair<NetPoint *, NetPoint *> createNode(sg::NetZone *zone, const std::vector<unsigned long> &,
                                                     unsigned long id) {
  return {zone->create_host("node-" + std::to_string(id), 1e9)->get_netpoint(), nullptr};
}

static void createStar(const Machine &m, int nodes) {
  auto *zone = sg::create_star_zone("flat");
  for (int i = 0; i < nodes; i++) {
    std::string id = std::to_string(i);
    auto *host = zone->create_host("node-" + id, 1e9)->seal();
    auto *link = zone->create_split_duplex_link("link-" + id, m.linkBandwidth)->set_latency(m.linkLatency / 2)->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {{link, sg::LinkInRoute::Direction::UP}}, true);
  }
  zone->seal();
}

void createZone(const Machine &m, sg::NetZone *root, int nodes, const std::string &shape) {
  const auto shared = sg::Link::SharingPolicy::SPLITDUPLEX;
  auto parts = split(shape, ';');
  auto ints = [&](size_t i) {
    std::vector<unsigned int> list;
    for (auto n : numbers(parts[i], ',')) list.push_back((unsigned int)n);
    return list;
  };
  if (m.network == "flat") {
    createStar(m, nodes);
  } else if (m.network == "torus") {
    createTorus(m, numbers(shape, 'x'));
  } else if (m.network == "fat-tree") {
    sg::create_fatTree_zone("fat-tree", root, sg::FatTreeParams(ints(0)[0], ints(1), ints(2), ints(3)),
                            sg::ClusterCallbacks(createNode), m.linkBandwidth, m.linkLatency, shared)->seal();
  } else {
    createDragonfly(m, shape);
  }
}
