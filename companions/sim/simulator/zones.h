// SPDX-License-Identifier: BSD-3-Clause
// SimGrid's zones for the networks of machines: hosts named node-0, node-1, .., with their links.
#pragma once
#include "machine.h"

#include <simgrid/s4u.hpp>

void createZone(const Machine &m, simgrid::s4u::NetZone *root, int nodes, const std::string &shape);
