// SPDX-License-Identifier: BSD-3-Clause
#include "detours.h"
#include "shapes.h"

Detours::Detours(const std::string &shape) {
  auto parts = split(shape, ';');
  groups = numbers(parts[0], ',')[0];
  routers = numbers(parts[1], ',')[0] * numbers(parts[2], ',')[0];
  nodes = numbers(parts[3], ',')[0];
}

int Detours::draw(int from, int to) {
  unsigned long here = groupOf(from), there = groupOf(to);
  if (here == there || groups < 3) return 0;
  uint64_t x = ++drawn * 0x9e3779b97f4a7c15u;   // splitmix64 (Steele, Lea and Flood, 2014)
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  unsigned long group = (x ^ x >> 31) % (groups - 2);
  if (group >= (here < there ? here : there)) group++;
  if (group >= (here < there ? there : here)) group++;
  return (int)group + 1;
}

// SimGrid's link from group g to group h joins router h of g and router g of h.
int Detours::nodeBetween(int from, int detour) const {
  return (int)(((unsigned long)(detour - 1) * routers + groupOf(from)) * nodes);
}
