// SPDX-License-Identifier: BSD-3-Clause
// In a dragonfly 3,1;2,1;3,1;1, a message goes from node-3, of chassis 1 and router 0 of group 0, to node-7, of chassis
// 0 and router 1 of group 1: over green_link_between_routers_3_and_4, black_link_between_routers_1_and_4 and
// blue_link_between_routers_1_and_6 to router 0 of group 1, which has the link to group 0, and from there to router 7.
#include "dragonfly_zone.h"
#include "shapes.h"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <unordered_map>

namespace sg = simgrid::s4u;
using simgrid::kernel::resource::StandardLinkImpl;
using simgrid::kernel::routing::NetPoint;
using simgrid::kernel::routing::Route;

namespace {

class Dragonfly : public simgrid::kernel::routing::NetZoneImpl, DragonflyShape {
public:
  Dragonfly(const Machine &machine, const std::string &shape);

protected:
  void get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) override;

private:
  using Links = std::vector<StandardLinkImpl *>;
  struct Pair { StandardLinkImpl *up, *down; };

  Machine machine;
  std::vector<Pair> own;                        // by node: to its router, and back
  std::unordered_map<uint64_t, StandardLinkImpl *> links; // between routers; see key

  static uint64_t key(unsigned long from, unsigned long to) { return (uint64_t)from << 32 | to; }
  unsigned long router(unsigned long group, unsigned long box, unsigned long place) const {
    return (group * chassis.size + box) * routers.size + place;
  }
  unsigned long groupOf(unsigned long router) const { return router / routersOfGroup(); }
  Pair createPair(const std::string &name, unsigned long parallel);
  void join(const char *color, const Level &level, unsigned long a, unsigned long b);
  void cross(Links &way, unsigned long &at, unsigned long to) const;
  void withinGroup(Links &way, unsigned long &at, unsigned long to) const;
};

} // namespace

Dragonfly::Pair Dragonfly::createPair(const std::string &name, unsigned long parallel) {
  auto *both = create_split_duplex_link(name, {(double)parallel * machine.linkBandwidth});
  both->set_latency(machine.linkLatency)->seal();
  return {both->get_link_up()->get_impl(), both->get_link_down()->get_impl()};
}

void Dragonfly::join(const char *color, const Level &level, unsigned long a, unsigned long b) {
  std::string ends = std::to_string(a) + "_and_" + std::to_string(b);
  Pair both = createPair(color + ("_link_between_routers_" + ends), level.links);
  links[key(a, b)] = both.up, links[key(b, a)] = both.down;
}

// Router i of a group's first chassis has the link to group i.
Dragonfly::Dragonfly(const Machine &m, const std::string &shape)
    : NetZoneImpl("dragonfly"), DragonflyShape(shape), machine(m) {
  for (unsigned long i = 0; i < groups.size * routersOfGroup() * nodes; i++) {
    create_host("node-" + std::to_string(i), {1e9})->seal();
    own.push_back(createPair("local_link_of_node_" + std::to_string(i), 1));
  }
  for (unsigned long g = 0; g < groups.size; g++) {
    for (unsigned long c = 0; c < chassis.size; c++)
      for (unsigned long r = 0; r < routers.size; r++) {
        for (unsigned long s = r + 1; s < routers.size; s++) join("green", routers, router(g, c, r), router(g, c, s));
        for (unsigned long d = c + 1; d < chassis.size; d++) join("black", chassis, router(g, c, r), router(g, d, r));
      }
    for (unsigned long h = g + 1; h < groups.size; h++) join("blue", groups, router(g, 0, h), router(h, 0, g));
  }
  seal();
}

void Dragonfly::cross(Links &way, unsigned long &at, unsigned long to) const {
  if (at != to) way.push_back(links.at(key(at, to)));
  at = to;
}

void Dragonfly::withinGroup(Links &way, unsigned long &at, unsigned long to) const {
  cross(way, at, at - at % routers.size + to % routers.size);
  cross(way, at, to);
}

void Dragonfly::get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) {
  auto &way = route->link_list_;
  unsigned long at = src->id() / nodes, to = dst->id() / nodes, here = groupOf(at), there = groupOf(to);
  way.push_back(own[src->id()].up);
  if (here != there) {
    withinGroup(way, at, router(here, 0, there));
    cross(way, at, router(there, 0, here));
  }
  withinGroup(way, at, to);
  way.push_back(own[dst->id()].down);
  if (latency) *latency += (double)way.size() * machine.linkLatency;
}

void createDragonfly(const Machine &machine, const std::string &shape) {
  new Dragonfly(machine, shape); // SimGrid's engine has it from now on
}
