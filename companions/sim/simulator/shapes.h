// SPDX-License-Identifier: BSD-3-Clause
// Shapes of networks (common/machine_shape.h), and what follows from one by arithmetic.
#pragma once
#include "machine.h"

#include <string>
#include <vector>

std::vector<std::string> split(const std::string &text, char between);
std::vector<unsigned long> numbers(const std::string &text, char between);

// The first of the machine's shapes with so many nodes; ends with a line if there is none.
std::string fittingShape(const Machine &m, unsigned long nodes);
