// SPDX-License-Identifier: BSD-3-Clause
#include "watches.h"

#include <algorithm>
#include <cstring>

static const size_t wordBytes = 8, looksOfTurn = 16;
static const double timeOfLook = 10e-9;         // virtual seconds for each word until all are looked at

uint64_t Simulation::Watch::value() const {
  uint64_t v = 0;
  if (bytes == sizeof v) memcpy(&v, word, sizeof v);
  else memcpy(&v, word, bytes);
  return v;
}

// The first and the last word that these bytes touch.
static uintptr_t firstOf(const char *from) { return (uintptr_t)from / wordBytes; }
static uintptr_t lastOf(const char *from, size_t bytes) { return ((uintptr_t)from + bytes - 1) / wordBytes; }

void Simulation::Watches::add(Watch w) {
  for (uintptr_t p = firstOf(w.word); p <= lastOf(w.word, w.bytes); p++) places[p].push_back(number);
  list.emplace(number++, std::move(w));
}

Simulation::Watch Simulation::Watches::take(uint64_t n) {
  Watch w = std::move(list.extract(n).mapped());
  for (uintptr_t p = firstOf(w.word); p <= lastOf(w.word, w.bytes); p++) {
    Numbers &there = places[p];
    there.erase(std::find(there.begin(), there.end(), n));
    if (there.empty()) places.erase(p);
  }
  return w;
}

std::vector<Simulation::Watch> Simulation::Watches::takeChanged() {
  std::vector<Watch> changed;
  for (auto w = list.begin(); w != list.end();) {
    uint64_t n = w->first;
    bool has = (w++)->second.hasChanged();
    if (has) changed.push_back(take(n));
  }
  return changed;
}

// A long copy touches more words than there are watches.
bool Simulation::Watches::isLong(const Written &w) const { return w.bytes / wordBytes > list.size(); }

bool Simulation::Watches::awaitsSome(const Written &w) const {
  if (isLong(w)) return true;
  for (uintptr_t p = firstOf(w.from); p <= lastOf(w.from, w.bytes); p++)
    if (places.count(p)) return true;
  return false;
}

std::vector<Simulation::Watch> Simulation::Watches::takeChanged(const std::vector<Written> &written) {
  Numbers numbers;
  for (const Written &w : written) {
    if (isLong(w)) return takeChanged();
    for (uintptr_t p = firstOf(w.from); p <= lastOf(w.from, w.bytes); p++)
      if (auto there = places.find(p); there != places.end())
        numbers.insert(numbers.end(), there->second.begin(), there->second.end());
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<Watch> changed;
  for (uint64_t n : numbers)
    if (list.at(n).hasChanged()) changed.push_back(take(n));
  return changed;
}

bool Simulation::Watches::someHasChanged() const {
  return std::any_of(list.begin(), list.end(), [](auto &w) { return w.second.hasChanged(); });
}

double Simulation::Watches::lookAtAll(double time) {
  looks += looksOfTurn;
  if (looks >= list.size()) {
    looks = 0;
    return time;
  }
  if (time < next) return SIM_FOREVER;
  looks = 0;
  return next = time + timeOfLook * (double)list.size();
}
