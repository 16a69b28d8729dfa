// SPDX-License-Identifier: BSD-3-Clause
#include "node_memory.h"

#include <algorithm>
#include <limits>

// Ends that differ by so much of the time are at one time: rounding makes copies that are alike end a little apart.
static const double together = 1e-12;

double NodeMemory::speed() const { return std::min(1.0, most / (double)copies.size()); }

void NodeMemory::advance(double now) {
  for (Copy &c : copies) c.left = std::max(0.0, c.left - speed() * (now - since));
  since = now;
}

void NodeMemory::start(double now, double alone, std::function<void()> done) {
  advance(now);
  copies.push_back({alone, std::move(done)});
}

double NodeMemory::nextEnd() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Copy &c : copies) next = std::min(next, since + c.left / speed());
  return next;
}

void NodeMemory::endCopies(double now) {
  std::vector<std::function<void()>> ended;
  advance(now);
  auto goesOn = [this, now](const Copy &c) { return c.left > speed() * together * std::max(1.0, now); };
  auto end = std::stable_partition(copies.begin(), copies.end(), goesOn);
  for (auto c = end; c != copies.end(); c++) ended.push_back(std::move(c->done));
  copies.erase(end, copies.end());
  for (auto &done : ended) done();
}
