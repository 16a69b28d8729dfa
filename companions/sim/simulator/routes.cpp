// SPDX-License-Identifier: BSD-3-Clause
#include "routes.h"

uint64_t Routes::key(uint32_t entry) const {
  const int *route = list.data() + entry - 1;
  return (uint64_t)(uint32_t)route[KeyHigh] << 32 | (uint32_t)route[KeyLow];
}

uint32_t &Routes::place(uint64_t wanted) {
  size_t last = table.size() - 1, i = (wanted * 0x9e3779b97f4a7c15u >> 32) & last;
  while (table[i] != 0 && key(table[i]) != wanted) i = (i + 1) & last;
  return table[i];
}

bool Routes::find(uint64_t key, Route &route) {
  uint32_t entry = table.empty() ? 0 : place(key);
  if (entry == 0) return false;
  const int *found = list.data() + entry - 1;
  std::tie(route.latency, route.bandwidth, route.linkBandwidth, route.count) = kinds[(size_t)found[KindNumber]];
  route.links = found + Links;
  return true;
}

void Routes::enlarge() {
  std::vector<uint32_t> before(table.empty() ? 64 : 2 * table.size());
  before.swap(table);
  for (uint32_t entry : before)
    if (entry != 0) place(key(entry)) = entry;
}

void Routes::add(uint64_t key, const Route &route) {
  if (4 * (known + 1) > 3 * table.size()) enlarge();
  Kind kind{route.latency, route.bandwidth, route.linkBandwidth, route.count};
  auto number = kindNumbers.emplace(kind, (int)kinds.size());
  if (number.second) kinds.push_back(kind);
  place(key) = (uint32_t)list.size() + 1;
  list.insert(list.end(), {(int)(uint32_t)key, (int)(uint32_t)(key >> 32), number.first->second});
  list.insert(list.end(), route.begin(), route.end());
  known++;
}
