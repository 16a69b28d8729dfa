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

const int mostGroups = 6; // that a description has
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

std::string groupsOf(const Machine &m, const std::string &form) {
  if (m.network == "flat") return "1:1";
  if (m.network != "fat-tree" && m.network != "dragonfly") return "";
  auto shape = split(form, ';');
  std::string text;
  unsigned long nodes = 1, links = 1, before = 0;
  int count = 0;
  auto add = [&](unsigned long links_) {
    if (nodes == before || count == mostGroups) return; // the same nodes: a level of one
    text += (text.empty() ? "" : "/") + std::to_string(nodes) + ":" + std::to_string(links_);
    before = nodes, count++;
  };
  if (m.network == "fat-tree") {
    auto down = numbers(shape[1], ','), up = numbers(shape[2], ','), cables = numbers(shape[3], ',');
    for (size_t i = 0; i + 1 < down.size(); i++) {
      nodes *= down[i], links *= up[i];
      add(links * up[i + 1] * cables[i + 1]);
    }
    return text.empty() ? "1:1" : text;
  }
  nodes = numbers(shape[3], ',')[0]; // of a router
  for (size_t i = 3; i-- > 0;) {     // routers of a chassis, chassis of a group, groups
    auto pair = numbers(shape[i], ',');
    if (i == 1) links = numbers(shape[2], ',')[0]; // each router has links to its like in other chassis
    if (pair[0] > 1) add(pair[1] * (i == 1 ? links : 1));
    nodes *= pair[0];
  }
  return text.empty() ? "1:1" : text;
}
