// SPDX-License-Identifier: BSD-3-Clause
#include "shapes.h"
#include "common/machine_shape.h"
#include "fail.h"

std::vector<std::string> split(const std::string &text, char between) {
  std::vector<std::string> list(1);
  for (char c : text)
    if (c == between) list.emplace_back();
    else list.back() += c;
  return list;
}

std::vector<unsigned long> numbers(const std::string &text, char between) {
  std::vector<unsigned long> list;
  for (auto &number : split(text, between)) list.push_back(std::stoul(number));
  return list;
}

DragonflyShape::DragonflyShape(const std::string &text) {
  auto parts = split(text, ';');
  auto level = [&](size_t part) { return Level{numbers(parts[part], ',')[0], numbers(parts[part], ',')[1]}; };
  groups = level(0), chassis = level(1), routers = level(2), nodes = numbers(parts[3], ',')[0];
}

const double mostParts = 1 << 21;          // nodes and links of a network that SimGrid is to make

// About how many nodes, switches and links a shape has.
static double partsOf(const std::string &network, const machine_shape_t &s) {
  double nodes = s.nodes, all = nodes;
  const auto *list = s.list;
  if (network == "torus") return nodes * (1 + s.lengths[0]);
  if (network == "dragonfly") {
    double routers = (double)list[0][0] * (double)list[1][0] * (double)list[2][0];
    return nodes + routers * (double)(list[0][0] + list[1][0] + list[2][0]);
  }
  for (int i = 0; i < s.lengths[1]; i++) { // `nodes` are those of level i from now on
    all += nodes * (double)list[2][i] * (double)list[3][i];
    nodes = nodes / (double)list[1][i] * (double)list[2][i];
    all += nodes;
  }
  return all;
}

std::string fittingShape(const Machine &m, unsigned long nodes) {
  machine_shape_t shape;
  if (const char *wrong = machine_shape_fit(&shape, m.file, (long)nodes)) fail(2, "%s", wrong);
  if (partsOf(m.network, shape) > mostParts)
    fail(2, "machine '%s': %s of shape '%.80s' is too large: it has more than %.0f nodes and links", m.name.c_str(),
         m.network.c_str(), shape.text, mostParts);
  return shape.text;
}
