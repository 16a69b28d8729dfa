// SPDX-License-Identifier: BSD-3-Clause
// Shapes of networks (common/machine_shape.h), and what follows from one by arithmetic.
#pragma once
#include "machine.h"

#include <string>
#include <vector>

std::vector<std::string> split(const std::string &text, char between);
std::vector<unsigned long> numbers(const std::string &text, char between);

// Of a dragonfly. A level: groups, chassis of a group, or routers of a chassis; and parallel links.
struct DragonflyShape {
  struct Level { unsigned long size, links; } groups, chassis, routers;
  unsigned long nodes;                          // of a router
  explicit DragonflyShape(const std::string &text); // "9,4;1,1;9,2;4"
  unsigned long routersOfGroup() const { return chassis.size * routers.size; }
};

// The first of the machine's shapes with so many nodes; ends with a line if there is none.
std::string fittingShape(const Machine &m, unsigned long nodes);
