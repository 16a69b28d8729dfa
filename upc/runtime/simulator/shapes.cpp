// SPDX-License-Identifier: BSD-3-Clause
#include "shapes.h"
#include "fail.h"

#include <algorithm>
#include <cstdlib>

std::vector<unsigned long> numbers(const std::string &text, char between) {
  std::vector<unsigned long> list;
  const char *at = text.c_str();
  for (;;) {
    char *end;
    unsigned long n = strtoul(at, &end, 10);
    if (end == at || n == 0 || n > 1 << 20) return {};
    list.push_back(n);
    if (!*end) return list;
    if (*end != between) return {};
    at = end + 1;
  }
}

std::vector<std::string> split(const std::string &text, char between) {
  std::vector<std::string> list(1);
  for (char c : text)
    if (c == between) list.emplace_back();
    else list.back() += c;
  return list;
}

const int mostGroups = 6; // that a description has
const unsigned long mostNodes = 1ul << 40; // that a product can have: it stays there
const double mostParts = 1 << 21;          // nodes and links of a network that SimGrid is to make

static unsigned long product(const std::vector<unsigned long> &list) {
  unsigned long p = 1;
  for (auto n : list) p = std::min(p * n, mostNodes);
  return p;
}

// The nodes of a shape; 0 if it is no shape of that network.
static unsigned long nodesOf(const std::string &network, const std::string &shape) {
  auto parts = split(shape, ';');
  if (network == "torus") {
    auto sizes = numbers(shape, 'x');
    return sizes.empty() ? 0 : product(sizes);
  }
  if (network == "fat-tree") { // levels;down;up;links, of each level
    if (parts.size() != 4 || numbers(parts[0], ',').size() != 1) return 0;
    size_t levels = numbers(parts[0], ',')[0];
    for (int i = 1; i < 4; i++)
      if (numbers(parts[i], ',').size() != levels) return 0;
    return product(numbers(parts[1], ','));
  }
  if (network == "dragonfly") { // groups,links;chassis,links;routers,links;nodes
    if (parts.size() != 4 || numbers(parts[3], ',').size() != 1) return 0;
    unsigned long nodes = numbers(parts[3], ',')[0];
    for (int i = 0; i < 3; i++) {
      auto pair = numbers(parts[i], ',');
      if (pair.size() != 2) return 0;
      nodes = std::min(nodes * pair[0], mostNodes);
    }
    return nodes;
  }
  return 0;
}

// About how many nodes, switches and links a shape has.
static double partsOf(const std::string &network, const std::string &shape) {
  double nodes = (double)nodesOf(network, shape), all = nodes;
  auto parts = split(shape, ';');
  if (network == "torus") return nodes * (1 + (double)numbers(shape, 'x').size());
  if (network == "dragonfly") {
    auto groups = numbers(parts[0], ','), chassis = numbers(parts[1], ','), routers = numbers(parts[2], ',');
    double routersOfAll = (double)groups[0] * (double)chassis[0] * (double)routers[0];
    return nodes + routersOfAll * (double)(groups[0] + chassis[0] + routers[0]);
  }
  auto down = numbers(parts[1], ','), up = numbers(parts[2], ','), cables = numbers(parts[3], ',');
  for (size_t i = 0; i < down.size(); i++) { // `nodes` are those of level i from now on
    all += nodes * (double)up[i] * (double)cables[i];
    nodes = nodes / (double)down[i] * (double)up[i];
    all += nodes;
  }
  return all;
}

// How a shape is written.
static const char *form(const std::string &network) {
  if (network == "torus") return "its sizes, such as 8x8x8";
  if (network == "dragonfly") return "GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES, such as 9,4;4,4;4,2;4";
  return "LEVELS;DOWN;UP;LINKS, the last three with a number for each level, such as 2;18,36;1,18;1,1";
}

std::string fittingShape(const Machine &m, unsigned long nodes) {
  unsigned long most = 0;
  if (m.shapes.empty()) fail(2, "%s: %s needs a shape: %s", m.shapesAt.c_str(), m.network.c_str(), form(m.network));
  for (auto &shape : m.shapes) {
    unsigned long has = nodesOf(m.network, shape);
    if (!has)
      fail(2, "%s: %s has shape '%.80s'; it must be, without blanks, %s", m.shapesAt.c_str(), m.network.c_str(),
           shape.c_str(), form(m.network));
    if (has >= nodes && partsOf(m.network, shape) > mostParts)
      fail(2, "machine '%s': %s of shape '%.80s' is too large: it has more than %.0f nodes and links", m.name.c_str(),
           m.network.c_str(), shape.c_str(), mostParts);
    if (has >= nodes) return shape;
    most = std::max(most, has);
  }
  fail(2, "machine '%s' has %lu nodes of %d thread%s each; %lu nodes are needed", m.name.c_str(), most,
       m.threadsPerNode, m.threadsPerNode == 1 ? "" : "s", nodes);
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
