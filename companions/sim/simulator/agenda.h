// SPDX-License-Identifier: BSD-3-Clause
// What is to be done, and when: in the order of times, and of one time in the order in which it was added.
//
// A simulation adds some acts for each message. So an act lies in the agenda itself, in a place that is used again, and
// what is kept in order is small. Most acts are turns that are not wished for any more when their time comes: hundreds
// of each thread. These are known by a kind and two numbers, and take no place.
//
// Among 100,000 threads there are millions of acts, and a heap of them all would not fit into a cache. So a small heap
// has those of the near future, and the others wait in no order.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <new>
#include <utility>
#include <vector>

class Agenda {
public:
  // The place in which it lies until it has been carried out.
  template <class Act> uint32_t add(double when, Act act) { return addAs(when, takeOrder(), std::move(act)); }

  // The same in two parts: an act may be added later than it gets its number, but before its time.
  uint64_t takeOrder() { return added++; }
  template <class Act> uint32_t addAs(double when, uint64_t order, Act act) {
    static_assert(sizeof(Act) <= sizeof(Place::room) && alignof(Act) <= alignof(std::max_align_t));
    uint32_t number = freePlace();
    Place &place = places[number];
    new (place.room) Act(std::move(act));
    place.carryOut = [](void *room) {
      Act *there = static_cast<Act *>(room);
      (*there)();
      there->~Act();
    };
    put({when, order * kinds, number, 0});
    return number;
  }
  // One of the kinds from 1 to 3.
  void addKnown(double when, unsigned kind, uint32_t first, uint32_t second) {
    put({when, takeOrder() * kinds + kind, first, second});
  }
  size_t size() const { return soon.size() + later.size(); }
  bool isEmpty() const { return soon.empty(); }
  double next() const { return soon.front().time; } // of what comes next
  uint32_t nextPlace() const { return soon.front().first; }
  template <class Known> void carryOutNext(Known known) { // known(kind, first, second)
    Entry next = soon.front();
    std::pop_heap(soon.begin(), soon.end(), std::greater<>());
    soon.pop_back();
    if (soon.empty()) takeFromLater();
    if (auto kind = (unsigned)(next.order % kinds)) return known(kind, next.first, next.second);
    Place &place = places[next.first];          // stays there, whatever the act adds
    place.carryOut(place.room);
    freePlaces.push_back(next.first);
  }

private:
  static constexpr unsigned kinds = 4;
  struct Entry {
    double time;
    uint64_t order;                             // its number times `kinds`, plus its kind; kind 0: an act in a place
    uint32_t first, second;                     // the two numbers of the act; of kind 0: the place, and 0
    bool operator>(const Entry &other) const { return time != other.time ? time > other.time : order > other.order; }
    bool operator<(const Entry &other) const { return other > *this; }
  };
  struct Place {
    alignas(std::max_align_t) char room[64];
    void (*carryOut)(void *room);
  };
  static constexpr size_t fewest = 4096, part = 16;
  std::vector<Entry> soon;                      // a heap: all up to `last`, and at least one if there is any at all
  std::vector<Entry> later;
  Entry last = {-1, 0, 0, 0};
  std::deque<Place> places;
  std::vector<uint32_t> freePlaces;
  uint64_t added = 0;

  void put(Entry entry) {
    if (entry > last) {
      later.push_back(entry);
      if (soon.empty()) takeFromLater();
      return;
    }
    soon.push_back(entry);
    std::push_heap(soon.begin(), soon.end(), std::greater<>());
  }
  void takeFromLater() {                        // the first ones of those
    if (later.empty()) return;
    auto end = later.begin() + (long)std::min(later.size(), std::max(fewest, later.size() / part));
    std::nth_element(later.begin(), end - 1, later.end());
    last = end[-1];
    soon.assign(later.begin(), end);
    std::make_heap(soon.begin(), soon.end(), std::greater<>());
    later.erase(later.begin(), end);
  }
  uint32_t freePlace() {
    if (freePlaces.empty()) {
      places.emplace_back();
      return (uint32_t)places.size() - 1;
    }
    uint32_t number = freePlaces.back();
    freePlaces.pop_back();
    return number;
  }
};
