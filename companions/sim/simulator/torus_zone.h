// SPDX-License-Identifier: BSD-3-Clause
// A torus as a zone of SimGrid's. SimGrid has one of its own, which sends whatever goes half way round a ring the same
// way, so that an exchange has half as much again on the links of that direction in rings of four. Here it goes up from
// even places and down from odd ones, as src/torus/links.c counts it. A message goes along the first dimension first.
#pragma once
#include "machine.h"

#include <simgrid/s4u.hpp>

// The last size is the fastest in the numbers of nodes. The nodes are named node-0, node-1, ..
void createTorus(const Machine &machine, const std::vector<unsigned long> &sizes);
