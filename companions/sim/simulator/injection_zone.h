// SPDX-License-Identifier: BSD-3-Clause
// The nodes of any network once more, each behind a link of its own: what it sends into the network crosses that link
// first. SimGrid's own limiters are no such links: they stand on the switches of a route as well, and on its last node.
#pragma once
#include <simgrid/s4u.hpp>

#include <vector>

// Hosts in the order of the nodes. From one to another it is as far as between the nodes.
std::vector<simgrid::s4u::Host *> withInjection(const std::vector<simgrid::s4u::Host *> &nodes, double bandwidth);
