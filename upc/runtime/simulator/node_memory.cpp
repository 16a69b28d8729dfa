// SPDX-License-Identifier: BSD-3-Clause
#include "node_memory.h"

#include <algorithm>
#include <limits>

// Ends that differ by so much of the time are at one time: rounding makes copies that are alike end a little apart.
static const double together = 1e-12;

void NodeMemory::advance(double now) {
  for (Copy &c : copies) c.left = std::max(0.0, c.left - c.rate * (now - since));
  since = now;
}

// The slowest come first: what one leaves of its equal part is for those behind it.
void NodeMemory::share() {
  std::sort(copies.begin(), copies.end(), [](const Copy &a, const Copy &b) { return a.most < b.most; });
  double free = bandwidth;
  for (size_t i = 0; i < copies.size(); i++) {
    copies[i].rate = std::min(copies[i].most, free / (double)(copies.size() - i));
    free -= copies[i].rate;
  }
}

void NodeMemory::start(double now, double bytes, double alone, std::function<void()> done) {
  advance(now);
  copies.push_back({bytes, bytes / alone, 0, std::move(done)});
  share();
}

double NodeMemory::nextEnd() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Copy &c : copies) next = std::min(next, since + c.left / c.rate);
  return next;
}

void NodeMemory::endCopies(double now) {
  std::vector<std::function<void()>> ended;
  advance(now);
  auto goesOn = [now](const Copy &c) { return c.left > c.rate * together * std::max(1.0, now); };
  auto end = std::stable_partition(copies.begin(), copies.end(), goesOn);
  for (auto c = end; c != copies.end(); c++) ended.push_back(std::move(c->done));
  copies.erase(end, copies.end());
  share();
  for (auto &done : ended) done();
}
