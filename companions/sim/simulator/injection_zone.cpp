// SPDX-License-Identifier: BSD-3-Clause
#include "injection_zone.h"

#include <simgrid/kernel/routing/NetPoint.hpp>
#include <simgrid/kernel/routing/NetZoneImpl.hpp>
#include <unordered_map>

namespace sg = simgrid::s4u;
using simgrid::kernel::routing::NetPoint;
using simgrid::kernel::routing::Route;

namespace {

class Injection : public simgrid::kernel::routing::NetZoneImpl {
public:
  Injection(const std::vector<sg::Host *> &nodes, double bandwidth);
  std::vector<sg::Host *> hosts;

protected:
  void get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) override;

private:
  struct Node { sg::Host *inside; simgrid::kernel::resource::StandardLinkImpl *link; };
  std::unordered_map<const NetPoint *, Node> nodes;
};

} // namespace

// It simulates by the means of the network's own zone.
Injection::Injection(const std::vector<sg::Host *> &inside, double bandwidth) : NetZoneImpl("injection") {
  const NetZoneImpl &root = *sg::Engine::get_instance()->get_netzone_root()->get_impl();
  set_network_model(root.get_network_model());
  set_cpu_pm_model(root.get_cpu_pm_model());
  set_cpu_vm_model(root.get_cpu_vm_model());
  set_disk_model(root.get_disk_model());
  set_host_model(root.get_host_model());
  for (size_t i = 0; i < inside.size(); i++) {
    auto *host = create_host("sender-" + std::to_string(i), {1e9})->seal();
    auto *link = create_link("injection-" + std::to_string(i), {bandwidth})->set_latency(0)->seal()->get_impl();
    hosts.push_back(host);
    nodes[host->get_netpoint()] = {inside[i], link};
  }
  seal();
}

void Injection::get_local_route(const NetPoint *src, const NetPoint *dst, Route *route, double *latency) {
  const Node &from = nodes.at(src), &to = nodes.at(dst);
  std::vector<sg::Link *> links;
  double takes = 0;
  from.inside->route_to(to.inside, links, &takes);
  route->link_list_.push_back(from.link);
  for (auto *link : links) route->link_list_.push_back(link->get_impl());
  if (latency) *latency += takes;
}

std::vector<sg::Host *> withInjection(const std::vector<sg::Host *> &nodes, double bandwidth) {
  auto *zone = new Injection(nodes, bandwidth); // SimGrid's engine has it from now on
  return zone->hosts;
}
