// SPDX-License-Identifier: BSD-3-Clause
// On a torus of 4 x 4, a message from node-0 at (0, 0) to node-5 at (1, 1) goes over
// torus_link_from_0_to_4, in the first dimension, and torus_link_from_4_to_5, in the second.
#include "torus_zone.h"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>

namespace sg = simgrid::s4u;
using simgrid::kernel::resource::StandardLinkImpl;
using simgrid::kernel::routing::NetPoint;
using simgrid::kernel::routing::Route;

namespace {

class Torus : public simgrid::kernel::routing::NetZoneImpl {
public:
  Torus(const Machine &machine, const std::vector<unsigned long> &sizes);

protected:
  void get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) override;

private:
  struct Pair { StandardLinkImpl *up = nullptr, *down = nullptr; }; // from a node to the next one, and back

  Machine machine;
  std::vector<unsigned long> sizes, weights;    // weight: how far apart in number the next place of a dimension is
  unsigned long nodes = 1;
  std::vector<Pair> pairs;                      // by node and dimension

  unsigned long place(unsigned long node, size_t k) const { return node / weights[k] % sizes[k]; }
  unsigned long next(unsigned long node, size_t k, bool up) const;
  Pair &pair(unsigned long node, size_t k) { return pairs[node * sizes.size() + k]; }
};

} // namespace

// The node one place further along a ring.
unsigned long Torus::next(unsigned long node, size_t k, bool up) const {
  unsigned long from = place(node, k), to = (from + (up ? 1 : sizes[k] - 1)) % sizes[k];
  return node + to * weights[k] - from * weights[k];
}

Torus::Torus(const Machine &m, const std::vector<unsigned long> &s)
    : NetZoneImpl("torus"), machine(m), sizes(s), weights(s.size()) {
  for (size_t k = sizes.size(); k-- > 0; nodes *= sizes[k]) weights[k] = nodes;
  pairs.resize(nodes * sizes.size());
  for (unsigned long i = 0; i < nodes; i++) {
    std::string id = std::to_string(i);
    create_host("node-" + id, {1e9})->seal();
    for (size_t k = 0; k < sizes.size(); k++) {
      if (sizes[k] == 1) continue;
      auto *both = create_split_duplex_link("torus_link_from_" + id + "_to_" + std::to_string(next(i, k, true)),
                                            {m.linkBandwidth});
      both->set_latency(m.linkLatency)->seal();
      pair(i, k) = {both->get_link_up()->get_impl(), both->get_link_down()->get_impl()};
    }
  }
  seal();
}

// Each time the shorter way round.
void Torus::get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) {
  auto &links = route->link_list_;
  unsigned long at = src->id();
  double takes = 0;
  for (size_t k = 0; k < sizes.size(); k++) {
    unsigned long from = place(at, k), ahead = (place(dst->id(), k) + sizes[k] - from) % sizes[k];
    bool up = 2 * ahead == sizes[k] ? from % 2 == 0 : 2 * ahead < sizes[k];
    for (unsigned long hops = up ? ahead : sizes[k] - ahead; ahead > 0 && hops > 0; hops--) {
      unsigned long to = next(at, k, up);
      links.push_back(up ? pair(at, k).up : pair(to, k).down);
      takes += machine.linkLatency;
      at = to;
    }
  }
  if (latency) *latency += takes;
}

void createTorus(const Machine &machine, const std::vector<unsigned long> &sizes) {
  new Torus(machine, sizes); // SimGrid's engine has it from now on
}
