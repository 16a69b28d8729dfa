// SPDX-License-Identifier: BSD-3-Clause
// Shapes of networks, as machine files write them, and what follows from one by arithmetic.
//
//   torus      8x8x16                 the sizes of its dimensions
//   fat-tree   2;18,36;1,18;1,1       levels; of each level: nodes or switches below, switches above, parallel links
//   dragonfly  9,4;4,4;4,2;4          groups, chassis, routers, each with links to their like; nodes of a router
#pragma once
#include "machine.h"

#include <string>
#include <vector>

std::vector<std::string> split(const std::string &text, char between);
std::vector<unsigned long> numbers(const std::string &text, char between); // empty: not such a list

// The first of the machine's shapes with so many nodes; ends with a line if there is none.
std::string fittingShape(const Machine &m, unsigned long nodes);

// Groups of nodes in a row and their links, as Network::groups says.
std::string groupsOf(const Machine &m, const std::string &shape);
