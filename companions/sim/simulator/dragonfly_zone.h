// SPDX-License-Identifier: BSD-3-Clause
// A dragonfly as a zone of SimGrid's. SimGrid has one of its own. There a message that has crossed to another router of
// its chassis goes on as if that were in the first chassis: over a wrong link, or one too many or too few. Here it goes
// to another router of its own chassis, and then to the other chassis. Otherwise they are alike.
#pragma once
#include "machine.h"

#include <simgrid/s4u.hpp>

// `shape` is in SimGrid's notation. The nodes are named node-0, node-1, ..: those of the first router first.
void createDragonfly(const Machine &machine, const std::string &shape);
