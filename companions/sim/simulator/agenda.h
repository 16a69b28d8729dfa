// SPDX-License-Identifier: BSD-3-Clause
// What is to be done, and when: in the order of times, and of one time in the order in which it was added.
//
// A simulation adds some acts for each message. So an act lies in the agenda itself, in a place that is used again, and
// what is kept in order is small.
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
  template <class Act> uint32_t add(double when, Act act) {
    static_assert(sizeof(Act) <= sizeof(Place::room) && alignof(Act) <= alignof(std::max_align_t));
    uint32_t number = freePlace();
    Place &place = places[number];
    new (place.room) Act(std::move(act));
    place.carryOut = [](void *room) {
      Act *there = static_cast<Act *>(room);
      (*there)();
      there->~Act();
    };
    entries.push_back({when, added++, number});
    std::push_heap(entries.begin(), entries.end(), std::greater<>());
    return number;
  }
  size_t size() const { return entries.size(); }
  bool isEmpty() const { return entries.empty(); }
  double next() const { return entries.front().time; } // of what comes next
  uint32_t nextPlace() const { return entries.front().place; }
  void carryOutNext() {
    uint32_t number = entries.front().place;
    std::pop_heap(entries.begin(), entries.end(), std::greater<>());
    entries.pop_back();
    Place &place = places[number];              // stays there, whatever the act adds
    place.carryOut(place.room);
    freePlaces.push_back(number);
  }

private:
  struct Entry {
    double time;
    uint64_t order;
    uint32_t place;
    bool operator>(const Entry &other) const { return time != other.time ? time > other.time : order > other.order; }
  };
  struct Place {
    alignas(std::max_align_t) char room[64];
    void (*carryOut)(void *room);
  };
  std::vector<Entry> entries;                   // a heap
  std::deque<Place> places;
  std::vector<uint32_t> freePlaces;
  uint64_t added = 0;

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
