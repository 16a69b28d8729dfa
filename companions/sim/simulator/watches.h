// SPDX-License-Identifier: BSD-3-Clause
// Words of one node for which threads wait, in the order in which the waits began. Who has written says where: so what
// a write costs does not depend on how many threads wait. A plain write says nothing, and is found by a look at all
// words. Each turn allows a few looks; the look at all is made when these are enough, or some time has passed.
#pragma once
#include "message.h"

#include <map>
#include <unordered_map>
#include <vector>

struct Simulation::Watch {
  const char *word;
  uint32_t bytes;                               // at most 8
  Asked asked;
  uint64_t expected;
  uint64_t value() const;                       // what the word holds now
  bool hasChanged() const { return value() != expected; }
};

class Simulation::Watches {
public:
  struct Written { const char *from; size_t bytes; };

  void add(Watch w);
  bool isEmpty() const { return list.empty(); }
  bool awaitsSome(const Written &written) const; // some word there
  std::vector<Watch> takeChanged();             // they are watched no more
  std::vector<Watch> takeChanged(const std::vector<Written> &written); // those there alone
  bool someHasChanged() const;

  // A thread has had a turn at this time. When all words are to be looked at; SIM_FOREVER: that is known already.
  double lookAtAll(double time);

private:
  using Numbers = std::vector<uint64_t>;
  std::map<uint64_t, Watch> list;               // by number
  std::unordered_map<uintptr_t, Numbers> places; // by place, in words of 8 bytes
  uint64_t number = 0;
  size_t looks = 0;                             // that turns have allowed
  double next = 0;                              // when all words are looked at

  bool isLong(const Written &written) const;
  Watch take(uint64_t n);
};
