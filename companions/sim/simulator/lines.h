// SPDX-License-Identifier: BSD-3-Clause
// A line of items for each thread: what comes first leaves first. All lines share the memory of their items.
#pragma once
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

template <class Item> class Lines {
public:
  explicit Lines(size_t threads) : ends(threads) {}
  bool isEmpty(int thread) const { return ends[(size_t)thread].first == none; }
  const Item &first(int thread) const { return entries[ends[(size_t)thread].first].item; }
  const Item &last(int thread) const { return entries[ends[(size_t)thread].last].item; }
  void add(int thread, Item item) {
    Ends &line = ends[(size_t)thread];
    uint32_t place = unused;
    if (place == none) {
      place = (uint32_t)entries.size();
      entries.emplace_back();
    } else {
      unused = entries[place].next;
    }
    entries[place] = {std::move(item), none};
    (line.first == none ? line.first : entries[line.last].next) = place;
    line.last = place;
  }
  Item takeFirst(int thread) {
    Ends &line = ends[(size_t)thread];
    Entry &entry = entries[line.first];
    uint32_t next = std::exchange(entry.next, unused);
    unused = std::exchange(line.first, next);
    return std::move(entry.item);
  }

private:
  static constexpr uint32_t none = UINT32_MAX;
  struct Entry { Item item; uint32_t next; };
  struct Ends { uint32_t first = none, last = none; }; // last: if there is a first
  std::deque<Entry> entries;
  uint32_t unused = none;                       // the first of those, in a chain
  std::vector<Ends> ends;                       // by thread
};
